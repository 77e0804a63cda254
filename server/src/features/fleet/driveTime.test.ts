/** A finished mission changes how long its mower is expected to take, on the real database. */
import { calls } from '@greensward/contract'
import { driveDurationS, type FeatureOf, type Mission, type Mower } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPlan } from '../../shared/missionLife/missionsStore.ts'
import { SYSTEM } from '../../shared/missionLife/moveMission.ts'
import { why } from '../../shared/missionLife/why.ts'
import { at, rectangle } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { OwnMission } from './activeMission.ts'
import { Garage } from './garage.ts'
import { createJournal } from './journal.ts'
import { recordMove } from './recordMove.ts'

let server: TestServer
let mower: Mower
let zone: FeatureOf<'zone'>

const as = 'ROLE_GREENKEEPER'

beforeAll(async () => {
  server = await startTestServer()
  const blade = (
    await server.call(as, calls.blades.create, { body: { name: 'Deck', widthM: 2, missionSpeedMps: 1.5 } })
  ).result
  const zoneType = (
    await server.call(as, calls.zoneTypes.create, {
      body: { name: 'Lawn', color: '#17A73F', directions: ['12-6', '3-9'], allowsIntersection: false, mowable: true },
    })
  ).result
  mower = (
    await server.call(as, calls.mowers.create, {
      body: {
        name: 'Mower',
        color: '#0B7390',
        bladeId: blade.id,
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
  zone = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'zone',
    geometry: { type: 'Polygon', coordinates: rectangle(0, 0, 60, 40) },
    properties: {
      title: 'Lawn',
      zoneTypeId: zoneType.id,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  }
  await server
    .call(as, calls.map.change, {
      body: { baseRevision: 0, label: 'A lawn', added: [zone], updated: [], removed: [] },
    })
    .then(answer => answer.result)
})

afterAll(() => server?.close())

beforeEach(async () => {
  await server.app.ctx.db.execute(sql`update mowers set drive_time = null`)
})

const plan = async (): Promise<Mission> =>
  (
    await server.call(as, calls.missions.create, {
      body: {
        title: 'Mow the lawn',
        target: { kind: 'zone', featureId: zone.id },
        mowerId: mower.id,
        bladeId: mower.bladeId ?? '',
        direction: '12-6',
        angleOffsetDeg: 0,
        turnScheme: 'oneInOne',
        cleaningCycles: 1,
        startsAt: null,
        startsByItself: false,
      },
    })
  ).result

const driveTimeOf = async (): Promise<Mower['driveTime']> =>
  (await server.call(as, calls.mowers.get, { params: { id: mower.id } })).result.driveTime

/** Ends a working mission. @param runs driven seconds of each run as a share of the modelled ones */
const finish = async (mission: Mission, runs: readonly number[], isUnconfirmed = false): Promise<void> => {
  const { ctx } = server.app
  const stored = await readPlan(ctx.db, mission.id)
  if (stored === undefined) throw new Error('the mission has no plan')
  const modelledS = driveDurationS(stored.plan.legs)
  await ctx.db.execute(sql`update missions set status = 'working', started_at = now() where id = ${mission.id}`)
  for (const [i, ratio] of runs.entries()) {
    const isLast = i === runs.length - 1
    const began = new Date(ctx.clock.now().getTime() - ratio * modelledS * 1_000)
    await ctx.db.execute(sql`
      insert into mission_runs (mission_id, mower_id, started_at, ended_at, from_seq, outcome)
      values (${mission.id}, ${mower.id}, ${began.toISOString()}, ${isLast ? null : ctx.clock.now().toISOString()}, 0,
        ${isLast ? null : 'stopped'})`)
  }
  const journal = createJournal(ctx.log)
  const active: OwnMission = {
    id: mission.id,
    title: mission.title,
    mowerId: mower.id,
    bladeId: mission.bladeId,
    target: mission.target,
    createdBy: mission.createdBy,
    plan: stored.plan,
    approach: [],
    from: { leg: 0, point: 0 },
    drive: { items: [], steps: [] },
    boundary: null,
    bladeOffBoundary: null,
    progress: {
      note: () => undefined,
      interrupt: () => undefined,
      share: 1,
      packed: () => null,
      takeStretches: () => [],
    },
    status: 'working',
    seq: 1,
    leftAt: at(0, 0),
    isUnconfirmed,
    mayHaveMoved: true,
    isInside: true,
  }
  recordMove({ ctx, journal, garage: new Garage() }, active, { event: 'finished', actor: SYSTEM, why: why('lastItem') })
  await journal.settled(10_000)
}

test('a mission that took longer than modelled makes the next predictions of its mower longer', async () => {
  const first = await plan()
  await finish(first, [1.15])
  const known = await driveTimeOf()
  expect(known?.missions).toBe(1)
  expect(known?.factor).toBeGreaterThan(1.03)
  expect(known?.factor).toBeLessThan(1.15)
  const second = await plan()
  expect(second.stats.durationS / first.stats.durationS).toBeCloseTo(known?.factor ?? 0, 6)
})

test('only the time between start and stop of each run counts', async () => {
  await finish(await plan(), [0.5, 0.6])
  const known = await driveTimeOf()
  expect(known?.factor).toBeGreaterThan(1)
  expect(known?.factor).toBeLessThan(1.1)
})

test('a mission whose end was not seen teaches nothing', async () => {
  await finish(await plan(), [1.15], true)
  expect(await driveTimeOf()).toBeNull()
})

test('an edit of the mower keeps what was learned', async () => {
  await finish(await plan(), [1.15])
  const known = await driveTimeOf()
  const { updatedAt } = (await server.call(as, calls.mowers.get, { params: { id: mower.id } })).result
  await server
    .call(as, calls.mowers.update, { params: { id: mower.id }, body: { name: 'Renamed', updatedAt } })
    .then(answer => answer.result)
  expect(await driveTimeOf()).toEqual(known)
})
