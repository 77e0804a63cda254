import { fieldFaults } from './fields.de.ts'
import { fileFaults } from './files.de.ts'
import { laterRefusals } from './laterRefusals.de.ts'
import { mapChanges } from './mapChanges.de.ts'
import { planWarnings } from './planWarnings.de.ts'
import { rasterFaults } from './rasterFaults.de.ts'
import { refusals } from './refusals.de.ts'
import { signInRefusals } from './signIns.de.ts'
import { whys } from './whys.de.ts'

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
