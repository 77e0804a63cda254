/** When a mission is interrupted to charge, and the tasks that its route gets, on a server without a mower on the line. */
import { calls } from '@greensward/contract'
import type { EnergyPromise, RouteFacts, ShiftRelease, ShiftRoute, ShiftTask, Telemetry } from '@greensward/domain'
import { mavlinkCapabilities } from '@greensward/vehicle'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at } from '../../../testing/ground.ts'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { EnergyPromises } from '../energy/energyPromises.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission, OwnMission } from '../mission/activeMission.ts'
import { driveOf } from '../mission/missionDrive.ts'
import type { ControlledMower } from '../mower/controlledMower.ts'
import { ChargeBreaks } from './chargeBreaks.ts'
import type { KnownRoute } from './routeFacts.ts'
import type { LiveRoute } from './shiftStore.ts'

const as = 'ROLE_GREENKEEPER'

let server: TestServer
let lawns: Lawns

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())

/** Two rows with a turn between them; the second leg is driven with the blade off. */
const legs = [
  { kind: 'swath', bladeOn: true, speedMps: 1, points: [at(0, 0), at(0, 10), at(0, 20)] },
  { kind: 'transit', bladeOn: false, speedMps: 1, points: [at(0, 20), at(2, 20)] },
  { kind: 'swath', bladeOn: true, speedMps: 1, points: [at(2, 20), at(2, 0)] },
] as unknown as OwnMission['plan']['legs']
const drive = driveOf({ legs }, { bladeSwitch: { kind: 'relay', index: 0 }, transitSpeedMps: 2 }, [])
/** The items of its waypoints, leg by leg. */
const waypoints = drive.items.flatMap((item, seq) => (item.position === undefined || seq === 0 ? [] : [seq]))

const BROKEN: EnergyPromise = {
  holds: false,
  has: 0.3,
  needs: 0.5,
  task: 0.3,
  home: 0.05,
  reserve: 0.2,
  short: 0.2,
  homeFrom: 0.25,
}

const field = (hasCharger = true) => {
  let promise: EnergyPromise = BROKEN
  const [machine] = lawns.mowers
  const interrupted: number[] = []
  const parts = {
    ctx: server.app.ctx,
    garage: { baseOf: () => ({ hasCharger }), mowers: new Map([[machine.id, { ...machine, batteryRangeM: 1_000 }]]) },
    capabilitiesOf: () => mavlinkCapabilities(),
    energyPromises: { promiseOf: () => promise, leaveToShift: () => undefined },
  } as unknown as FleetParts
  const breaks = new ChargeBreaks(parts)
  const task = { kind: 'mow', id: 'task', missionId: 'mission', state: 'running' } as ShiftTask
  const route: ShiftRoute = { mowerId: machine.id, state: 'running', pause: null, tasks: [task] }
  const release = { mowerIds: [machine.id], until: new Date(3_600_000).toISOString() } as unknown as ShiftRelease
  const facts = { release, nowMs: 0, isOwnRun: true, courseHolds: false, interruption: null, mission: 'working' }
  const from = { leg: 0, point: 0 }
  return {
    interrupted,
    has: (share: number) => {
      promise = { ...BROKEN, has: share }
    },
    /** @param waypoint that the mower drives to */
    look: (waypoint: number, changes: Partial<RouteFacts> = {}) => {
      const mission = { id: 'mission', plan: { legs }, drive, approach: [], from, seq: waypoints[waypoint] }
      const mower = {
        id: machine.id,
        mission,
        interrupt: async ({ params }: { params: { percent: number } }) => interrupted.push(params.percent) > 0,
      }
      const known = { facts: { ...facts, ...changes } } as KnownRoute
      breaks.look(mower as unknown as ControlledMower, { route } as LiveRoute, known)
    },
  }
}

test('SAFE-13n a mission is interrupted at the end of the row, when what is left gets the mower home', () => {
  const { look, has, interrupted } = field()
  has(0.4)
  look(1)
  // With 3 % for this row and the turn, 2 % for the rounding.
  has(0.29)
  look(1)
  look(2)
  expect(interrupted).toEqual([])
  look(4)
  expect(interrupted).toEqual([29])
})

test('SAFE-13n where half of the reserve would go it is interrupted in the middle of its row', () => {
  const { look, has, interrupted } = field()
  has(0.14)
  look(1)
  expect(interrupted).toEqual([14])
})

test('SAFE-13n nothing is interrupted without a charger, without the right to resume it, or while the charge lasts', () => {
  const without = field(false)
  without.has(0.1)
  without.look(1)
  const { look, has, interrupted } = field()
  has(0.1)
  for (const less of [
    { isOwnRun: false },
    { courseHolds: true },
    { release: null },
    { interruption: 'personStop' },
  ] as const)
    look(1, less)
  has(0.6)
  look(1)
  look(4)
  expect([without.interrupted, interrupted]).toEqual([[], []])
})

/** The mower needs 42 % for its rows, 10 % for the way home and keeps 20 %; the shift looks at it and its charge is judged. */
const lowMower = (missionId: string, interrupt: () => Promise<boolean>) => {
  const { ctx } = server.app
  const [{ id, ...fields }] = lawns.mowers
  const energy = { source: 'battery', capacity: null, reserveShare: 0.2, fullChargeH: 3 } as const
  const garage = {
    baseOf: () => ({ id: 'base', hasCharger: true }),
    mowers: new Map([[id, { ...fields, id, batteryRangeM: 100, energy, energyUse: null }]]),
  }
  const parts = { ctx, garage, homeDistances: { of: async () => 10 }, journal: { enter: async () => undefined } }
  const energyPromises = new EnergyPromises(parts as unknown as ConstructorParameters<typeof EnergyPromises>[0])
  const capabilitiesOf = () => mavlinkCapabilities()
  const breaks = new ChargeBreaks({ ...parts, energyPromises, capabilitiesOf } as unknown as FleetParts)
  const task = { kind: 'mow', id: 'task', missionId, state: 'running' } as ShiftTask
  const route: ShiftRoute = { mowerId: id, state: 'running', pause: null, tasks: [task] }
  const release = { mowerIds: [id], until: new Date(3_600_000).toISOString() } as unknown as ShiftRelease
  const facts = { release, nowMs: 0, isOwnRun: true, courseHolds: false, interruption: null, mission: 'working' }
  const mission = {
    id: missionId,
    title: 'Lawn',
    target: { kind: 'zone', featureId: lawns.zones[0].id },
    plan: { legs },
    drive,
    approach: [],
    from: { leg: 0, point: 0 },
    seq: waypoints[1],
  } as unknown as ActiveMission
  return {
    short: () => energyPromises.of(id),
    look: () =>
      breaks.look(
        { id, mission, interrupt } as unknown as ControlledMower,
        { route } as LiveRoute,
        { facts } as unknown as KnownRoute,
      ),
    has: (battery: number) =>
      energyPromises.follow(id, mission, { battery, position: at(0, 0) } as unknown as Telemetry),
  }
}

test('SAFE-13n while the shift charges its mower nobody is asked to act; without the shift people are', async () => {
  const kinds: string[] = []
  const stop = server.app.ctx.events.on('notice', ({ kind }) => void kinds.push(kind))
  const { look, has, short } = lowMower('left-to-shift', async () => true)
  has(0.6)
  await new Promise(resolve => setImmediate(resolve))
  look()
  has(0.59)
  expect(short()).toBeNull()
  server.clock.advance(29_000)
  has(0.58)
  expect(short()).toBeNull()
  server.clock.advance(2_000)
  has(0.57)
  expect(short()).toMatchObject({ homePercent: 30 })
  has(0.56)
  await expect.poll(() => kinds, { timeout: 20_000 }).toEqual(['energyShortHome'])
  stop()
})

test('SAFE-13n people are asked to act where the mower could not be interrupted', async () => {
  const { look, has, short } = lowMower('not-interrupted', async () => false)
  has(0.6)
  await new Promise(resolve => setImmediate(resolve))
  look()
  // Half of the reserve would go: it is to be interrupted at once.
  has(0.19)
  expect(short()).toBeNull()
  look()
  await new Promise(resolve => setImmediate(resolve))
  look()
  server.clock.advance(31_000)
  look()
  has(0.18)
  expect(short()).not.toBeNull()
})

test('SAFE-13n the route of an interrupted mission gets the way home and the charge before it', async () => {
  const mission = (await server.call(as, calls.missions.create, { body: lawns.request() })).result
  const day = server.clock.now().toISOString().slice(0, 10)
  const inMs = (ms: number): string => new Date(server.clock.now().getTime() + ms).toISOString()
  const body = { day, name: 'Morning', from: inMs(-1_000), until: inMs(3_600_000), missionIds: [mission.id] }
  const { id } = (await server.call(as, calls.shifts.create, { body })).result
  const { db } = server.app.ctx
  // As it is recorded once its mower was interrupted.
  await db.execute(sql`update missions set status = 'interrupted', progress = 0.4 where id = ${mission.id}`)
  await db.execute(
    sql`update shift_routes set state = 'running', tasks = jsonb_set(tasks, '{0,state}', '"running"') where shift_id = ${id}`,
  )
  await server.call(as, calls.shifts.release, { params: { id }, body: { until: null } }).then(answer => answer.result)
  const tasks = async () =>
    (await server.call(as, calls.shifts.list, { query: { day } })).result.items[0]?.shift.routes[0]?.tasks ?? []
  await expect
    .poll(async () => (await tasks()).slice(0, 3).map(({ kind, isBreak }) => [kind, isBreak]), { timeout: 20_000 })
    .toEqual([
      ['returnToBase', true],
      ['charge', true],
      ['mow', undefined],
    ])
  const [, charge] = await tasks()
  expect(charge?.kind === 'charge' ? charge.untilShare : 0).toBeGreaterThan(0.2)
}, 60_000)

test('SAFE-13n a mission with too little charge to start gets the way home and a charge for what the check counted', async () => {
  const mission = (await server.call(as, calls.missions.create, { body: lawns.request() })).result
  const [machine] = lawns.mowers
  const breaks = (hasCharger: boolean) =>
    new ChargeBreaks({
      ctx: server.app.ctx,
      garage: {
        baseOf: () => ({ hasCharger }),
        mowers: new Map([[machine.id, { ...machine, batteryRangeM: 10_000 }]]),
      },
      capabilitiesOf: () => mavlinkCapabilities(),
      homeDistances: { of: async () => 200 },
    } as unknown as FleetParts)
  const task = { kind: 'mow', id: 'task', missionId: mission.id, state: 'planned', mayResume: false } as ShiftTask
  const live = { route: { mowerId: machine.id, state: 'running', pause: null, tasks: [task] } } as unknown as LiveRoute
  expect(await breaks(false).tasksToStart(live, task, 0.53)).toBeUndefined()
  const tasks = await breaks(true).tasksToStart(live, task, 0.53)
  expect(tasks?.map(({ kind }) => kind)).toEqual(['returnToBase', 'charge'])
  const charge = tasks?.at(-1)
  // What the check counted, the way back of 200 m, and the margin of 5 %.
  const untilShare = charge?.kind === 'charge' ? charge.untilShare : 0
  expect(untilShare).toBeGreaterThan(0.58)
  expect(untilShare).toBeLessThan(0.63)
})
