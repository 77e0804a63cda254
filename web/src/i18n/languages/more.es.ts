import { fieldFaults } from '@greensward/messages/errors/fields.es'
import { fileFaults } from '@greensward/messages/errors/files.es'
import { laterRefusals } from '@greensward/messages/errors/laterRefusals.es'
import { planWarnings } from '@greensward/messages/errors/planWarnings.es'
import { rasterFaults } from '@greensward/messages/errors/rasterFaults.es'
import { signInRefusals } from '@greensward/messages/errors/signIns.es'
import { whys } from '@greensward/messages/errors/whys.es'
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
  errors: {
    codes: {
      ...fieldFaults,
      ...fileFaults,
      ...laterRefusals,
      ...planWarnings,
      ...rasterFaults,
      ...signInRefusals,
      ...whys,
    },
  },
}
