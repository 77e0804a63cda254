/** Brings a course back from a backup, into a database and a folder that hold nothing yet. */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isKnownMigration, migrate } from '../db/migrate.ts'
import { emptyAgain, isEmptyDatabase, load } from './loadStore.ts'
import { type Archive, BackupProblem, type Manifest } from './manifest.ts'
import { readEntry } from './tar.ts'

const LINES_CHARACTERS = 2_000_000

async function* linesOf(archive: Archive, table: Manifest['tables'][number]): AsyncGenerator<readonly string[]> {
  const entry = archive.entries.get(table.entry)
  if (entry === undefined) return
  const unpacked = readEntry(archive.path, entry).pipe(createGunzip())
  let lines: string[] = []
  let characters = 0
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
    const row: string = JSON.parse(line)
    lines.push(row)
    characters += row.length
    if (characters < LINES_CHARACTERS) continue
    yield lines
    lines = []
    characters = 0
  }
  if (lines.length > 0) yield lines
}

/** @throws BackupProblem where this program is too old for the archive */
const refuseNewer = ({ path, manifest }: Archive): void => {
  if (isKnownMigration(manifest.migration)) return
  throw new BackupProblem(
    `${path} was made by a newer version of Greensward, or by one before 0.1 (${manifest.program}, database ${manifest.migration}). Restore it with that version.`,
  )
}

/** Files that a start leaves in a folder before anything is stored in it. */
const LEFT_BY_A_START: readonly string[] = ['server.pid', 'backups']

/** @throws BackupProblem where the folder holds something already */
export const refuseFullFolder = async (folder: string): Promise<void> => {
  const there = await readdir(folder).catch(() => [])
  const found = there.filter(name => !LEFT_BY_A_START.includes(name))
  if (found.length === 0) return
  throw new BackupProblem(
    `${folder} is not empty (it holds ${found.slice(0, 3).join(', ')}${found.length > 3 ? ', ...' : ''}). A backup is restored into an empty folder: name another one in DATA_DIR, or move this one away.`,
  )
}

export interface RestoreOptions {
  readonly databaseUrl: string
  readonly filesDir: string
  readonly now: Date
}

/**
 * The database is brought to the version that the backup is of, filled, and brought to this program's.
 * @throws BackupProblem where the database is not empty or the archive is newer; after any failure the database is
 * empty again
 */
export const restore = async (archive: Archive, { databaseUrl, filesDir, now }: RestoreOptions): Promise<void> => {
  refuseNewer(archive)
  if (!(await isEmptyDatabase(databaseUrl)))
    throw new BackupProblem('The database is not empty. A backup is restored into an empty database: make a new one.')
  const { manifest } = archive
  const written: string[] = []
  try {
    for (const { entry: name, path } of manifest.files) {
      const entry = archive.entries.get(name)
      if (entry === undefined) continue
      const target = join(filesDir, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      written.push(target)
      await pipeline(
        readEntry(archive.path, entry),
        createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
      )
    }
    await migrate(databaseUrl, manifest.migration)
    await load(databaseUrl, manifest, table => linesOf(archive, table), now)
    await migrate(databaseUrl)
  } catch (error) {
    for (const path of written) await rm(path, { force: true })
    await emptyAgain(databaseUrl)
    throw error
  }
}
