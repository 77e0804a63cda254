import { calls } from '@greensward/contract'
import { addDays, dayOf, momentOf } from '@greensward/domain'
import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findUserByLogin } from '../../../features/auth/userStore.ts'
import {
  grassMemories,
  missionLogs,
  missionStretches,
  missions,
  mowers,
  notifications,
  odometers,
  positions,
  shiftRoutes,
  shifts,
  users,
  zoneRecords,
} from '../../../platform/db/schema/index.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { fillWithDemo } from '../index.ts'
import { makeFortnight } from './fortnight.ts'

/** Enough for every mower to have worked. */
const DAYS = 2
/** Of the demo course. */
const ZONE = 'Europe/London'

let server: TestServer
let madeOf: readonly string[]

const ctx = () => server.app.ctx
const now = () => ctx().clock.now()
const idsOf = async () => (await ctx().db.select({ id: missions.id }).from(missions)).map(({ id }) => id).sort()

beforeAll(async () => {
  server = await startTestServer()
  // Late in the evening nothing fits into the rest of the day.
  const morning = momentOf(addDays(dayOf(now(), ZONE), 1), 8, 0, ZONE)
  server.clock.advance(morning.getTime() - now().getTime())
  // As on the first start, at which nobody is known yet.
  await ctx().db.delete(users)
  await fillWithDemo({ ...ctx(), config: { ...ctx().config, demoHistory: true } })
  await makeFortnight(ctx(), () => undefined, { pastDays: DAYS })
  madeOf = await idsOf()
}, 900_000)
afterAll(() => server?.close())

test('what has ended lies in the past, what is planned in the future, and nothing is under way', async () => {
  const rows = await ctx().db.select().from(missions)
  const ended = rows.filter(({ status }) => status !== 'planned')
  expect(ended.length).toBeGreaterThan(80)
  expect(ended.filter(({ endedAt }) => endedAt === null || endedAt > now())).toEqual([])
  expect(rows.filter(({ status }) => ['uploading', 'working', 'stopped'].includes(status))).toEqual([])
  const planned = rows.filter(({ status }) => status === 'planned')
  expect(planned.filter(({ startsAt }) => startsAt === null || startsAt <= now())).toEqual([])
  const late = await ctx().db.select().from(missionLogs).where(gt(missionLogs.at, now()))
  expect(late).toEqual([])
  expect(await ctx().db.select().from(positions).where(gt(positions.at, now()))).toEqual([])
})

test('greens have records, and fairways and rough grow in the weather of these weeks', async () => {
  const [record] = await ctx().db.select({ count: sql<number>`count(*)::int` }).from(zoneRecords)
  expect(record?.count).toBeGreaterThan(5)
  const keeper = await findUserByLogin(ctx().db, 'greenkeeper')
  const token = await server.openSessionOf(keeper?.id ?? 0)
  const { items } = (await server.as(token, calls.grass.list)).result
  const reasons = new Set(items.map(({ due }) => due?.reason.code))
  expect(reasons).toContain('grown')
  expect(reasons).not.toContain('weather')
})

test('people have done their jobs of the days before, and a part of those of today', async () => {
  const keeper = await findUserByLogin(ctx().db, 'greenkeeper')
  const token = await server.openSessionOf(keeper?.id ?? 0)
  const today = dayOf(now(), ZONE)
  const listed = async (day: string) => (await server.as(token, calls.jobs.list, { query: { day } })).result.items
  const before = await listed(addDays(today, -1))
  expect(before.length).toBeGreaterThan(20)
  expect(before.filter(({ status, person }) => status !== 'done' || person === null)).toEqual([])
  const own = await listed(today)
  expect(new Set(own.map(({ status }) => status))).toEqual(new Set(['done', 'planned']))
  expect(own.filter(({ endedAt }) => endedAt !== null && Date.parse(endedAt) > now().getTime())).toEqual([])
  // What is repeated is made once.
  expect(new Set(own.map(({ kind, place }) => `${kind} ${place}`)).size).toBe(own.length)
})

test('each mission that is done was mown nearly whole, and its path was driven in its time', async () => {
  const done = await ctx()
    .db.select()
    .from(missions)
    .where(and(eq(missions.status, 'done'), eq(missions.targetKind, 'zone')))
  expect(done.filter(({ progress }) => progress < 0.9).map(({ title, progress }) => [title, progress])).toEqual([])
  const stray = await ctx()
    .db.select({ id: missionStretches.id })
    .from(missionStretches)
    .innerJoin(missions, eq(missions.id, missionStretches.missionId))
    .where(sql`${missionStretches.at} < ${missions.startedAt} or ${missionStretches.at} > ${missions.endedAt}`)
  expect(stray).toEqual([])
  const elsewhere = await ctx()
    .db.select({ at: positions.at })
    .from(positions)
    .innerJoin(missions, eq(missions.id, positions.missionId))
    // Positions are of whole seconds.
    .where(
      sql`${positions.at} < ${missions.startedAt} - interval '1 second' or ${positions.at} > ${missions.endedAt}
        or ${positions.vehicleId} <> ${missions.mowerId}`,
    )
  expect(elsewhere).toEqual([])
})

test('the last cut of each green is the end of its last mission', async () => {
  const keeper = await findUserByLogin(ctx().db, 'greenkeeper')
  const token = await server.openSessionOf(keeper?.id ?? 0)
  const { items } = (await server.as(token, calls.grass.list)).result
  const last = await ctx()
    .db.select({ targetId: missions.targetId, at: sql<string>`max(${missions.endedAt})` })
    .from(missions)
    .where(and(eq(missions.status, 'done'), eq(missions.targetKind, 'zone')))
    .groupBy(missions.targetId)
  expect(last.length).toBeGreaterThan(80)
  // A mower beside a zone may cut its edge later, but nothing reaches the greens inside their collars.
  const lateS = last.map(({ targetId, at }) => {
    const row = items.find(({ zoneId }) => zoneId === targetId)
    return { title: row?.title ?? '', s: (Date.parse(row?.lastAt ?? '') - Date.parse(`${at}`)) / 1_000 }
  })
  expect(lateS.filter(({ s }) => !(s > -120))).toEqual([])
  const greens = lateS.filter(({ title }) => /^Green \d/.test(title))
  expect(greens).toHaveLength(18)
  expect(greens.filter(({ s }) => s > 60)).toEqual([])
  expect(await ctx().db.$count(grassMemories)).toBeGreaterThan(80)
})

test('the hours of the garage are those of its missions, and every mower is known from them', async () => {
  const { rows } = await ctx().db.execute<{ name: string; hours: number; counted: number }>(sql`
    select ${mowers.name} as name,
      sum(extract(epoch from ${missions.endedAt} - ${missions.startedAt}))::float8 as hours,
      max(${odometers.drivingS})::float8 as counted
    from ${mowers} join ${missions} on ${missions.mowerId} = ${mowers.id} and ${missions.status} = 'done'
    join ${odometers} on ${odometers.vehicleId} = ${mowers.id} group by 1`)
  expect(rows.length).toBe(6)
  for (const { name, hours, counted } of rows)
    expect([name, counted / hours > 0.9, counted / hours < 1.03]).toEqual([name, true, true])
  const known = await ctx()
    .db.select()
    .from(mowers)
    .where(and(isNotNull(mowers.driveTime), isNotNull(mowers.energyUse)))
  expect(known).toHaveLength(6)
})

test('a shift of today is planned and not released, and no mission starts by itself', async () => {
  const made = await ctx().db.select().from(shifts)
  const routes = await ctx().db.select().from(shiftRoutes).where(ne(shiftRoutes.state, 'done'))
  expect(routes.length).toBeGreaterThan(0)
  expect(routes.every(({ state, isLive }) => state === 'waiting' && !isLive)).toBe(true)
  const open = made.filter(({ id }) => routes.some(({ shiftId }) => shiftId === id))
  expect(open.map(({ day, release }) => [day, release])).toEqual([[dayOf(now(), ZONE), null]])
  const own = await ctx()
    .db.select()
    .from(missions)
    .where(and(eq(missions.status, 'planned'), eq(missions.startsByItself, true)))
  expect(own).toEqual([])
})

test('a recorded day of many missions has at most twenty notifications for a greenkeeper', async () => {
  const day = sql<string>`to_char(at at time zone 'Europe/London', 'YYYY-MM-DD')`
  const { rows } = await ctx().db.execute<{ day: string; count: number; ended: number }>(sql`
    select day, count, (select count(*)::int from ${missions}
      where to_char(ended_at at time zone 'Europe/London', 'YYYY-MM-DD') = day and target_kind <> 'drive') as ended
    from (select ${day} as day, count(*)::int as count from ${notifications}
      where roles @> array['ROLE_GREENKEEPER']::text[] group by 1) as days`)
  expect(rows.length).toBeGreaterThanOrEqual(DAYS)
  for (const { count } of rows) expect(count).toBeLessThanOrEqual(20)
  // One for the start and one for the end of each would be many more.
  expect(Math.max(...rows.map(({ ended }) => ended))).toBeGreaterThan(20)
  const ends = await ctx().db.select().from(notifications).where(sql`kind in ('shiftDone', 'shiftDoneLeft')`)
  expect(ends.length).toBeGreaterThanOrEqual(DAYS)
})

test('made again, as after a crash, it adds nothing', async () => {
  await makeFortnight(ctx(), () => undefined, { pastDays: DAYS })
  expect(await idsOf()).toEqual(madeOf)
  expect(await ctx().db.$count(notifications)).toBeLessThan(20)
}, 900_000)
