/** A database for one data folder of a test, copied from the run's template. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Names the address of the run's PostgreSQL; not set outside a run of tests, as in benches, which start their own. */
export const TEST_POSTGRES_URL = 'TEST_POSTGRES_URL'
export const TEMPLATE = 'template_greensward'
const FILE = 'test.database'

export const urlOf = (server: string, database: string): string => {
  const url = new URL(server)
  url.pathname = database
  return url.href
}

const run = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export const createDatabase = (server: string, name: string, template?: string): Promise<void> =>
  run(server, `create database ${name}${template === undefined ? '' : ` template ${template} strategy file_copy`}`)

/** @returns the address of the folder's database, the same as before where the folder had one; undefined in benches */
export const databaseOf = async (dataDir: string): Promise<string | undefined> => {
  const server = process.env[TEST_POSTGRES_URL]
  if (server === undefined) return undefined
  const path = join(dataDir, FILE)
  if (existsSync(path)) return readFileSync(path, 'utf8')
  const name = `test_${randomBytes(8).toString('hex')}`
  await createDatabase(server, name, TEMPLATE)
  const url = urlOf(server, name)
  writeFileSync(path, url)
  return url
}

/** Removes the folder's database with everything still connected to it. */
export const dropDatabaseOf = async (dataDir: string): Promise<void> => {
  const server = process.env[TEST_POSTGRES_URL]
  const path = join(dataDir, FILE)
  if (server === undefined || !existsSync(path)) return
  const name = new URL(readFileSync(path, 'utf8')).pathname.slice(1)
  await run(server, `drop database if exists ${name} with (force)`)
}
