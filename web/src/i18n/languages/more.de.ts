import { loadedLater } from '@greensward/messages/errors/loadedLater.de'
import gate from '@greensward/messages/gate/de.json' with { type: 'json' }
import sentences from '@greensward/messages/notifications/de.json' with { type: 'json' }
import { collect } from '../collect.ts'

/** What the screens say that are opened from there. */
const screens = collect(
  import.meta.glob<object>(['../*/de.json', '!../{common,errors,login,map,shell}/de.json'], {
    eager: true,
    import: 'default',
  }),
)
export const strings = {
  ...screens,
  gate,
  notifications: { ...screens.notifications, ...sentences },
  errors: { codes: loadedLater },
}
