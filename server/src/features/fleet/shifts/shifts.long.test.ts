/** Shifts on the real stack: server program, its database, gateway, UDP, simulated mowers. */
import { calls } from '@greensward/contract'
import type { Mission, Position, Shift, ShiftRoute } from '@greensward/domain'
import { distanceM, localFrame } from '@greensward/geometry'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'
import { at } from '../../../testing/ground.ts'

let rig: FieldRig
let shift: Shift | undefined

const BASE: Position = at(45, 0)
const HOUR_MS = 3_600_000
const today = (): string => new Date().toISOString().slice(0, 10)
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()

beforeAll(async () => {
  rig = await openFieldRig({ speed: 30, mowers: 2 })
  await rig.call(calls.bases.create, {
    body: { name: 'Bay', position: BASE, headingDeg: 90, approach: [at(38, 0)], hasCharger: true, mowerId: mower().id },
  })
})
afterAll(() => rig?.close())

const mower = (index = 0) => {
  const found = rig.mowers[index]
  if (found === undefined) throw new Error(`Mower ${index} is missing`)
  return found
}

const make = async (missions: readonly Mission[], fromMs = -60_000, untilMs = HOUR_MS): Promise<Shift> => {
  shift = (
    await rig.call(calls.shifts.create, {
      body: {
        day: today(),
        name: 'Morning',
        from: inMs(fromMs),
        until: inMs(untilMs),
        missionIds: missions.map(({ id }) => id),
      },
    })
  ).result
  return shift
}
const two = async (): Promise<readonly [Mission, Mission]> => [
  await rig.plan(mower(), { title: 'First' }),
  await rig.plan(mower(), { title: 'Second' }),
]
const release = ({ id }: Shift, until: string | null = null) =>
  rig.call(calls.shifts.release, { params: { id }, body: { until } })
const now = async ({ id }: Shift): Promise<Shift> => {
  const { items } = (await rig.call(calls.shifts.list, { query: { day: today() } })).result
  const found = items.find(item => item.shift.id === id)
  if (found === undefined) throw new Error('The shift is not in the list')
  return found.shift
}
const route = async (of: Shift, mowerId = mower().id): Promise<ShiftRoute> => {
  const found = (await now(of)).routes.find(each => each.mowerId === mowerId)
  if (found === undefined) throw new Error('The mower has no route')
  return found
}
const untilRoute = (of: Shift, what: string, holds: (found: ShiftRoute) => boolean, timeoutMs = 90_000) =>
  rig.until(
    what,
    async () => {
      const found = await route(of)
      return holds(found) ? found : undefined
    },
    timeoutMs,
  )
const untilPaused = (of: Shift) => untilRoute(of, 'the route is paused', ({ state }) => state === 'paused')
const untilStatus = (id: string, status: Mission['status']) =>
  rig.until(`the mission is ${status}`, async () => (await rig.mission(id)).status === status, 60_000)
const proceed = ({ id }: Shift, mowerId = mower().id) =>
  rig.call(calls.shifts.continue, { params: { id }, body: { mowerId } })
const stopMower = (id = mower().id) => rig.call(calls.mowers.stop, { params: { id } })
const starts = (): number => rig.wire.commands().filter(command => command === MavCmd.missionStart).length

/** Longer than the server takes to look several times. */
const nothingStarts = async (forMs = 6_000): Promise<void> => {
  rig.wire.forget()
  const end = performance.now() + forMs
  await rig.until('it was looked at for a while', async () => performance.now() > end, forMs + 10_000)
  expect(starts()).toBe(0)
  expect((await rig.vehicle(mower().id)).telemetry.mode).not.toBe('auto')
}

/** Every test leaves its mowers without a mission and its shift without a release. */
afterEach(async () => {
  if (shift === undefined) return
  const { id } = shift
  if ((await now(shift)).release !== null) await rig.call(calls.shifts.revoke, { params: { id } })
  await rig.call(calls.shifts.remove, { params: { id } })
  shift = undefined
  for (const { id: mowerId } of rig.mowers) await rig.call(calls.mowers.clear, { params: { id: mowerId } })
  for (const { id: missionId } of (await rig.call(calls.missions.list, { query: { status: 'planned' } })).result.items)
    await rig.call(calls.missions.cancel, { params: { id: missionId } })
}, 60_000)

test('SAFE-13a drives two missions and home after one release, and starts nothing before it', async () => {
  const [first, second] = await two()
  const made = await make([first, second])
  expect(made.routes[0]?.tasks.map(({ kind }) => kind)).toEqual(['mow', 'mow', 'returnToBase'])
  await nothingStarts()
  expect((await release(made)).result.release?.by).toBe('Ada Field')
  const done = await untilRoute(
    made,
    'the route is done',
    ({ state }) => state === 'done' || state === 'paused',
    240_000,
  )
  expect(done).toMatchObject({ state: 'done', pause: null })
  expect(done.tasks.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  for (const { id } of [first, second]) expect((await rig.mission(id)).status).toBe('done')
  // People are notified once, at its end.
  const kinds = async () => (await rig.call(calls.notifications.list, { query: {} })).result.items.map(one => one.kind)
  await rig.until('the end is a notification', async () => (await kinds()).includes('shiftDone'))
  expect((await kinds()).filter(kind => kind.startsWith('shift') || /^mission(Started|Done)/.test(kind))).toEqual([
    'shiftDone',
  ])
  const position = (await rig.vehicle(mower().id)).telemetry.position
  expect(position === null ? null : distanceM(localFrame(BASE).toLocal(position), [0, 0])).toBeLessThan(0.5)
  const log = (await rig.call(calls.missions.logs, { params: { id: second.id } })).result.items.map(({ why }) => why)
  expect(log).toContainEqual(expect.stringMatching(/^The shift Morning, released by Ada Field, starts it/))
}, 300_000)

test('SAFE-13b a stop pauses the route, nothing starts afterwards, and one press resumes the stopped mission', async () => {
  const [first, second] = await two()
  const made = await make([first, second])
  await release(made)
  await untilStatus(first.id, 'working')
  expect((await stopMower()).result.outcome).toBe('accepted')
  const paused = await untilPaused(made)
  expect(paused.pause).toMatchObject({ kind: 'personStop', by: 'Ada Field' })
  expect((await now(made)).release?.mowerIds).toEqual([])
  await nothingStarts()
  expect((await rig.mission(second.id)).status).toBe('planned')
  expect((await proceed(made)).result.release?.mowerIds).toEqual([mower().id])
  await untilStatus(first.id, 'working')
  await untilStatus(first.id, 'done')
}, 180_000)

test('SAFE-13b a stop of a mower that waits for its window pauses its route', async () => {
  const made = await make(await two(), 4_000)
  await release(made)
  expect((await stopMower()).result.outcome).toBe('accepted')
  expect((await untilPaused(made)).pause?.kind).toBe('personStop')
  await nothingStarts()
}, 60_000)

test('waits for its window, and starts by itself then', async () => {
  const [first] = await two()
  const made = await make([first], 5_000)
  rig.wire.forget()
  await release(made)
  expect((await route(made)).state).toBe('waiting')
  await untilStatus(first.id, 'working')
  expect(Date.now()).toBeGreaterThan(Date.parse(made.from))
}, 90_000)

test('SAFE-13c stop all ends the release of every shift', async () => {
  const [first] = await two()
  const made = await make([first])
  await release(made)
  await untilStatus(first.id, 'working')
  await rig.call(calls.mowers.stopAll)
  await untilPaused(made)
  await rig.until('the release is over', async () => (await now(made)).release === null)
  await nothingStarts()
  expect((await proceed(made)).error).toMatchObject({ code: 'shiftNotReleased' })
  await release(made)
  await untilStatus(first.id, 'working')
}, 120_000)

test('SAFE-13c revoke stops the mowers that drive for the shift', async () => {
  const [first] = await two()
  const made = await make([first])
  await release(made)
  await untilStatus(first.id, 'working')
  const { notStopped, shift: after } = (await rig.call(calls.shifts.revoke, { params: { id: made.id } })).result
  expect([notStopped, after.release]).toEqual([[], null])
  await untilStatus(first.id, 'stopped')
  await nothingStarts()
}, 90_000)

test('SAFE-13c pause holds one mower, and its press continues it', async () => {
  const [first] = await two()
  const made = await make([first])
  await release(made)
  await untilStatus(first.id, 'working')
  const held = await rig.call(calls.shifts.pause, { params: { id: made.id }, body: { mowerId: mower().id } })
  expect(held.result.notStopped).toEqual([])
  await untilStatus(first.id, 'stopped')
  await nothingStarts()
  expect((await proceed(made)).result.routes[0]?.state).toBe('waiting')
  await untilStatus(first.id, 'working')
}, 120_000)

test('SAFE-13c the end of the window stops a mower that drives', async () => {
  const [first] = await two()
  await rig.call(calls.missions.update, {
    params: { id: first.id },
    body: { updatedAt: first.updatedAt, cleaningCycles: 2 },
  })
  const { durationS } = (await rig.mission(first.id)).stats
  const made = await make([first])
  // It just fits by the plan, and the window ends while it drives: the release is made to end sooner afterwards.
  await release(made, inMs((durationS + 60) * 1_000))
  await untilStatus(first.id, 'working')
  await rig.call(calls.shifts.revoke, { params: { id: made.id } })
  await release(made, inMs(4_000))
  await untilStatus(first.id, 'working')
  const paused = await untilPaused(made)
  expect(paused.pause?.kind).toBe('windowOver')
  await untilStatus(first.id, 'stopped')
  await rig.until('the release is over', async () => (await now(made)).release === null)
  await nothingStarts()
}, 120_000)

test('SAFE-13c a map change on the route pauses it', async () => {
  const [first] = await two()
  const made = await make([first], 30_000)
  await release(made)
  const { revision } = (await rig.call(calls.map.get)).result
  const pond = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'restriction',
    geometry: { type: 'Polygon', coordinates: [[at(30, 30), at(34, 30), at(34, 34), at(30, 34), at(30, 30)]] },
    properties: { title: 'Pond', appliesTo: 'both' },
  } as const
  await rig.call(calls.map.change, {
    body: { baseRevision: revision, label: 'A pond', added: [pond as never], updated: [], removed: [] },
  })
  expect((await untilPaused(made)).pause?.kind).toBe('mapChanged')
  expect((await rig.mission(first.id)).status).toBe('planned')
}, 60_000)

test('SAFE-13c a course mode that holds missions pauses the route', async () => {
  const [first] = await two()
  const made = await make([first])
  await release(made)
  await untilStatus(first.id, 'working')
  await rig.call(calls.courseMode.change, { body: { mode: 'lightning' } })
  await untilPaused(made)
  await untilStatus(first.id, 'stopped')
  await rig.call(calls.courseMode.change, { body: { mode: 'normal' } })
  await nothingStarts()
}, 90_000)

test('SAFE-13d a task that its pre-start checks refuse pauses the route with the reason, and notifies', async () => {
  const [first] = await two()
  const made = await make([first])
  rig.fault('1 fix 3')
  await rig.until('the fix is poor', async () => (await rig.vehicle(mower().id)).telemetry.fixType === 'fix3d')
  rig.wire.forget()
  await release(made)
  const paused = await untilPaused(made)
  expect(paused.pause).toMatchObject({ kind: 'gateRefused', why: { code: 'gateShut' } })
  expect(starts()).toBe(0)
  rig.fault('1 fix 6')
  await rig.until('the fix is fine', async () => (await rig.vehicle(mower().id)).telemetry.fixType === 'rtkFixed')
  await rig.until('people are notified', async () =>
    (await rig.call(calls.notifications.list)).result.items.some(({ kind }) => kind === 'routePaused'),
  )
  await nothingStarts()
}, 90_000)

test('SAFE-13l a mission waits until another mower has left its zone, and starts without a press', async () => {
  const [first] = await two()
  const made = await make([first])
  // The second mower is seen in the middle of the lawn.
  rig.fault('2 jump 18 11')
  const gate = async () => (await rig.call(calls.missions.gate, { params: { id: first.id } })).result.lines
  await rig.until('the second mower is on the lawn', async () =>
    (await gate()).some(({ check, verdict }) => check === 'zoneFree' && verdict === 'refused'),
  )
  rig.wire.forget()
  await release(made)
  const waiting = await untilRoute(made, 'the mission waits', ({ tasks }) => tasks[0]?.why !== null)
  expect(waiting).toMatchObject({ state: 'waiting', pause: null })
  expect(waiting.tasks[0]?.why).toEqual({ code: 'waitsForMower', params: { mower: mower(1).name } })
  // Longer than between two tries.
  await nothingStarts(15_000)
  expect(await route(made)).toMatchObject({ state: 'waiting', pause: null })
  rig.fault('2 jump 0 0')
  await untilStatus(first.id, 'working')
  expect((await route(made)).tasks[0]).toMatchObject({ state: 'running', why: null })
}, 120_000)

test('SAFE-13l a stop of a mower that waits for another one pauses its route, and nothing starts afterwards', async () => {
  const [first] = await two()
  const made = await make([first])
  rig.fault('2 jump 18 11')
  await release(made)
  await untilRoute(made, 'the mission waits or starts', ({ tasks }) => tasks[0]?.why?.code === 'waitsForMower')
  expect((await stopMower()).result.outcome).toBe('accepted')
  const paused = await untilPaused(made)
  expect([paused.pause?.kind, paused.tasks[0]?.why]).toEqual(['personStop', null])
  rig.fault('2 jump 0 0')
  rig.wire.forget()
  await nothingStarts(15_000)
  expect((await rig.mission(first.id)).status).toBe('planned')
}, 120_000)

test('SAFE-13b a lost link pauses the route, and its return starts nothing', async () => {
  const [first] = await two()
  const made = await make([first])
  await release(made)
  await untilStatus(first.id, 'working')
  rig.wire.cut(true)
  expect((await untilPaused(made)).pause?.kind).toMatch(/^linkLost|missionStopped$/)
  rig.wire.cut(false)
  await rig.until('the mower holds', async () => {
    const { telemetry } = await rig.vehicle(mower().id)
    return telemetry.link === 'live' && telemetry.mode === 'hold'
  })
  await nothingStarts()
}, 120_000)

test('refuses what makes no shift: a mission twice, one of another day, an end before its start', async () => {
  const [first, second] = await two()
  const made = await make([first])
  const body = { day: today(), name: 'Again', from: inMs(0), until: inMs(HOUR_MS) }
  expect((await rig.call(calls.shifts.create, { body: { ...body, missionIds: [first.id] } })).error).toMatchObject({
    code: 'shiftMissionTaken',
    params: { shift: 'Morning' },
  })
  const wrong = { ...body, until: body.from, missionIds: [second.id] }
  expect((await rig.call(calls.shifts.create, { body: wrong })).error).toMatchObject({ kind: 'invalid' })
  await release(made)
  expect((await release(made)).error).toMatchObject({ code: 'shiftReleasedAlready' })
  expect((await rig.call(calls.shifts.remove, { params: { id: made.id } })).error).toMatchObject({
    code: 'shiftReleasedAlready',
  })
}, 60_000)
