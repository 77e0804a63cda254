import { inflateRawSync } from 'node:zlib'
import { calls, type ZoneAge } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import {
  addDays,
  cutAt,
  dayOf,
  type FeatureOf,
  type GrowthSettings,
  type Mower,
  type Position,
  unpackGrass,
} from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { missionStretches, weatherHours } from '../../platform/db/schema/index.ts'
import { at, rectangle } from '../../testing/ground.ts'
import { standingPlanBody } from '../../testing/sampleItems.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
let server: TestServer
let mower: Mower
let bladeId: string
let zone: FeatureOf<'zone'>
let neighbour: FeatureOf<'zone'>
let revision = 0

const lawn = (title: string, zoneTypeId: string, east: number): FeatureOf<'zone'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'zone',
  geometry: { type: 'Polygon', coordinates: rectangle(east, 0, 20, 12) },
  properties: {
    title,
    zoneTypeId,
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})

beforeAll(async () => {
  server = await startTestServer()
  const blade = { name: 'Deck', widthM: 2, missionSpeedMps: 1.5 }
  bladeId = (await server.call(as, calls.blades.create, { body: blade })).result.id
  const zoneType = (
    await server.call(as, calls.zoneTypes.create, {
      body: {
        name: 'Lawn',
        color: '#17A73F',
        directions: ['12-6', '3-9'],
        allowsIntersection: false,
        mowable: true,
        intervalDays: 2,
      },
    })
  ).result
  mower = (
    await server.call(as, calls.mowers.create, {
      body: {
        name: 'Mower',
        color: '#0B7390',
        bladeId,
        systemId: 1,
        widthM: 1.6,
        minTurnRadiusM: 0,
        transitSpeedMps: 2,
        turningSpeedMps: 0.8,
        batteryRangeM: 20_000,
        bladeSwitch: { kind: 'relay', index: 0 },
        inService: false,
      },
    })
  ).result
  zone = lawn('Lawn', zoneType.id, 0)
  neighbour = lawn('Beside it', zoneType.id, 30)
  const added = [zone, neighbour]
  revision = (
    await server.call(as, calls.map.change, {
      body: { baseRevision: 0, label: 'Lawns', added, updated: [], removed: [] },
    })
  ).result.revision
})
afterAll(() => server?.close())

const plan = async (): Promise<string> =>
  (
    await server.call(as, calls.missions.create, {
      body: {
        title: 'Morning',
        target: { kind: 'zone', featureId: zone.id },
        mowerId: mower.id,
        bladeId,
        direction: 'auto',
        angleOffsetDeg: 0,
        turnScheme: 'oneInOne',
        cleaningCycles: 0,
        startsAt: null,
        startsByItself: false,
        slotS: null,
      },
    })
  ).result.id

const drive = async (missionId: string, points: readonly Position[], bladeOn = true, daysAgo = 0): Promise<void> => {
  await server.app.ctx.db.insert(missionStretches).values({
    missionId,
    at: new Date(server.clock.now().getTime() - daysAgo * 86_400_000),
    bladeOn,
    points: points.map(([lon, lat]): [number, number] => [lon, lat]),
  })
}

/** Rows two metres apart over all of the lawn, there and back. */
const rows: readonly Position[] = Array.from({ length: 6 }, (_, row) => 1 + row * 2).flatMap((north, row) =>
  row % 2 === 0 ? [at(0, north), at(20, north)] : [at(20, north), at(0, north)],
)

const memoryOf = (age: ZoneAge) => {
  const memory = unpackGrass(age, age.mowerIds, inflateRawSync(Buffer.from(age.cells, 'base64')))
  if (memory === undefined) throw new Error('The cells are not those of the lattice')
  return memory
}
const ageOf = async (id: string) =>
  memoryOf((await server.call('ROLE_TEST_USER', calls.grass.zone, { params: { id } })).result)
const list = async () => (await server.call('ROLE_TEST_USER', calls.grass.list)).result.items

test('before anything was cut every zone is overdue and nothing has an age', async () => {
  expect(await list()).toMatchObject([
    { title: 'Beside it', overdueShare: 1, isOverdue: true, mownShare: 0, lastAt: null, lastDirection: null },
    { title: 'Lawn', overdueShare: 1, isOverdue: true, mownShare: 0, areaM2: 240, intervalDays: 2 },
  ])
  expect((await server.call(as, calls.grass.zones)).result.items).toEqual([])
  expect((await ageOf(zone.id)).minutes.every(minute => minute === 0)).toBe(true)
})

test('what was driven with the blade on is recorded once: when, by which mower and in which direction', async () => {
  const id = await plan()
  await drive(id, rows)
  await drive(id, [at(31, 5), at(49, 5)], false)
  await Promise.all([list(), list(), server.call(as, calls.grass.zones)])
  const [first, second] = await list()
  expect(first).toMatchObject({ title: 'Beside it', mownShare: 0 })
  expect(second).toMatchObject({
    title: 'Lawn',
    isOverdue: false,
    lastMowerId: mower.id,
    lastDirection: '3-9',
    nextMissionId: id,
  })
  expect(second?.mownShare).toBeGreaterThan(0.97)
  const cell = cutAt(await ageOf(zone.id), at(10, 5.2))
  expect(cell?.mowerId).toBe(mower.id)
  expect(cell?.headingDeg).toBeCloseTo(90, 0)
  expect(Math.abs((cell?.at.getTime() ?? 0) - server.clock.now().getTime())).toBeLessThan(60_000)
  const left = await server.app.ctx.db.select().from(missionStretches)
  expect(left.filter(({ bladeOn, isRemembered }) => bladeOn && !isRemembered)).toEqual([])
})

test('the ledger records the real direction, and the next plan takes another', async () => {
  const { items } = (await server.call(as, calls.missions.ledger, { params: { id: zone.id } })).result
  expect(items).toHaveLength(1)
  expect(items[0]?.direction).toBe('3-9')
  const next = (await server.call(as, calls.missions.get, { params: { id: await plan() } })).result
  expect(next.resolvedDirection).toBe('12-6')
})

test('a redrawn zone keeps the cuts that are still inside it', async () => {
  const wider = { ...zone, geometry: { type: 'Polygon' as const, coordinates: rectangle(5, 0, 24, 12) } }
  await server.call(as, calls.map.change, {
    body: { baseRevision: revision, label: 'Moved', added: [], updated: [[zone, wider]], removed: [] },
  })
  const memory = await ageOf(zone.id)
  expect(cutAt(memory, at(10, 5.2))?.mowerId).toBe(mower.id)
  expect(cutAt(memory, at(2, 5.2))).toBeUndefined()
  expect((await list()).find(({ title }) => title === 'Lawn')?.overdueShare).toBeCloseTo(9 / 24, 1)
})

test('a zone is overdue when its last cut is older than the interval, and a late report counts', async () => {
  const id = await plan()
  await drive(
    id,
    rows.map(([lon, lat]): Position => [lon + (at(30, 0)[0] - at(0, 0)[0]), lat]),
    true,
    3,
  )
  const row = (await list()).find(({ title }) => title === 'Beside it')
  expect(row).toMatchObject({ isOverdue: true, overdueShare: 1, lastDirection: '3-9' })
  expect(row?.mownShare).toBeGreaterThan(0.97)
})

const GROWTH: GrowthSettings = { grass: 'cool', baseC: 0, heightMm: 6, mmPerDay: 1, leastDays: 1, mostDays: 8 }
const rowOf = async (title: string) => (await list()).find(row => row.title === title)
const today = (daysAhead = 0) => addDays(dayOf(server.clock.now(), 'UTC'), daysAhead)
const changeType = async (changes: object) => {
  const [type] = (await server.call(as, calls.zoneTypes.list, { query: {} })).result.items.filter(
    ({ id }) => id === zone.properties.zoneTypeId,
  )
  if (type === undefined) throw new Error('The type is gone')
  return server.call(as, calls.zoneTypes.update, {
    params: { id: type.id },
    body: { ...changes, updatedAt: type.updatedAt },
  })
}
/** 20 °C in every hour, at which it grows a millimetre in a day. */
const warmDays = (from: number, to: number) =>
  server.app.ctx.db.insert(weatherHours).values(
    Array.from({ length: (to - from + 1) * 24 }, (_, hour) => ({
      at: new Date(Date.parse(`${today(from)}T00:00:00Z`) + hour * 3_600_000),
      isObserved: false,
      source: 'test',
      samples: 1,
      temperatureC: 20,
      updatedAt: server.clock.now(),
    })),
  )

test('without weather the interval counts and the reason says since when, with weather the growth counts', async () => {
  expect(await rowOf('Beside it')).toMatchObject({
    due: { day: today(-1), isDue: true, reason: { code: 'fixed', intervalDays: 2 } },
    degreeDays: null,
  })
  expect((await changeType({ growth: GROWTH })).status).toBe(200)
  expect((await rowOf('Beside it'))?.due?.reason).toEqual({ code: 'weather', intervalDays: 2, since: today(-2) })
  await warmDays(-8, 3)
  // It may be cut until this day is over.
  expect(await rowOf('Beside it')).toMatchObject({
    isOverdue: false,
    overdueShare: 0,
    due: { day: today(), isDue: true, reason: { code: 'grown', grownMm: 3, limitMm: 3 } },
    degreeDays: 60,
    regulator: null,
  })
  // A third of it was never cut since it was redrawn.
  expect((await rowOf('Lawn'))?.due).toEqual({ day: today(), isDue: true, reason: { code: 'never' } })
  await changeType({ growth: { ...GROWTH, heightMm: 8 } })
  expect(await rowOf('Beside it')).toMatchObject({
    isOverdue: false,
    overdueShare: 0,
    due: { day: today(1), isDue: false, reason: { code: 'grown', grownMm: 3, limitMm: 4 } },
  })
})

test('degree days count since the last growth regulator in the records', async () => {
  for (const [daysAgo, product] of [
    [5, 'Trinexapac'],
    [2, 'Prohexadione'],
  ] as const) {
    const at = new Date(server.clock.now().getTime() - daysAgo * 86_400_000).toISOString()
    const body = { id: crypto.randomUUID(), kind: 'growthRegulator' as const, at, value: 0.8, product }
    expect((await server.call(as, lateCalls.zoneRecords.add, { params: { id: neighbour.id }, body })).status).toBe(200)
  }
  expect((await rowOf('Beside it'))?.regulator).toMatchObject({ product: 'Prohexadione', degreeDays: 40 })
})

test('a growth that cannot be is refused at its field', async () => {
  const refused = await changeType({ growth: { ...GROWTH, leastDays: 9 } })
  expect(refused.status).toBe(422)
  expect(refused.error.fields).toMatchObject({ 'body.growth.mostDays': { code: 'belowLeast' } })
  const words = await changeType({ growth: { ...GROWTH, heightMm: 'low' } })
  expect(words.status).toBe(422)
  expect(words.error.fields).toMatchObject({ 'body.growth.heightMm': { code: 'notANumber' } })
})

test('a standing plan for zones that are due mows on the due days that the page of the grass shows', async () => {
  const body = { ...standingPlanBody(zone.properties.zoneTypeId), firstDay: today(-30), onlyDue: true }
  const made = (await server.call(as, calls.standingPlans.create, { body })).result
  const { items } = (await server.call(as, calls.standingPlans.days, { query: { from: today(-1), to: today(6) } }))
    .result
  const ahead = items.map(({ jobs }) => jobs.map(({ title }) => title))
  // Four millimetres grow in four days; each cut moves the next one.
  expect(ahead).toEqual([[], ['Lawn'], ['Beside it'], [], [], ['Lawn'], ['Beside it'], []])
  expect(items[1]?.left).toMatchObject([{ title: 'Beside it', reason: 'notDue', due: (await rowOf('Beside it'))?.due }])
  await server.call(as, calls.standingPlans.remove, { params: { id: made.id } })
})

test('an unknown zone has no age, and people who may not see operations see none either', async () => {
  const nowhere = { params: { id: crypto.randomUUID() } }
  expect((await server.call(as, calls.grass.zone, nowhere)).status).toBe(404)
  expect((await server.call('ROLE_BUGGY_BAR', calls.grass.list)).status).toBe(403)
})
