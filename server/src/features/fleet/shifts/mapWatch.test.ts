/** Changes of the map while mowers drive, on a real database; the mowers note what reaches them. */
import { type BodyOf, calls } from '@greensward/contract'
import type { CourseFeature, FeatureOf, Mission } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCurrentCourse } from '../../../shared/course/currentCourse.ts'
import { at } from '../../../testing/ground.ts'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import type { FleetParts } from '../fleetParts.ts'
import { Garage } from '../garage.ts'
import type { OwnMission } from '../mission/activeMission.ts'
import { driveOf } from '../mission/missionDrive.ts'
import { MapWatch } from './mapWatch.ts'

const as = 'ROLE_GREENKEEPER'
const path: FeatureOf<'road'> = {
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'road',
  geometry: { type: 'LineString', coordinates: [at(0, 500), at(100, 500)] },
  properties: { title: 'Path', type: 'cartPath' },
}
const toilet: FeatureOf<'wc'> = {
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'wc',
  geometry: { type: 'Point', coordinates: at(0, 520) },
  properties: { title: 'At the tenth tee' },
}

let server: TestServer
let lawns: Lawns
let missions: readonly Mission[]
let shiftId: string

const change = async (changes: Partial<BodyOf<typeof calls.map.change>>): Promise<void> => {
  const { revision } = (await server.call(as, calls.map.get)).result
  const body = { baseRevision: revision, label: 'Change', added: [], updated: [], removed: [], ...changes }
  await server.call(as, calls.map.change, { body }).then(answer => answer.result)
}

beforeAll(async () => {
  // Its own fleet controls nothing here: the one of the tests does.
  server = await startTestServer({ config: { isGateway: false } })
  lawns = await seedLawns(server)
  missions = await Promise.all(
    lawns.mowers.map(
      async ({ id: mowerId }, index) =>
        (
          await server.call(as, calls.missions.create, {
            body: lawns.request({ mowerId, target: { kind: 'zone', featureId: lawns.zones[index]?.id ?? '' } }),
          })
        ).result,
    ),
  )
  const now = server.clock.now().getTime()
  const body = {
    day: new Date(now).toISOString().slice(0, 10),
    name: 'Morning',
    from: new Date(now - 1_000).toISOString(),
    until: new Date(now + 3_600_000).toISOString(),
    missionIds: missions.map(({ id }) => id),
  }
  shiftId = (await server.call(as, calls.shifts.create, { body })).result.id
  await server.call(as, calls.shifts.release, { params: { id: shiftId }, body: { until: null } })
})
afterAll(() => server?.close())

beforeEach(async () => {
  const { features } = (await server.call(as, calls.map.get)).result
  const missing = [path, toilet].filter(({ id }) => features.every(feature => feature.id !== id))
  if (missing.length > 0) await change({ added: missing })
})

/** The first task of each route runs, as this. */
const runs = async (kind: 'mow' | 'drive'): Promise<void> => {
  await server.app.ctx.db.execute(sql`update shift_routes set state = 'running',
    tasks = jsonb_set(jsonb_set(tasks, '{0,state}', '"running"'), '{0,kind}', ${JSON.stringify(kind)}::jsonb)
    where shift_id = ${shiftId}`)
}

interface Options {
  /** Missions that persons started, in place of those of the shift. */
  readonly isOfPerson?: boolean
  readonly status?: OwnMission['status']
  readonly checkPlan?: (plan: unknown) => Promise<readonly object[]>
}

/** A watch over the two mowers, and what reaches them. */
const stage = async ({ isOfPerson = false, status = 'working', checkPlan = async () => [] }: Options = {}) => {
  const { ctx } = server.app
  const garage = new Garage()
  await garage.read(ctx.db)
  const happened: string[] = []
  const plan = { legs: [{ kind: 'swath', bladeOn: true, speedMps: 1, points: [at(1, 1), at(10, 1)] }] }
  const mowers = lawns.mowers.map((mower, index) => ({
    id: mower.id,
    isStarting: false,
    mission: {
      id: isOfPerson ? crypto.randomUUID() : missions[index]?.id,
      mowerId: mower.id,
      target: { kind: 'zone', featureId: lawns.zones[index]?.id },
      status,
      plan,
      approach: [],
      from: { leg: 0, point: 0 },
      drive: driveOf(plan as unknown as OwnMission['plan'], mower, []),
      seq: 1_000,
    },
    // One that does not answer must not keep the other from its stop.
    stop: () => {
      happened.push(`stops ${mower.name}`)
      return new Promise(() => undefined)
    },
    holdNow: (cause: Said) => {
      if (status !== 'working') return false
      happened.push(`holds ${mower.name}: ${(cause.params.cause as Said).code}`)
      return true
    },
  }))
  const watch = new MapWatch({
    ctx,
    garage,
    course: createCurrentCourse(ctx.db),
    ownership: { holds: () => true },
    registry: { all: () => mowers, get: (id: string) => mowers.find(mower => mower.id === id) },
    interruptions: { noteKind: (id: string, kind: string) => happened.push(`${kind} ${garage.nameOf(id)}`) },
    planner: { checkPlan },
    journal: { enter: (...[, what]: string[]) => happened.push(String(what)) },
    view: { telemetryOf: () => undefined },
  } as unknown as FleetParts)
  await watch.start()
  return { watch, happened: () => [...happened].sort() }
}

const BOTH = ['mapChanged Rook 1', 'mapChanged Rook 2', 'stops Rook 1', 'stops Rook 2']

test('SAFE-13c a deleted road stops every drive of a shift, also past a mower that does not answer', async () => {
  await runs('drive')
  const { watch, happened } = await stage()
  await change({ removed: [path] })
  await watch.look([path.id])
  expect(happened()).toEqual(BOTH)
})

test('SAFE-13c a deleted toilet stops no drive', async () => {
  await runs('drive')
  const { watch, happened } = await stage()
  await change({ removed: [toilet] })
  await watch.look([toilet.id])
  expect(happened()).toEqual([])
})

test('SAFE-13c a change whose event was missed is found by the map itself', async () => {
  await runs('drive')
  const { watch, happened } = await stage()
  await watch.look()
  expect(happened()).toEqual([])
  await change({ removed: [path] })
  await watch.look()
  expect(happened()).toEqual(BOTH)
})

test('SAFE-13c a change of the field that it mows stops a mower of a shift', async () => {
  await runs('mow')
  const { watch, happened } = await stage()
  const [lawn] = lawns.zones
  const renamed: CourseFeature = { ...lawn, properties: { ...lawn.properties, title: `Lawn ${crypto.randomUUID()}` } }
  await change({ updated: [[lawn, renamed]] })
  await watch.look([lawn.id])
  expect(happened()).toContain('stops Rook 1')
  await change({ updated: [[renamed, lawn]] })
})

const VIOLATION = { kind: 'crossesObstacle', path: 0, segment: 0, at: at(1, 1), featureId: null, title: 'Pond' }

test('SAFE-13c a mission of a person is stopped where its path ahead is not safe on the new map', async () => {
  await runs('mow')
  const safe = await stage({ isOfPerson: true })
  await change({ removed: [path] })
  await safe.watch.look([path.id])
  expect(safe.happened()).toEqual([])
  const { watch, happened } = await stage({ isOfPerson: true, checkPlan: async () => [VIOLATION] })
  await watch.look([path.id])
  expect(happened()).toEqual(['holds Rook 1: mapAhead', 'holds Rook 2: mapAhead'])
})

test('SAFE-13c a path that cannot be checked on a changed map counts as unsafe', async () => {
  const fails = () => Promise.reject(new Error('the planner is away'))
  const { watch, happened } = await stage({ isOfPerson: true, checkPlan: fails })
  await watch.look([path.id])
  expect(happened()).toEqual(['holds Rook 1: mapUnchecked', 'holds Rook 2: mapUnchecked'])
})

test('SAFE-13c a start in progress is broken off where its path is not safe on the new map', async () => {
  const { watch, happened } = await stage({
    isOfPerson: true,
    status: 'uploading',
    checkPlan: async () => [VIOLATION],
  })
  await watch.look([path.id])
  expect(happened()).toEqual(['log line', 'log line', 'stops Rook 1', 'stops Rook 2'])
})

test('SAFE-13c a mower that is found driving is judged on the map as it is, and only that one', async () => {
  const safe = await stage({ isOfPerson: true })
  await safe.watch.lookAt(lawns.mowers[1].id)
  expect(safe.happened()).toEqual([])
  const { watch, happened } = await stage({ isOfPerson: true, checkPlan: async () => [VIOLATION] })
  await watch.lookAt(lawns.mowers[1].id)
  expect(happened()).toEqual(['holds Rook 2: mapAhead'])
})
