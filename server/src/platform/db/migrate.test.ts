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

/** The file of the index of the titles, which changes with each rebuild, and the rules that its order is recorded for. */
const titleIndex = async () => {
  const { rows } = await inDatabase(client =>
    client.query<{ file: string; isCurrent: boolean }>(
      `select pg_relation_filenode('missions_title_naturally')::text as file,
              collversion is not distinct from pg_collation_actual_version(oid) as "isCurrent"
         from pg_collation where collname = 'natural_order'`,
    ),
  )
  return rows[0]
}

test('reads missions by title from an index', async () => {
  await migrate(url)
  const plan = await inDatabase(async client => {
    // An empty table is read whole otherwise, in spite of its indexes.
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<Record<string, string>>(
      'explain select id from missions order by title collate natural_order desc, id desc limit 20',
    )
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('Index Only Scan Backward using missions_title_naturally')
  expect(plan).not.toContain('Sort')
})

test('rebuilds the index of the titles where the database server sorts by other rules, and only there', async () => {
  await migrate(url)
  const first = await titleIndex()
  expect(first?.isCurrent).toBe(true)
  await migrate(url)
  expect(await titleIndex()).toEqual(first)
  await inDatabase(client => client.query("update pg_collation set collversion = '1' where collname = 'natural_order'"))
  expect((await titleIndex())?.isCurrent).toBe(false)
  await migrate(url)
  const rebuilt = await titleIndex()
  expect(rebuilt?.isCurrent).toBe(true)
  expect(rebuilt?.file).not.toBe(first?.file)
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

test('turns what was kept of missions, of notifications and of pushed messages into codes with params', async () => {
  await migrate(url, '0001_import_drafts')
  const id = '00000000-0000-4000-8000-000000000001'
  const gateShut = {
    kind: 'gateShut',
    values: {
      lines: [
        { kind: 'gateLine.battery.tooLow', values: { havePercent: 20, neededPercent: 45 }, text: 'Battery: 20 %' },
        { kind: 'error.inUse', values: { what: 'a "kind": b' }, text: 'In use' },
      ],
    },
    text: 'The mission may not start',
  }
  const notStarted = { kind: 'notStarted', values: { cause: gateShut } }
  const conflict = { kind: 'conflict', values: { reason: 'mower', title: 'Green 9' } }
  const part = { ...notStarted, text: 'Its time came' }
  await inDatabase(async client => {
    // No machine and no browser is needed beside them.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into missions (id, title, target_kind, target_id, mower_id, blade_id, direction, angle_offset_deg, turn_scheme,
         cleaning_cycles, starts_by_itself, status, status_why, resolved_direction, hole_base_angle_deg, swath_heading_deg,
         stats, map_revision, progress, created_by, created_at, updated_at, log_lines)
       values ($1, 'Green 9', 'zone', $1, $1, $1, 'auto', 0, 'oneInOne', 1, true, 'missed', $2, 'auto', 0, 0,
         '{}', 1, 0, 'Ada', now(), now(), 2)`,
      [id, notStarted],
    )
    for (const said of [conflict, null])
      await client.query(
        "insert into mission_logs (mission_id, at, status, who, why, said) values ($1, now(), 'planned', 'Ada', 'Why', $2)",
        [id, said],
      )
    for (const values of [{ mission: 'Green 9', reason: part }, { mower: 'Rook' }])
      await client.query(
        `insert into notifications (at, level, subject, kind, "values", roles)
         values (now(), 'warning', 'mission', 'missionMissed', $1, '{}')`,
        [values],
      )
    await client.query(
      'insert into push_queue (browser_id, message, due_at, created_at) values ($1, $2, now(), now())',
      [id, { kind: 'missionMissed', values: { mission: 'Green 9', reason: part } }],
    )
  })
  await migrate(url)
  const cause = {
    code: 'gateShut',
    params: {
      lines: [
        { code: 'gateLine.battery.tooLow', params: { havePercent: 20, neededPercent: 45 } },
        { code: 'inUse', params: { what: 'a "kind": b' } },
      ],
    },
  }
  const reason = { code: 'notStarted', params: { cause } }
  const found = await inDatabase(async client => ({
    missions: (await client.query('select status_why from missions')).rows,
    logs: (await client.query('select said from mission_logs order by id')).rows,
    notifications: (await client.query('select "values" from notifications order by "values" ? \'mower\'')).rows,
    pushed: (await client.query('select message from push_queue')).rows,
  }))
  expect(found).toEqual({
    missions: [{ status_why: reason }],
    logs: [{ said: { code: 'slotConflict', params: { reason: 'mower', title: 'Green 9' } } }, { said: null }],
    notifications: [{ values: { mission: 'Green 9', reason } }, { values: { mower: 'Rook' } }],
    pushed: [{ message: { kind: 'missionMissed', values: { mission: 'Green 9', reason } } }],
  })
})
