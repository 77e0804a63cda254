import { fieldFaults } from '@greensward/messages/errors/fields.de'
import { fileFaults } from '@greensward/messages/errors/files.de'
import { laterRefusals } from '@greensward/messages/errors/laterRefusals.de'
import { planWarnings } from '@greensward/messages/errors/planWarnings.de'
import { rasterFaults } from '@greensward/messages/errors/rasterFaults.de'
import { signInRefusals } from '@greensward/messages/errors/signIns.de'
import { whys } from '@greensward/messages/errors/whys.de'
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
