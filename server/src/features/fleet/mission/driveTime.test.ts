/** A finished mission changes how long its mower is expected to take, on the real database. */
import { calls } from '@greensward/contract'
import { driveDurationS, type Mission, type Mower } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createJournal } from '../../../platform/db/journal.ts'
import { readPlan } from '../../../shared/missionLife/missionsStore.ts'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { why } from '../../../shared/missionLife/why.ts'
import { at } from '../../../testing/ground.ts'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { Garage } from '../garage.ts'
import { RouteInterruptions } from '../shifts/routeInterruptions.ts'
import type { OwnMission } from './activeMission.ts'
import { recordMove } from './recordMove.ts'

let server: TestServer
let lawns: Lawns

const as = 'ROLE_GREENKEEPER'

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server, [60, 40])
})

afterAll(() => server?.close())

beforeEach(async () => {
  await server.app.ctx.db.execute(sql`update mowers set drive_time = null`)
})

const plan = async (): Promise<Mission> =>
  (await server.call(as, calls.missions.create, { body: lawns.request({ cleaningCycles: 1 }) })).result

const driveTimeOf = async (): Promise<Mower['driveTime']> =>
  (await server.call(as, calls.mowers.get, { params: { id: lawns.mowers[0].id } })).result.driveTime

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
      values (${mission.id}, ${lawns.mowers[0].id}, ${began.toISOString()}, ${isLast ? null : ctx.clock.now().toISOString()}, 0,
        ${isLast ? null : 'stopped'})`)
  }
  const journal = createJournal(ctx.log)
  const active: OwnMission = {
    id: mission.id,
    title: mission.title,
    mowerId: lawns.mowers[0].id,
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
      cutM2: 0,
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
  const garage = new Garage()
  const interruptions = new RouteInterruptions({ ctx, journal, garage })
  recordMove({ ctx, journal, garage, interruptions }, active, {
    event: 'finished',
    actor: SYSTEM,
    why: why('lastItem'),
  })
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
  const { updatedAt } = (await server.call(as, calls.mowers.get, { params: { id: lawns.mowers[0].id } })).result
  await server
    .call(as, calls.mowers.update, { params: { id: lawns.mowers[0].id }, body: { name: 'Renamed', updatedAt } })
    .then(answer => answer.result)
  expect(await driveTimeOf()).toEqual(known)
})
