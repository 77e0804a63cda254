/** Released shifts across the death of a server and of its gateway, on the real stack. */
import { calls } from '@greensward/contract'
import type { Mission, Shift, ShiftRoute } from '@greensward/domain'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'

let rig: FieldRig

beforeAll(async () => {
  rig = await openFieldRig({ speed: 20, mowers: 1, isBlockable: true })
})
afterAll(() => rig?.close())

const today = (): string => new Date().toISOString().slice(0, 10)
const mower = () => {
  const [first] = rig.mowers
  if (first === undefined) throw new Error('The rig has no mower')
  return first
}
const released = async (missions: readonly Mission[]): Promise<Shift> => {
  const body = {
    day: today(),
    name: 'Morning',
    from: new Date(Date.now() - 60_000).toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
    missionIds: missions.map(({ id }) => id),
  }
  const { id } = (await rig.call(calls.shifts.create, { body })).result
  return (await rig.call(calls.shifts.release, { params: { id }, body: { until: null } })).result
}
const route = async ({ id }: Shift): Promise<ShiftRoute> => {
  const { items } = (await rig.call(calls.shifts.list, { query: { day: today() } })).result
  const found = items.find(item => item.shift.id === id)?.shift.routes[0]
  if (found === undefined) throw new Error('The shift has no route')
  return found
}
const untilPaused = (shift: Shift) =>
  rig.until(
    'the route is paused',
    async () => {
      const found = await route(shift)
      return found.state === 'paused' ? found : undefined
    },
    60_000,
  )
const untilStatus = (id: string, status: Mission['status']) =>
  rig.until(`the mission is ${status}`, async () => (await rig.mission(id)).status === status, 120_000)
const starts = (): number => rig.wire.commands().filter(command => command === MavCmd.missionStart).length
const nothingStarts = async (): Promise<void> => {
  const end = performance.now() + 8_000
  await rig.until('it was looked at for a while', async () => performance.now() > end)
  expect(starts()).toBe(0)
}
const proceed = ({ id }: Shift) => rig.call(calls.shifts.continue, { params: { id }, body: { mowerId: mower().id } })
const clean = async (shift: Shift): Promise<void> => {
  await rig.call(calls.shifts.revoke, { params: { id: shift.id } })
  await rig.call(calls.mowers.clear, { params: { id: mower().id } })
}

test('SAFE-13e a server that is killed in the middle of a mission starts nothing after it, until one press', async () => {
  const [first, second] = [await rig.plan(mower(), { title: 'First' }), await rig.plan(mower(), { title: 'Second' })]
  const shift = await released([first, second])
  await untilStatus(first.id, 'working')
  await rig.killServer()
  rig.wire.forget()
  await rig.startServer()
  const paused = await untilPaused(shift)
  expect(paused.pause?.kind).toBe('serverRestarted')
  // The mower ends its mission, or holds; the second one is not started.
  await nothingStarts()
  expect((await rig.mission(second.id)).status).toBe('planned')
  expect((await proceed(shift)).result.release?.mowerIds).toEqual([mower().id])
  await untilStatus(second.id, 'done')
  expect((await rig.mission(first.id)).status).toBe('done')
  await rig.until('the route is done', async () => (await route(shift)).state === 'done')
}, 300_000)

test('SAFE-13e a server that is killed before the window starts nothing when the window opens', async () => {
  const mission = await rig.plan(mower())
  const body = {
    day: today(),
    name: 'Later',
    from: new Date(Date.now() + 12_000).toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
    missionIds: [mission.id],
  }
  const { id } = (await rig.call(calls.shifts.create, { body })).result
  const shift = (await rig.call(calls.shifts.release, { params: { id }, body: { until: null } })).result
  await rig.killServer()
  rig.wire.forget()
  await rig.startServer()
  expect((await untilPaused(shift)).pause?.kind).toBe('serverRestarted')
  await rig.until('the window is open', async () => Date.now() > Date.parse(shift.from) + 1_000, 30_000)
  await nothingStarts()
  expect((await rig.mission(mission.id)).status).toBe('planned')
  await clean(shift)
}, 180_000)

test('SAFE-13b the end of the gateway thread pauses the route of a mower that waits', async () => {
  const mission = await rig.plan(mower())
  const shift = await released([mission])
  await untilStatus(mission.id, 'working')
  rig.endGatewayThread()
  expect((await untilPaused(shift)).pause?.kind).toMatch(/serverRestarted|missionStopped|linkLost/)
  rig.wire.forget()
  await nothingStarts()
  await clean(shift)
}, 180_000)

test('SAFE-13b a mower that restarts between its tasks is continued by a press only', async () => {
  const mission = await rig.plan(mower())
  const body = {
    day: today(),
    name: 'After a reboot',
    from: new Date(Date.now() + 10_000).toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
    missionIds: [mission.id],
  }
  const { id } = (await rig.call(calls.shifts.create, { body })).result
  const shift = (await rig.call(calls.shifts.release, { params: { id }, body: { until: null } })).result
  rig.wire.forget()
  rig.fault('1 reboot')
  expect((await untilPaused(shift)).pause?.kind).toMatch(/mowerRestarted|linkLost|otherHand/)
  await rig.until('the window is open', async () => Date.now() > Date.parse(shift.from) + 1_000, 30_000)
  await nothingStarts()
  await clean(shift)
}, 120_000)
