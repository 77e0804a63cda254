// Where `npm test` keeps the databases and files of its tests.
import { existsSync, statfsSync } from 'node:fs'

/** Linux keeps this folder in memory. Containers often give it 64 MB, which is too little. */
const IN_MEMORY = '/dev/shm'
/** A run takes below 2 GB at once. */
const NEEDED_BYTES = 6e9

/**
 * The setting that places the temporary files of a run in memory: its hundred and fifty databases are copied and removed in
 * half of the time that a disk takes. Empty where there is too little memory or a folder is named already.
 * `npm run test:full` stays on the disk, as an installation does.
 */
export const quickFolder = () => {
  if (process.env.TMPDIR !== undefined || !existsSync(IN_MEMORY)) return {}
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize < NEEDED_BYTES ? {} : { TMPDIR: IN_MEMORY }
}
