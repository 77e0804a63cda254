/** Brings a database up to this version of the program. */
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
/** Any number, the same for every server: two that start on one database migrate one after the other. */
const LOCK = 4_715_001

/** Applies what is missing, all or nothing, under a lock of the database. */
export const migrate = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'greensward migrations' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}
