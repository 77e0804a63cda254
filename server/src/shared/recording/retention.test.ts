import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Clock } from '../../platform/context.ts'
import { type Database, type OpenDatabase, openDatabase } from '../../platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/db/embeddedPostgres.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { positions, telemetryChunks } from '../../platform/db/schema/index.ts'
import { createTestClock } from '../../testing/testServer.ts'
import { prepareDays } from './daysStore.ts'
import { keepPositions } from './retention.ts'
import { packSamples } from './samples.ts'
import { readSamples } from './telemetryStore.ts'

// No server runs beside it: one forgets what is too old as soon as it starts, and would be counted with.
let dataDir: string
let postgres: EmbeddedPostgres
let opened: OpenDatabase
let ctx: { readonly db: Database; readonly clock: Clock }
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-days-'))
  postgres = await startEmbeddedPostgres(dataDir, { info: () => undefined, warn: () => undefined })
  await migrate(postgres.url)
  opened = openDatabase(postgres.url, () => undefined)
  ctx = { db: opened.db, clock: createTestClock() }
})
afterAll(async () => {
  await opened.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const DAY_MS = 24 * 3_600_000
const id = crypto.randomUUID()

const put = async (daysAgo: number): Promise<Date> => {
  const { db, clock } = ctx
  const at = new Date(clock.now().getTime() - daysAgo * DAY_MS)
  const telemetry = {
    position: [1, 51] as const,
    headingDeg: null,
    speedMps: 1,
    accuracyM: null,
    fixType: null,
    battery: null,
    mode: null,
    bladeOn: null,
  }
  await db.insert(positions).values({ at, vehicleId: id, lon: 1, lat: 51 })
  const samples = packSamples([{ atMs: at.getTime(), telemetry }])
  await db.insert(telemetryChunks).values({ fromAt: at, toAt: at, vehicleId: id, samples })
  return at
}

test('positions of each second stay for good and all of them for a month, unless it is set otherwise', async () => {
  const [old, fresh] = [await put(400), await put(20)]
  const kept = await keepPositions(ctx, { secondDays: null, fullRateDays: 31 })
  expect(kept).toEqual({ seconds: { days: 0, rows: 0 }, chunks: { days: 0, rows: 1 } })
  expect(await ctx.db.$count(positions)).toBe(2)
  expect(await readSamples(ctx.db, id, old, old)).toEqual([])
  expect((await readSamples(ctx.db, id, fresh, fresh)).map(({ at }) => at)).toEqual([fresh.toISOString()])
  const later = await keepPositions(ctx, { secondDays: 365, fullRateDays: 10 })
  expect(later).toEqual({ seconds: { days: 0, rows: 1 }, chunks: { days: 0, rows: 1 } })
  expect(await ctx.db.$count(positions)).toBe(1)
  expect(await ctx.db.$count(telemetryChunks)).toBe(0)
})

test('more than one batch is forgotten, and none that is to stay', async () => {
  const from = ctx.clock.now().getTime() - 800 * DAY_MS
  for (let batch = 0; batch < 3; batch += 1)
    await ctx.db.insert(positions).values(
      Array.from({ length: 2_500 }, (_, index) => ({
        at: new Date(from + (batch * 2_500 + index) * 1_000),
        vehicleId: id,
        lon: 1,
        lat: 51,
      })),
    )
  expect((await keepPositions(ctx, { secondDays: 365, fullRateDays: 31 })).seconds.rows).toBe(7_500)
  expect(await ctx.db.$count(positions)).toBe(1)
})

/** The part of its table that contains each recorded second. */
const partsOf = async (): Promise<ReadonlySet<string>> => {
  const { rows } = await ctx.db.execute<{ part: string }>(
    sql`select distinct tableoid::regclass::text as part from positions`,
  )
  return new Set(rows.map(({ part }) => part))
}

test('each day has its own part, which is dropped as a whole when its last second is too old', async () => {
  await ctx.db.delete(positions)
  const now = ctx.clock.now().getTime()
  const days = [50, 49, 48, 47]
  const midday = (daysAgo: number): Date => new Date(Math.floor(now / DAY_MS - daysAgo) * DAY_MS + DAY_MS / 2)
  await prepareDays(ctx.db, 'positions', midday(50))
  for (const daysAgo of days)
    await ctx.db.insert(positions).values({ at: midday(daysAgo), vehicleId: id, lon: 1, lat: 51 })
  expect((await partsOf()).size).toBe(days.length)
  expect(await partsOf()).not.toContain('positions_rest')
  const { seconds } = await keepPositions(ctx, { secondDays: 48, fullRateDays: 31 })
  expect(seconds).toEqual({ days: 2, rows: 0 })
  const left = (await ctx.db.select().from(positions)).map(({ at }) => at.getTime()).toSorted()
  expect(left).toEqual([midday(48), midday(47)].map(at => at.getTime()))
})

test('a day with rows in the default partition keeps them, and today and coming days have their own partitions', async () => {
  const past = new Date(ctx.clock.now().getTime() - 30 * DAY_MS)
  await ctx.db.insert(positions).values({ at: past, vehicleId: id, lon: 1, lat: 51 })
  await prepareDays(ctx.db, 'positions', past)
  await ctx.db.insert(positions).values({ at: new Date(past.getTime() + 1), vehicleId: id, lon: 1, lat: 51 })
  expect(await partsOf()).toContain('positions_rest')
  const day = (ahead: number): string =>
    new Date(ctx.clock.now().getTime() + ahead * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  await keepPositions(ctx, { secondDays: null, fullRateDays: 31 })
  await ctx.db.insert(positions).values({ at: ctx.clock.now(), vehicleId: id, lon: 1, lat: 51 })
  expect(await partsOf()).toContain(`positions_d${day(0)}`)
  const { rows } = await ctx.db.execute(sql`select to_regclass(${`positions_d${day(3)}`}) as part`)
  expect(rows[0]?.part).not.toBeNull()
})

test('creating partitions blocks nobody while a backup reads the table', async () => {
  const past = new Date(ctx.clock.now().getTime() - 200 * DAY_MS)
  await ctx.db.transaction(async reading => {
    await reading.execute(sql`select count(*) from positions`)
    await prepareDays(ctx.db, 'positions', past)
    await ctx.db.insert(positions).values({ at: past, vehicleId: id, lon: 1, lat: 51 })
  })
  expect(await partsOf()).toContain('positions_rest')
})
