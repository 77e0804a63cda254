import { fieldFaults } from './fields.es.ts'
import { fileFaults } from './files.es.ts'
import { laterRefusals } from './laterRefusals.es.ts'
import { mapChanges } from './mapChanges.es.ts'
import { planWarnings } from './planWarnings.es.ts'
import { rasterFaults } from './rasterFaults.es.ts'
import { signInRefusals } from './signIns.es.ts'
import { whys } from './whys.es.ts'

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
