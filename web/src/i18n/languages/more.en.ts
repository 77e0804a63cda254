import { loadedLater } from '@greensward/messages/errors/loadedLater.en'
import gate from '@greensward/messages/gate/en.json' with { type: 'json' }
import sentences from '@greensward/messages/notifications/en.json' with { type: 'json' }
import { collect } from '../collect.ts'

/** What the screens say that are opened from there. */
const screens = collect(
  import.meta.glob<object>(['../*/en.json', '!../{common,errors,login,map,shell}/en.json'], {
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
