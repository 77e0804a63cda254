import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, urlOf } from '../../testing/testDatabase.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts'
import { isKnownMigration, knownMigrations, migrate, migrationOf } from './migrate.ts'

/** When the last of the 26 migrations of the time before 0.1 was written, as their installations have recorded it. */
const LAST_BEFORE_0_1 = 1_795_451_431_209

let dataDir: string
let postgres: EmbeddedPostgres
let url: string
let databases = 0
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-migrate-'))
  const log = { info: () => undefined, warn: () => undefined }
  postgres = await startEmbeddedPostgres(dataDir, log, { isDurable: false })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  databases += 1
  const name = `migrated_${databases}`
  await createDatabase(postgres.url, name)
  url = urlOf(postgres.url, name)
})

const inDatabase = async <T>(run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return run(client).finally(() => client.end())
}

/** Replaces the record of the initial migration by that of an installation before 0.1 and the moments of its migrations. */
const recordOld = (moments: readonly number[]): Promise<unknown> =>
  inDatabase(async client => {
    await client.query('delete from drizzle.__drizzle_migrations')
    for (const moment of moments)
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        `hash of ${moment}`,
        moment,
      ])
  })

test('makes every table in an empty database and records the newest migration', async () => {
  await migrate(url)
  expect(await inDatabase(migrationOf)).toBe(knownMigrations().at(-1))
  const { rows } = await inDatabase(client =>
    client.query("select relkind from pg_class where relname in ('positions', 'telemetry_chunks') order by relname"),
  )
  // Partitioned by day, which the generated statements know nothing of.
  expect(rows).toEqual([{ relkind: 'p' }, { relkind: 'p' }])
})

test('starts a second time without a change', async () => {
  await migrate(url)
  await migrate(url)
  const { rows } = await inDatabase(client =>
    client.query('select count(*)::int as n from drizzle.__drizzle_migrations'),
  )
  expect(rows).toEqual([{ n: knownMigrations().length }])
})

test('takes the initial migration as applied where all migrations before 0.1 have run', async () => {
  await migrate(url, knownMigrations()[0])
  await recordOld([1_795_204_285_161, 1_795_212_503_404, LAST_BEFORE_0_1])
  await inDatabase(client => client.query("insert into settings (name, value, updated_at) values ('kept', '1', now())"))
  await migrate(url)
  const { rows } = await inDatabase(client => client.query("select name from settings where name = 'kept'"))
  expect(rows).toEqual([{ name: 'kept' }])
  expect(await inDatabase(migrationOf)).toBe(knownMigrations().at(-1))
})

test('refuses a database that stopped at an earlier migration before 0.1, and changes nothing in it', async () => {
  await migrate(url)
  await recordOld([1_795_204_285_161, 1_795_212_503_404])
  await expect(migrate(url)).rejects.toThrow(/before 0\.1/)
  const { rows } = await inDatabase(client =>
    client.query('select count(*)::int as n from drizzle.__drizzle_migrations'),
  )
  expect(rows).toEqual([{ n: 2 }])
})

test('restores into an empty database by the name that a backup before 0.1 gives its schema', async () => {
  expect(isKnownMigration('0025_foreign_drives')).toBe(true)
  expect(isKnownMigration('0024_keys_until_proven')).toBe(false)
  await migrate(url, '0025_foreign_drives')
  expect(await inDatabase(migrationOf)).toBe(knownMigrations()[0])
})

test('turns the warnings of stored plans and the faults of uploads into codes with params', async () => {
  await migrate(url, '0001_import_drafts')
  const [mission, upload] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const plan = (warnings: readonly object[]) => ({ headingDeg: 0, legs: [], uncovered: [], warnings, stats: {} })
  await inDatabase(async client => {
    // The plan alone is looked at: it needs no mission.
    await client.query('set session_replication_role = replica')
    const addPlan = (id: string, warnings: readonly object[]) =>
      client.query("insert into mission_plans (mission_id, plan, hash) values ($1, $2, 'a')", [id, plan(warnings)])
    await addPlan(mission, [
      { kind: 'uncovered', message: '3 patches stay uncut' },
      { kind: 'tightTurns', message: '2 turns lead into the row beside all the same' },
    ])
    await addPlan(upload, [])
    await client.query(
      `insert into raster_uploads (id, kind, title, attribution, file_name, size_bytes, state, fault, created_at)
       values ($1, 'dem', 'Heights', '', 'a.tif', 8, 'failed', '{"kind": "damaged", "message": "It holds no picture"}', now())`,
      [upload],
    )
  })
  await migrate(url)
  const { rows: plans } = await inDatabase(client =>
    client.query("select plan->'warnings' as warnings from mission_plans order by mission_id"),
  )
  expect(plans).toEqual([
    {
      warnings: [
        { code: 'uncovered', params: {} },
        { code: 'tightTurns', params: {} },
      ],
    },
    { warnings: [] },
  ])
  const { rows: uploads } = await inDatabase(client => client.query('select fault from raster_uploads'))
  expect(uploads).toEqual([{ fault: { code: 'fileDamaged', params: {} } }])
})
