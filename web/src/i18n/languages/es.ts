import { fieldFaults } from '@greensward/messages/errors/fields.es'
import { refusals } from '@greensward/messages/errors/refusals.es'
import sentences from '@greensward/messages/notifications/es.json' with { type: 'json' }
import { collect } from '../collect.ts'

/** What the sign-in, the frame of every page and the map say. */
const { errors, notifications, ...others } = collect(
  import.meta.glob<object>('../{common,errors,login,map,notifications,shell}/es.json', {
    eager: true,
    import: 'default',
  }),
)
export const strings = {
  ...others,
  errors: { ...errors, codes: { ...refusals, ...fieldFaults } },
  notifications: { ...notifications, ...sentences },
}
