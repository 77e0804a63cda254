/** Reads every table as it was at one moment, while everybody keeps writing. */
import pg from 'pg'
import { migrationOf } from '../db/migrate.ts'

/**
 * Tables that belong to one run of the server or to one moment: after a restore they would be wrong (mail that went out long
 * ago, tokens of ended sessions, who drives what) or about files that are not there.
 */
const NOT_KEPT: readonly string[] = [
  'backups',
  'challenges',
  'idempotent_answers',
  'import_drafts',
  'journal_entries',
  'mail_queue',
  'mower_leases',
  'raster_uploads',
  'replicas',
  'resends',
  'set_up_links',
  'socket_tickets',
  'tokens',
]

export interface TableOfSnapshot {
  readonly name: string
  readonly columns: readonly string[]
}

export interface Snapshot {
  readonly migration: string
  readonly tables: readonly TableOfSnapshot[]
  readonly sequences: readonly { readonly name: string; readonly last: string }[]
  readonly rasterFiles: readonly string[]
  /** The rows of a table, each in the database's own words for a row, some at a time. */
  rows(table: string): AsyncGenerator<readonly string[]>
  close(): Promise<void>
}

/** Some rows are pictures: as many are read at once as make about this much text. */
const BATCH_CHARACTERS = 2_000_000

const tablesOf = async (client: pg.Client): Promise<TableOfSnapshot[]> => {
  // A partition is read with the table that it is a part of.
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`)
  return rows.filter(({ name }) => !NOT_KEPT.includes(name))
}

/** @throws where the database cannot be reached or belongs to another version */
export const takeSnapshot = async (url: string): Promise<Snapshot> => {
  const client = new pg.Client({ connectionString: url, application_name: 'greensward backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set bytea_output = hex; set timezone = utc; set datestyle = iso; set extra_float_digits = 1')
    await client.query('begin isolation level repeatable read read only')
    const migration = await migrationOf(client)
    const tables = await tablesOf(client)
    const sequences = await client.query<{ name: string; last: string }>(
      `select sequencename::text as name, last_value::text as last from pg_sequences
       where schemaname = 'public' and last_value is not null order by 1`,
    )
    const rasters = await client.query<{ fileName: string }>('select file_name as "fileName" from rasters order by 1')
    return {
      migration,
      tables,
      sequences: sequences.rows,
      rasterFiles: rasters.rows.map(({ fileName }) => fileName),
      rows: async function* (table) {
        await client.query(`declare lines no scroll cursor for select t::text as line from "${table}" t`)
        for (let count = 10; ; ) {
          const { rows } = await client.query<{ line: string }>(`fetch ${count} from lines`)
          if (rows.length === 0) break
          const lines = rows.map(({ line }) => line)
          yield lines
          const each = lines.reduce((sum, line) => sum + line.length, 0) / lines.length
          count = Math.max(1, Math.min(5_000, Math.floor(BATCH_CHARACTERS / each)))
        }
        await client.query('close lines')
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
