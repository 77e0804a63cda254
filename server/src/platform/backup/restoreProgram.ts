/**
 * `npm run restore -- FILE`: brings a course back from a backup, into an empty DATA_DIR and, where DATABASE_URL is set,
 * an empty database. The server is started afterwards, and everybody signs in again.
 */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { DataDirInUse, lockDataDir } from '../dataDirLock.ts'
import { startEmbeddedPostgres } from '../db/embeddedPostgres.ts'
import { BackupProblem, openArchive } from './manifest.ts'
import { refuseFullFolder, restore } from './restore.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const run = async (): Promise<void> => {
  const [given] = process.argv.slice(2)
  if (given === undefined) throw new BackupProblem('Say which: npm run restore -- FILE')
  const { dataDir, sharedDir, databaseUrl } = readConfig(process.env)
  const archive = await openArchive(resolve(given))
  for (const folder of new Set([dataDir, sharedDir])) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await refuseFullFolder(folder)
  }
  const lock = await lockDataDir(dataDir)
  try {
    const own = databaseUrl === undefined ? await startEmbeddedPostgres(dataDir, { info: say, warn: say }) : undefined
    try {
      await restore(archive, { databaseUrl: databaseUrl ?? own?.url ?? '', filesDir: sharedDir, now: new Date() })
    } finally {
      await own?.stop()
    }
  } finally {
    await lock.release()
  }
  say(`${given} of ${archive.manifest.createdAt} is restored into ${dataDir}. Start the server, and sign in again.`)
}

try {
  await run()
} catch (error) {
  const isForPeople = error instanceof BackupProblem || error instanceof DataDirInUse
  process.stderr.write(`Nothing was restored. ${isForPeople ? error.message : String(error)}\n`)
  process.exitCode = 1
}
