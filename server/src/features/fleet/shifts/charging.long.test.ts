/** A shift with charging on the real stack: a mower that has not enough for its missions drives home, charges and returns. */
import { calls } from '@greensward/contract'
import type { Position, Shift, ShiftRoute } from '@greensward/domain'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'
import { at } from '../../../testing/ground.ts'

/** So short that a mission of the lawn takes several percents. */
const RANGE_M = 1_000
/** Where the simulator charges. */
const CHARGER: Position = at(-5, -5)
const BESIDE: Position = at(-5, -9)

let rig: FieldRig
let shift: Shift | undefined

const mower = () => {
  const [first] = rig.mowers
  if (first === undefined) throw new Error('The rig has no mower')
  return first
}
const byId = (id: string) => ({ params: { id } })
const telemetry = async () => (await rig.vehicle(mower().id)).telemetry
const change = async (fullChargeH: number): Promise<void> => {
  const { updatedAt } = (await rig.call(calls.mowers.get, byId(mower().id))).result
  const energy = { source: 'battery', capacity: null, reserveShare: 0.3, fullChargeH } as const
  await rig
    .call(calls.mowers.update, { params: { id: mower().id }, body: { batteryRangeM: RANGE_M, energy, updatedAt } })
    .then(answer => answer.result)
}
const park = async (position: Position): Promise<void> => {
  for (const { id } of (await rig.call(calls.bases.list)).result.items) await rig.call(calls.bases.remove, byId(id))
  await rig
    .call(calls.bases.create, {
      body: { name: 'Bay', position, headingDeg: 0, approach: [], hasCharger: true, mowerId: mower().id },
    })
    .then(answer => answer.result)
}
/** Less than one mission, the way home and the reserve need. */
const charge = async (): Promise<void> => {
  rig.fault('1 battery 40')
  await rig.until('the charge is known', async () => Math.abs(((await telemetry()).battery ?? 0) - 0.4) < 0.025)
}
/** From a minute ago to in three hours. */
const shiftOf = async (missionIds: string[]): Promise<Shift> => {
  const now = Date.now()
  shift = (
    await rig.call(calls.shifts.create, {
      body: {
        day: new Date(now).toISOString().slice(0, 10),
        name: 'Morning',
        from: new Date(now - 60_000).toISOString(),
        until: new Date(now + 3 * 3_600_000).toISOString(),
        missionIds,
      },
    })
  ).result
  return shift
}
const make = async (): Promise<Shift> => {
  const missions = [await rig.plan(mower(), { title: 'First' }), await rig.plan(mower(), { title: 'Second' })]
  await charge()
  return shiftOf(missions.map(({ id }) => id))
}
const route = async ({ id, day }: Shift): Promise<ShiftRoute> => {
  const { items } = (await rig.call(calls.shifts.list, { query: { day } })).result
  const [found] = items.find(item => item.shift.id === id)?.shift.routes ?? []
  if (found === undefined) throw new Error('The route is missing')
  return found
}
const untilRoute = (of: Shift, what: string, holds: (found: ShiftRoute) => boolean) =>
  rig.until(
    what,
    async () => {
      const found = await route(of)
      return holds(found) ? found : undefined
    },
    400_000,
  )
const isCharging = ({ tasks }: ShiftRoute) => tasks.some(({ kind, state }) => kind === 'charge' && state === 'running')
const release = ({ id }: Shift) => rig.call(calls.shifts.release, { params: { id }, body: { until: null } })

beforeAll(async () => {
  rig = await openFieldRig({ speed: 10, mowers: 1 })
  rig.fault(`1 use ${RANGE_M}`)
  await change(1.5)
  await park(CHARGER)
}, 400_000)
afterAll(() => rig?.close())
afterEach(async () => {
  if (shift === undefined) return
  const { id } = shift
  await rig.call(calls.shifts.revoke, { params: { id } })
  await rig.call(calls.shifts.remove, { params: { id } })
  shift = undefined
  await rig.call(calls.mowers.clear, byId(mower().id))
  for (const { id: missionId } of (await rig.call(calls.missions.list, { query: { status: 'planned' } })).result.items)
    await rig.call(calls.missions.cancel, byId(missionId))
}, 120_000)

test('SAFE-13g SAFE-13i drives home, charges disarmed, mows and is home again', async () => {
  const made = await make()
  expect(made.plan).toMatchObject({ left: [], withoutCharge: [] })
  const kinds = made.routes[0]?.tasks.map(({ kind }) => kind)
  expect(kinds?.filter(kind => kind === 'mow')).toHaveLength(2)
  expect(kinds?.slice(0, 2)).toEqual(['returnToBase', 'charge'])
  expect(kinds?.at(-1)).toBe('returnToBase')
  await release(made)
  await untilRoute(made, 'it charges', isCharging)
  await rig.until('it is disarmed', async () => (await telemetry()).armed === false, 60_000)
  const next = await untilRoute(made, 'it has charged', found => !isCharging(found))
  expect(next.pause).toBeNull()
  const done = next.tasks.find(task => task.kind === 'charge')
  expect((await telemetry()).battery).toBeGreaterThanOrEqual((done?.untilShare ?? 1) - 0.02)
  const end = await untilRoute(made, 'the route has ended', ({ state }) => state === 'done' || state === 'paused')
  expect(end).toMatchObject({ state: 'done', pause: null })
  expect(end.tasks.map(({ state }) => state)).toEqual(kinds?.map(() => 'done'))
  // It charges all night.
  await rig.until('it is disarmed at home', async () => (await telemetry()).armed === false, 60_000)
}, 900_000)

test('SAFE-13g a stop while it charges pauses the route, and nothing starts once it has charged', async () => {
  const made = await make()
  await release(made)
  await untilRoute(made, 'it charges', isCharging)
  await rig.call(calls.mowers.stop, byId(mower().id))
  const paused = await untilRoute(made, 'the route is paused', ({ state }) => state === 'paused')
  expect(paused.pause?.kind).toBe('personStop')
  rig.fault('1 battery 90')
  await rig.until('it has charged', async () => ((await telemetry()).battery ?? 0) > 0.85)
  const end = performance.now() + 5_000
  await rig.until('it was looked at for a while', async () => performance.now() > end)
  expect((await telemetry()).mode).toBe('hold')
  expect((await route(made)).state).toBe('paused')
}, 900_000)

test('SAFE-13n a mower that uses more than planned interrupts its mission, charges, returns and ends it without a press', async () => {
  rig.fault('1 battery 70')
  await rig.until('the charge is known', async () => Math.abs(((await telemetry()).battery ?? 0) - 0.7) < 0.025)
  const mission = await rig.plan(mower(), { title: 'Interrupted' })
  const made = await shiftOf([mission.id])
  expect(made.routes[0]?.tasks.map(({ kind }) => kind)).not.toContain('charge')
  await release(made)
  await rig.until('it mows', async () => (await rig.mission(mission.id)).progress > 0.05, 120_000)
  // So little that it would get home with its reserve, and not mow to the end before.
  rig.fault('1 battery 34')
  const broken = await untilRoute(
    made,
    'it is interrupted',
    ({ tasks, state }) => state === 'paused' || tasks.some(({ kind }) => kind === 'charge'),
  )
  expect(broken).toMatchObject({ state: 'running', pause: null })
  expect((await rig.mission(mission.id)).status).toBe('interrupted')
  const { progress } = await rig.mission(mission.id)
  expect((await telemetry()).bladeOn).toBe(false)
  await untilRoute(made, 'it charges', isCharging)
  const end = await untilRoute(made, 'the route has ended', ({ state }) => state === 'done' || state === 'paused')
  expect(end).toMatchObject({ state: 'done', pause: null })
  const after = await rig.mission(mission.id)
  expect(after.status).toBe('done')
  expect(after.progress).toBeGreaterThan(progress)
  const log = (await rig.call(calls.missions.logs, byId(mission.id))).result.items.map(({ status }) => status)
  expect(log.filter((status, i) => status !== log[i - 1]).toReversed()).toEqual(
    expect.arrayContaining(['planned', 'uploading', 'working', 'interrupted', 'done']),
  )
}, 900_000)

test('SAFE-13n a mower with too little charge to start a mission charges first, without a press', async () => {
  rig.fault('1 battery 90')
  await rig.until('the charge is known', async () => Math.abs(((await telemetry()).battery ?? 0) - 0.9) < 0.025)
  const mission = await rig.plan(mower(), { title: 'Short' })
  const made = await shiftOf([mission.id])
  expect(made.routes[0]?.tasks.map(({ kind }) => kind)).not.toContain('charge')
  await charge()
  await release(made)
  await untilRoute(made, 'it charges', isCharging)
  const end = await untilRoute(made, 'the route has ended', ({ state }) => state === 'done' || state === 'paused')
  expect(end).toMatchObject({ state: 'done', pause: null })
  expect((await rig.mission(mission.id)).status).toBe('done')
}, 900_000)

test('SAFE-13h a charge that does not rise pauses the route and notifies people once', async () => {
  // Beside its charger, and by its settings so fast that a minute without a rise is too long.
  await park(BESIDE)
  await change(0.1)
  const made = await make()
  await release(made)
  const paused = await untilRoute(made, 'the route is paused', ({ state }) => state === 'paused' || state === 'done')
  expect(paused.pause?.kind).toBe('notCharging')
  const notices = async () =>
    (await rig.call(calls.notifications.list, { query: {} })).result.items.filter(({ kind }) => kind === 'routePaused')
  await rig.until('people are notified', async () => (await notices()).length > 0)
  const end = performance.now() + 5_000
  await rig.until('it was looked at for a while', async () => performance.now() > end)
  expect(await notices()).toHaveLength(1)
}, 900_000)
