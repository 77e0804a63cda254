/**
 * `npm run backup [-- FILE] [-- --without-keys]`: makes a backup of the course that DATA_DIR and DATABASE_URL name, while
 * its server runs or while it does not. `npm run backup -- --check FILE` compares an archive with its checksums.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { DataDirInUse, lockDataDir } from '../dataDirLock.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../db/embeddedPostgres.ts'
import { backUp } from './backUp.ts'
import { BackupProblem, openArchive } from './manifest.ts'
import { backupName } from './names.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const quiet = { info: () => undefined, warn: say }

const withDatabase = async <T>(
  dataDir: string,
  url: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> => {
  const known = url ?? runningEmbeddedPostgres(dataDir)
  if (known !== undefined) return work(known)
  if (!existsSync(join(dataDir, 'database.password')))
    throw new BackupProblem(`${dataDir} holds no course. Name the folder of the server in DATA_DIR.`)
  const lock = await lockDataDir(dataDir)
  try {
    const postgres = await startEmbeddedPostgres(dataDir, quiet)
    return await work(postgres.url).finally(() => postgres.stop())
  } finally {
    await lock.release()
  }
}

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean' }, 'without-keys': { type: 'boolean' } },
  })
  const config = readConfig(process.env)
  const now = new Date()
  const path = resolve(positionals[0] ?? join(config.backupDir, backupName(now)))
  if (values.check === true) {
    const { manifest } = await openArchive(path)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`${path} is whole: ${rows} rows, ${manifest.files.length} files, made ${manifest.createdAt}`)
    return
  }
  if (existsSync(path)) throw new BackupProblem(`${path} exists already`)
  const withKeys = values['without-keys'] !== true
  const made = await withDatabase(config.dataDir, config.databaseUrl, databaseUrl =>
    backUp({ databaseUrl, filesDir: config.sharedDir, path, withKeys, now }),
  )
  say(`${path}: ${made.rows} rows, ${(made.bytes / 1e6).toFixed(1)} MB`)
}

try {
  await run()
} catch (error) {
  const isForPeople = error instanceof BackupProblem || error instanceof DataDirInUse
  process.stderr.write(`No backup was made. ${isForPeople ? error.message : String(error)}\n`)
  process.exitCode = 1
}
