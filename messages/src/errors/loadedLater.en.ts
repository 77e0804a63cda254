import { fieldFaults } from './fields.en.ts'
import { fileFaults } from './files.en.ts'
import { laterRefusals } from './laterRefusals.en.ts'
import { mapChanges } from './mapChanges.en.ts'
import { planWarnings } from './planWarnings.en.ts'
import { rasterFaults } from './rasterFaults.en.ts'
import { signInRefusals } from './signIns.en.ts'
import { whys } from './whys.en.ts'

/** Texts of codes that no screen shows before it is opened: the web loads them after its first screen. */
export const loadedLater = {
  ...fieldFaults,
  ...fileFaults,
  ...laterRefusals,
  ...mapChanges,
  ...planWarnings,
  ...rasterFaults,
  ...signInRefusals,
  ...whys,
}
