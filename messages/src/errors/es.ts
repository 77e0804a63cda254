import { fieldFaults } from './fields.es.ts'
import { fileFaults } from './files.es.ts'
import { laterRefusals } from './laterRefusals.es.ts'
import { mapChanges } from './mapChanges.es.ts'
import { planWarnings } from './planWarnings.es.ts'
import { rasterFaults } from './rasterFaults.es.ts'
import { refusals } from './refusals.es.ts'
import { signInRefusals } from './signIns.es.ts'
import { whys } from './whys.es.ts'

export const texts = {
  ...refusals,
  ...fieldFaults,
  ...fileFaults,
  ...laterRefusals,
  ...mapChanges,
  ...planWarnings,
  ...rasterFaults,
  ...signInRefusals,
  ...whys,
}
