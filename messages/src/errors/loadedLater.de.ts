import { fieldFaults } from './fields.de.ts'
import { fileFaults } from './files.de.ts'
import { laterRefusals } from './laterRefusals.de.ts'
import { mapChanges } from './mapChanges.de.ts'
import { planWarnings } from './planWarnings.de.ts'
import { rasterFaults } from './rasterFaults.de.ts'
import { signInRefusals } from './signIns.de.ts'
import { whys } from './whys.de.ts'

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
