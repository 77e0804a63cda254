/** Backups are named by their moment, so that they sort by age. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const OURS = /^greensward-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar$/

export const backupName = (at: Date): string =>
  `greensward-${at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')}.tar`

/** Removes the oldest; what is named otherwise is somebody else's and stays. */
export const keepNewest = async (folder: string, count: number): Promise<void> => {
  const ours = (await readdir(folder)).filter(name => OURS.test(name)).sort()
  for (const name of ours.slice(0, -count)) await rm(join(folder, name), { force: true })
}
