import { readFileSync } from 'node:fs'
import { calls, type Report, type ReportBy } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import {
  addDays,
  type Day,
  type Direction,
  dayOf,
  frameAround,
  type GrowthSettings,
  type Position,
  polygonXY,
} from '@greensward/domain'
import { areaM2 as areaOf } from '@greensward/geometry'
import { asc, eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  directionLedger,
  missionLogs,
  missionRuns,
  missionStretches,
  missions,
  missionWork,
  staffJobs,
  weatherHours,
} from '../../platform/db/schema/index.ts'
import { saveProgress } from '../../shared/missionLife/missionsStore.ts'
import { why } from '../../shared/missionLife/why.ts'
import { at } from '../../testing/ground.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
const HOUR_MS = 3_600_000

let server: TestServer
let lawns: Lawns
let today: Day
const ids: string[] = []

const db = () => server.app.ctx.db
const ago = (hours: number): Date => new Date(server.clock.now().getTime() - hours * HOUR_MS)

/** There and back on rows two metres apart. */
const rows = (count: number): Position[] =>
  Array.from({ length: count }, (_, row) => 1 + row * 2).flatMap((north, row) =>
    row % 2 === 0 ? [at(0, north), at(20, north)] : [at(20, north), at(0, north)],
  )

interface Worked {
  readonly mower: 0 | 1
  readonly zone: 0 | 1
  readonly startedH: number
  readonly endedH: number
  readonly progress: number
  readonly cutM2: number
  readonly stoppedFor?: number
}

/** A mission that was driven in the past, written by the functions that write a real one. */
const worked = async (given: Worked): Promise<string> => {
  const body = lawns.request({
    mowerId: lawns.mowers[given.mower].id,
    target: { kind: 'zone', featureId: lawns.zones[given.zone].id },
  })
  const { id } = (await server.call(as, calls.missions.create, { body })).result
  const [startedAt, endedAt] = [ago(given.startedH), ago(given.endedH)]
  const progress = {
    missionId: id,
    part: 0,
    approach: [],
    from: { leg: 0, point: 0 },
    leftAt: null,
    seq: 0,
    itemCount: 1,
    mown: null,
    at: endedAt,
  }
  // In two pieces, as a mower that drives for a while is written.
  await db().transaction(async tx => {
    const first = { at: startedAt, bladeOn: true, points: rows(3) }
    await saveProgress(tx, { ...progress, progress: 0.1, cutM2: 40, stretches: [first] })
    const rest = { at: endedAt, bladeOn: false, points: [at(0, 0), at(30, 40)] }
    const end = { ...progress, progress: given.progress, cutM2: given.cutM2 }
    await saveProgress(tx, { ...end, stretches: [rest] })
    await saveProgress(tx, { ...end, stretches: [] })
    await tx.update(missions).set({ startedAt, endedAt, status: 'done' }).where(eq(missions.id, id))
    const run = { missionId: id, mowerId: body.mowerId, fromSeq: 0 }
    const stoppedAt = given.stoppedFor === undefined ? endedAt : ago(given.endedH + given.stoppedFor + 0.25)
    await tx.insert(missionRuns).values({
      ...run,
      startedAt,
      endedAt: stoppedAt,
      outcome: given.stoppedFor === undefined ? 'done' : 'stopped',
    })
    if (given.stoppedFor === undefined) return
    const said = why('mowerRestarted')
    const line = { missionId: id, at: stoppedAt, status: 'stopped' as const, who: 'system', why: 'Restarted' }
    await tx.insert(missionLogs).values([
      { ...line, said },
      { ...line, at: ago(given.endedH + 0.3), why: 'Noted' },
    ])
    await tx.insert(missionRuns).values({ ...run, startedAt: ago(given.endedH + 0.25), endedAt, outcome: 'done' })
  })
  return id
}

/** Metres from the middle of the earth, by WGS 84. */
const onEllipsoid = ([lon, lat]: Position): [number, number, number] => {
  const [a, e2, rad] = [6_378_137, 0.006_694_379_990_14, Math.PI / 180]
  const n = a / Math.sqrt(1 - e2 * Math.sin(lat * rad) ** 2)
  const across = n * Math.cos(lat * rad)
  return [across * Math.cos(lon * rad), across * Math.sin(lon * rad), n * (1 - e2) * Math.sin(lat * rad)]
}

const report = async (by: ReportBy, from = today, to = today): Promise<Report> =>
  (await server.call(as, lateCalls.reports.get, { query: { from, to, by } })).result

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
  const types = (await server.call(as, calls.zoneTypes.list, { query: {} })).result.items
  const [type] = types
  if (type === undefined) throw new Error('no zone type')
  await server.call(as, calls.zoneTypes.update, {
    params: { id: type.id },
    body: { intervalDays: 2, updatedAt: type.updatedAt },
  })
  // At noon, so that the hours before are of the same day.
  const noon = Math.ceil(server.clock.now().getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS + 12 * HOUR_MS
  server.clock.advance(noon - server.clock.now().getTime())
  await server.signInAgain()
  today = dayOf(server.clock.now(), 'UTC')
  ids.push(await worked({ mower: 0, zone: 0, startedH: 5, endedH: 4, progress: 1, cutM2: 410 }))
  ids.push(await worked({ mower: 0, zone: 1, startedH: 3, endedH: 1.5, progress: 0.5, cutM2: 190, stoppedFor: 0.5 }))
  ids.push(await worked({ mower: 1, zone: 0, startedH: 2, endedH: 1, progress: 1, cutM2: 405 }))
  await worked({ mower: 1, zone: 0, startedH: 50, endedH: 49, progress: 1, cutM2: 400 })
}, 120_000)
afterAll(() => server?.close())

test('the rows add up what their mowers did, and the total all of them', async () => {
  const { rows, total, days, causes } = await report('mower')
  const [first, second] = rows
  expect(rows.map(({ name }) => name)).toEqual(['Rook 1', 'Rook 2'])
  // Three rows of 20 m and the two turns between them, and 50 m with the blade off.
  const mownM = 3 * 20 + 2 * 2
  expect(first?.figures.mownM).toBeCloseTo(2 * mownM, 0)
  expect(first?.figures.drivenM).toBeCloseTo(2 * (mownM + 50), 0)
  expect(first?.figures.missions).toBe(2)
  expect(first?.figures.workS).toBeCloseTo(3_600 + 0.75 * 3_600 + 0.25 * 3_600, 3)
  expect(first?.figures).toMatchObject({ interruptions: 1, kWh: null, cost: null, peopleS: null, cuts: null })
  expect(second?.figures).toMatchObject({ missions: 1, done: 1, workS: 3_600, interruptions: 0 })
  expect(total.drivenM / (3 * (mownM + 50))).toBeCloseTo(1, 2)
  // What was cut, which is less or more than the share of the ground that was planned.
  expect([first?.figures.areaM2, second?.figures.areaM2]).toEqual([410 + 190, 405])
  expect(total.areaM2).toBeCloseTo((first?.figures.areaM2 ?? 0) + (second?.figures.areaM2 ?? 0), 6)
  expect(days).toMatchObject([{ day: today, workS: total.workS, areaM2: total.areaM2 }])
  expect(causes).toEqual([{ why: why('mowerRestarted'), text: 'Restarted', count: 1 }])
})

test('what was driven before the work was kept is counted by the migration, as by the program', async () => {
  const before = await db().select().from(missionWork).orderBy(asc(missionWork.missionId))
  const migration = readFileSync(new URL('../../../migrations/0017_mission_work.sql', import.meta.url), 'utf8')
  const insert = migration.slice(migration.indexOf('INSERT INTO'))
  await db().transaction(async tx => {
    await tx.delete(missionWork)
    await tx.execute(sql.raw(insert))
    const after = await tx.select().from(missionWork).orderBy(asc(missionWork.missionId))
    expect(after.map(({ missionId }) => missionId)).toEqual(before.map(({ missionId }) => missionId))
    for (const [index, { drivenM, mownM }] of after.entries()) {
      expect(drivenM).toBeCloseTo(before[index]?.drivenM ?? 0, 6)
      expect(mownM).toBeCloseTo(before[index]?.mownM ?? 0, 6)
    }
    await tx.delete(missionWork)
    await tx.insert(missionWork).values(before)
  })
})

test('a mission of before its area was kept counts by the share that it cut of what was planned', async () => {
  const id = ids[0] ?? ''
  await db().update(missionWork).set({ cutM2: null }).where(eq(missionWork.missionId, id))
  const [first] = (await report('mower')).rows
  const { stats } = (await server.call(as, calls.missions.get, { params: { id } })).result
  expect(first?.figures.areaM2).toBeCloseTo(stats.areaM2 + 190, 6)
  await db().update(missionWork).set({ cutM2: 410 }).where(eq(missionWork.missionId, id))
})

test('an independent count of the recorded paths gives the same metres', async () => {
  const { total } = await report('zoneType')
  const stretches = await db().select().from(missionStretches)
  let [drivenM, mownM] = [0, 0]
  for (const { missionId, points, bladeOn } of stretches) {
    if (!ids.includes(missionId)) continue
    for (const [i, point] of points.entries()) {
      const before = points[i - 1]
      if (before === undefined) continue
      const metres = Math.hypot(...onEllipsoid(point).map((value, axis) => value - (onEllipsoid(before)[axis] ?? 0)))
      drivenM += metres
      if (bladeOn) mownM += metres
    }
  }
  expect(drivenM).toBeGreaterThan(300)
  expect(Math.abs(total.drivenM / drivenM - 1)).toBeLessThan(0.001)
  expect(Math.abs(total.mownM / mownM - 1)).toBeLessThan(0.001)
})

test('cuts stand against those that the intervals ask for, per zone type and hole', async () => {
  const byType = await report('zoneType')
  // Two zones that want a cut every second day: one cut a day.
  expect(byType.rows).toMatchObject([{ name: 'Lawn', figures: { cuts: 2.5, targetCuts: 1 } }])
  const { rows, total } = await report('hole')
  expect(rows.map(({ kind, name, figures }) => [kind, name, figures.cuts, figures.targetCuts])).toEqual([
    ['item', '13', 2, 0.5],
    ['none', null, 0.5, 0.5],
  ])
  expect(total).toMatchObject({ cuts: 2.5, targetCuts: 1 })
})

test('where a zone type grows, growth says how many cuts are wanted; without weather its interval does', async () => {
  const [type] = (await server.call(as, calls.zoneTypes.list, { query: {} })).result.items
  if (type === undefined) throw new Error('no zone type')
  const change = async (growth: GrowthSettings | null) => {
    const [{ updatedAt } = type] = (await server.call(as, calls.zoneTypes.list, { query: {} })).result.items
    const body = { growth, updatedAt }
    return (await server.call(as, calls.zoneTypes.update, { params: { id: type.id }, body })).result
  }
  await change({ grass: 'cool', baseC: 0, heightMm: 6, mmPerDay: 1, leastDays: 1, mostDays: 9 })
  const fourDays = addDays(today, -3)
  expect((await report('mower', fourDays)).total).toMatchObject({ targetCuts: 4, growthCuts: 0 })
  // At 20 °C it grows a millimetre in a day, and three may grow: two zones want a cut each third day.
  const first = Date.parse(`${addDays(today, -12)}T00:00:00Z`)
  await db()
    .insert(weatherHours)
    .values(
      Array.from({ length: 14 * 24 }, (_, hour) => ({
        at: new Date(first + hour * HOUR_MS),
        isObserved: true,
        source: 'test',
        samples: 1,
        temperatureC: 20,
        updatedAt: ago(0),
      })),
    )
  const byType = await report('zoneType', fourDays)
  expect(byType.total.targetCuts).toBeCloseTo((2 * 4) / 3, 9)
  expect(byType.total.growthCuts).toBeCloseTo((2 * 4) / 3, 9)
  expect(byType.rows[0]?.figures.growthCuts).toBeCloseTo((2 * 4) / 3, 9)
  expect((await report('hole', fourDays)).rows.map(({ figures }) => figures.targetCuts)).toEqual([
    expect.closeTo(4 / 3, 9),
    expect.closeTo(4 / 3, 9),
  ])
  await change(null)
  expect((await report('mower', fourDays)).total).toMatchObject({ targetCuts: 4, growthCuts: 0 })
  await db().delete(weatherHours)
})

test('the directions of cut are shares of the zones, and a zone type has those that it allows', async () => {
  const line = (mission: number, zone: 0 | 1, direction: Direction, share: number) => ({
    missionId: ids[mission] ?? '',
    featureId: lawns.zones[zone].id,
    direction,
    at: ago(1),
    share,
  })
  await db()
    .insert(directionLedger)
    .values([line(0, 0, '12-6', 1), line(1, 1, '10-4', 0.5), line(2, 0, '10-4', 1), line(2, 1, '10-4', 0.25)])
  const [a, b] = lawns.zones.map(({ geometry }) =>
    areaOf(polygonXY(frameAround(geometry.coordinates[0] ?? []), geometry)),
  )
  if (a === undefined || b === undefined) throw new Error('no zones')
  const [first, second] = (await report('mower')).rows
  const rook1 = [
    { direction: '12-6', areaM2: expect.closeTo(a, 3) },
    { direction: '10-4', areaM2: expect.closeTo(b / 2, 3) },
  ]
  expect(first?.figures.directions).toHaveLength(2)
  expect(first?.figures.directions).toEqual(expect.arrayContaining(rook1))
  expect(second?.figures.directions).toEqual([{ direction: '10-4', areaM2: expect.closeTo(a + b / 4, 3) }])
  const { rows, total } = await report('zoneType')
  expect(rows[0]?.figures.directions.filter(({ areaM2 }) => areaM2 > 0)).toEqual(total.directions)
  expect(rows[0]?.figures.directions).toContainEqual({ direction: '3-9', areaM2: 0 })
  expect(total.directions.map(({ direction }) => direction)).toEqual(['10-4', '12-6'])
  await db().delete(directionLedger)
  expect((await report('mower')).total.directions).toEqual([])
})

test('each row opens the missions that it counts', async () => {
  const span = {
    startedFrom: `${today}T00:00:00.000Z`,
    startedTo: new Date(Date.parse(today) + 24 * HOUR_MS).toISOString(),
  }
  const behind = async (filter: Record<string, string | number>) =>
    (await server.call(as, calls.missions.list, { query: { ...span, ...filter } })).result.items.map(({ id }) => id)
  const filters = { mower: 'mowerId', zoneType: 'zoneTypeId', hole: 'holeId', person: 'createdById' } as const
  expect((await behind({})).toSorted()).toEqual(ids.toSorted())
  for (const by of Object.keys(filters) as ReportBy[]) {
    const { rows } = await report(by)
    const found = await Promise.all(rows.map(({ key }) => behind({ [filters[by]]: key })))
    expect([by, found.map(list => list.length)]).toEqual([by, rows.map(({ figures }) => figures.missions)])
    expect(found.flat().toSorted()).toEqual(ids.toSorted())
  }
})

test('rates bring the cost, of mowers, energy and people', async () => {
  const rates = { currency: 'GBP', mowerHour: 10, kWh: 2, litre: null, personHour: 20 }
  expect((await server.call(as, lateCalls.reports.changeRates, { body: rates })).status).toBe(403)
  expect((await server.call('ROLE_MANAGER', lateCalls.reports.changeRates, { body: rates })).result).toEqual(rates)
  expect((await server.call(as, lateCalls.reports.rates)).result).toEqual(rates)
  const [mower] = (await server.call(as, calls.mowers.list, { query: {} })).result.items
  if (mower === undefined) throw new Error('no mower')
  const energy = { source: 'battery' as const, capacity: 10, reserveShare: 0.1, fullChargeH: null }
  await server.call(as, calls.mowers.update, { params: { id: mower.id }, body: { energy, updatedAt: mower.updatedAt } })
  await db()
    .insert(staffJobs)
    .values({
      day: today,
      kind: 'Raking',
      holeId: lawns.hole.id,
      place: '13',
      position: 0,
      personId: server.userIds[as],
      person: 'Keeper',
      plannedMinutes: 30,
      note: '',
      status: 'done',
      minutes: 90,
      isChangedByHand: false,
      updatedAt: ago(0),
    })
  const { rows, total } = await report('mower')
  const used = (2 * (64 + 50) * 10) / 20_000
  expect(rows[0]?.figures.kWh).toBeCloseTo(used, 3)
  expect(rows[0]?.figures.cost).toBeCloseTo(20 + 2 * used, 2)
  expect(rows.at(-1)).toMatchObject({ kind: 'jobs', figures: { peopleS: 5_400, cost: 30, missions: 0 } })
  expect(total.cost).toBeCloseTo(60 + 2 * used, 2)
  expect((await report('person')).rows).toMatchObject([{ kind: 'item', figures: { missions: 3, peopleS: 5_400 } }])
  expect((await report('hole')).rows[0]?.figures.peopleS).toBe(5_400)
})

test('a file has the same rows, numbers as numbers and units in its head', async () => {
  const query = { from: today, to: today, by: 'mower' } as const
  const csv = await fetch(`${server.url}/api/reports/export?${new URLSearchParams({ ...query, format: 'csv' })}`, {
    headers: { 'x-api-key': server.tokens[as] },
  })
  const [head, first] = (await csv.text()).split('\r\n')
  expect(head).toContain('Mower,Missions,Done,Area (ha),Working time (h),Driven (m)')
  expect(head).toContain('Cost (GBP)')
  expect(first).toMatch(/^Rook 1,2,2,/)
  const xlsx = await fetch(`${server.url}/api/reports/export?${new URLSearchParams({ ...query, format: 'xlsx' })}`, {
    headers: { 'x-api-key': server.tokens[as] },
  })
  expect(xlsx.headers.get('content-type')).toContain('spreadsheetml')
  const files = unzipSync(new Uint8Array(await xlsx.arrayBuffer()))
  const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml'])
  const workH = sheet.match(/<c r="E2"[^>]*><v>([^<]+)<\/v>/)
  expect(workH?.[1]).toBe('2')
  expect(sheet).not.toMatch(/<c r="E2"[^>]*t="s"/)
}, 60_000)

test('an odd span is refused, and reports are closed to those who may not read them', async () => {
  const ask = (from: string, to: string) => server.call(as, lateCalls.reports.get, { query: { from, to, by: 'mower' } })
  expect((await ask('2026-02-02', '2026-02-01')).status).toBe(422)
  expect((await ask('2020-01-01', '2026-02-01')).status).toBe(422)
  expect((await ask('2026-02-30', '2026-03-01')).status).toBe(422)
  const query = { from: today, to: today, by: 'mower' } as const
  expect((await server.call('ROLE_TEST_USER', lateCalls.reports.get, { query })).status).toBe(403)
  expect((await report('mower', '2020-01-01', '2020-01-02')).rows).toEqual([])
})
