import { loadedLater } from '@greensward/messages/errors/loadedLater.es'
import gate from '@greensward/messages/gate/es.json' with { type: 'json' }
import sentences from '@greensward/messages/notifications/es.json' with { type: 'json' }
import { collect } from '../collect.ts'

/** What the screens say that are opened from there. */
const screens = collect(
  import.meta.glob<object>(['../*/es.json', '!../{common,errors,login,map,shell}/es.json'], {
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
