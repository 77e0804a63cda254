/** Brings a database up to this version of the program, or to an earlier one that a backup is of. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { makeNaturalOrder } from './naturalOrder.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
/** Any number, the same for every server: two that start on one database migrate one after the other. */
const LOCK = 4_715_001

interface Journal {
  readonly entries: readonly { readonly when: number; readonly tag: string }[]
}

const readJournal = (): Journal => JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8'))

/**
 * The initial migration replaced the 26 of the time before 0.1 and makes the same schema. Its journal entry has the date
 * of the last of them, so a database that ran those counts as having it, and a backup of one restores by its old name.
 */
const LAST_BEFORE_0_1 = '0025_foreign_drives'
const currentTag = (tag: string): string => (tag === LAST_BEFORE_0_1 ? (knownMigrations()[0] ?? tag) : tag)

/** Every migration that this program knows, in order. */
export const knownMigrations = (): readonly string[] => readJournal().entries.map(({ tag }) => tag)

/** @param tag as a backup names it */
export const isKnownMigration = (tag: string): boolean => knownMigrations().includes(currentTag(tag))

/** The newest migration that a database has. @throws Error where it has none, or one this program does not know */
export const migrationOf = async (client: Pick<pg.Client, 'query'>): Promise<string> => {
  const { rows } = await client.query<{ when: string | null }>(
    'select max(created_at)::text as when from drizzle.__drizzle_migrations',
  )
  const known = readJournal().entries.find(({ when }) => String(when) === rows[0]?.when)
  if (known === undefined) throw new Error('The database belongs to another version of Greensward')
  return known.tag
}

/** A folder with the migrations up to one of them; the tool that applies them takes all that a folder lists. */
const folderThrough = (tag: string): string => {
  const { entries, ...journal } = readJournal()
  const kept = entries.slice(0, entries.findIndex(entry => entry.tag === currentTag(tag)) + 1)
  const folder = mkdtempSync(join(tmpdir(), 'greensward-migrations-'))
  mkdirSync(join(folder, 'meta'))
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries: kept }))
  for (const entry of kept) cpSync(join(MIGRATIONS, `${entry.tag}.sql`), join(folder, `${entry.tag}.sql`))
  return folder
}

/** @throws Error where a version before 0.1 made the database and did not run all of its migrations */
const refuseUnfinished = async (client: pg.Client): Promise<void> => {
  const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as found")
  if (tables[0]?.found !== true) return
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  )
  const [initial] = readJournal().entries
  const last = rows[0]?.last ?? null
  if (initial === undefined || last === null || Number(last) >= initial.when) return
  throw new Error(
    'The database is of a version of Greensward before 0.1. Start the last version before this one on it once, then this one.',
  )
}

/**
 * Applies what is missing, all or nothing, under a lock of the database.
 * @param through the last one to apply; all of them where it is left out
 */
export const migrate = async (url: string, through?: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'greensward migrations' })
  await client.connect()
  const folder = through === undefined ? MIGRATIONS : folderThrough(through)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await refuseUnfinished(client)
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
    await makeNaturalOrder(client)
  } finally {
    await client.end()
    if (folder !== MIGRATIONS) rmSync(folder, { recursive: true, force: true })
  }
}
