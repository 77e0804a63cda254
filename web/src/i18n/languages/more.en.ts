import { fieldFaults } from '@greensward/messages/errors/fields.en'
import { fileFaults } from '@greensward/messages/errors/files.en'
import { laterRefusals } from '@greensward/messages/errors/laterRefusals.en'
import { planWarnings } from '@greensward/messages/errors/planWarnings.en'
import { rasterFaults } from '@greensward/messages/errors/rasterFaults.en'
import { signInRefusals } from '@greensward/messages/errors/signIns.en'
import { whys } from '@greensward/messages/errors/whys.en'
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
