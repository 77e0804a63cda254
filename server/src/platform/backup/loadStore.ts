/** Fills a database that holds nothing with what a backup kept. */
import pg from 'pg'
import type { Manifest } from './manifest.ts'

/** Whether there is any table of ours or anybody's. */
export const isEmptyDatabase = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, application_name: 'greensward restore' })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'v', 'm') limit 1`,
    )
    return rows.length === 0
  } finally {
    await client.end()
  }
}

/** Takes away what a restore that failed had begun, of a database that held nothing before it. */
export const emptyAgain = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'greensward restore' })
  await client.connect()
  try {
    await client.query('drop schema if exists drizzle cascade; drop schema public cascade; create schema public')
  } finally {
    await client.end()
  }
}

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Rows are loaded table by table, so references between tables are checked at the end. */
const takeReferences = async (client: pg.Client): Promise<readonly Reference[]> => {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

const columnsOf = async (client: pg.Client, table: string): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped
     order by attnum`,
    [`public.${table}`],
  )
  return rows.map(({ name }) => name)
}

/**
 * All or nothing. Everyone who was signed in at the time of the backup is signed out: a session that ended since must not
 * come back to life.
 * @param linesOf the rows of a table, some at a time
 * @throws Error where a table is not as the backup knows it, or has another number of rows
 */
export const load = async (
  url: string,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
  linesOf: (table: Manifest['tables'][number]) => AsyncIterable<readonly string[]>,
  now: Date,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'greensward restore' })
  await client.connect()
  try {
    await client.query('begin')
    const references = await takeReferences(client)
    for (const table of tables) {
      const columns = await columnsOf(client, table.name)
      if (columns.join() !== table.columns.join()) throw new Error(`The table ${table.name} has other columns`)
      // Migrations put some rows into tables themselves; those of the backup replace them.
      await client.query(`delete from "${table.name}"`)
      let rows = 0
      for await (const lines of linesOf(table)) {
        // Without the offset PostgreSQL would parse each line again for each of its columns.
        const { rowCount } = await client.query(
          `insert into "${table.name}" overriding system value
           select (r).* from (select line::"${table.name}" as r from unnest($1::text[]) as line offset 0) as x`,
          [lines],
        )
        rows += rowCount ?? 0
      }
      if (rows !== table.rows) throw new Error(`The table ${table.name} got ${rows} rows of ${table.rows}`)
    }
    for (const { table, name, definition } of references)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { name, last } of sequences) await client.query(`select setval($1::regclass, $2::bigint)`, [name, last])
    await client.query(
      `update sessions set ended_at = $1, end_reason = 'restored from a backup' where ended_at is null`,
      [now],
    )
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
