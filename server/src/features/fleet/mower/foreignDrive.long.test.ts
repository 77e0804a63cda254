/** Mowers that another ground station sets driving, on the real server with simulated mowers. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'

let rig: FieldRig

beforeAll(async () => {
  rig = await openFieldRig({ speed: 5, mowers: 1 })
}, 60_000)
afterAll(() => rig?.close())

const mower = () => {
  const [first] = rig.mowers
  if (first === undefined) throw new Error('The rig has no mower')
  return first
}
const live = () => rig.vehicle(mower().id)
const alarms = async (kind: string) =>
  (await rig.call(calls.notifications.list)).result.items.filter(item => item.kind === kind)
const stopsForeignDrives = (stops: boolean) => rig.call(calls.link.update, { body: { stopsForeignDrives: stops } })
const mowAndStop = async () => {
  const { id } = await rig.plan(mower())
  expect((await rig.call(calls.missions.start, { params: { id } })).result.outcome).toBe('accepted')
  await rig.until('it mows', async () => ((await live()).progress ?? 0) > 0.01)
  expect((await live()).foreignDrive).toBe(false)
  expect((await rig.call(calls.missions.stop, { params: { id } })).result.outcome).toBe('accepted')
  await rig.until('it stands', async () => (await live()).stop?.standingStill === true)
  return id
}
const linesOf = async (id: string) =>
  (await rig.call(calls.missions.logs, { params: { id } })).result.items.map(({ why }) => why)

test('SAFE-4c a stopped mission that another station sets driving is shown, on record and reported, and not stopped unless the settings say so', async () => {
  const id = await mowAndStop()
  // The stop counts for 5 s; a start after that is somebody's will.
  await new Promise(resolve => setTimeout(resolve, 6_000))
  rig.wire.forget()
  rig.fault('1 start')
  await rig.until('it is shown', async () => (await live()).foreignDrive === true, 10_000)
  expect((await rig.mission(id)).status).toBe('stopped')
  await rig.until('staff get an alarm', async () => (await alarms('foreignDrive')).length === 1)
  await rig.until('it is on record', async () =>
    (await linesOf(id)).some(line => line.includes('was not started here')),
  )
  const { items } = (await rig.call(lateCalls.audit.list, { query: { subject: 'mower' } })).result
  expect(items.filter(({ action }) => action === 'mower.foreignDrive')).toHaveLength(1)
  expect(rig.wire.commands()).toEqual([])
  expect((await rig.call(calls.mowers.stop, { params: { id: mower().id } })).result.outcome).toBe('accepted')
  await rig.until('it is not shown any more', async () => (await live()).foreignDrive === false)
}, 60_000)

test('SAFE-4c it is stopped where the settings say so, each time, and a start from here is left alone', async () => {
  expect((await stopsForeignDrives(true)).result.stopsForeignDrives).toBe(true)
  const before = await alarms('foreignDriveStopped')
  for (const times of [1, 2]) {
    await new Promise(resolve => setTimeout(resolve, 6_000))
    rig.fault('1 start')
    await rig.until('it was stopped', async () => {
      const { telemetry, foreignDrive } = await live()
      const alarmed = (await alarms('foreignDriveStopped')).length - before.length
      return alarmed === times && telemetry.mode === 'hold' && telemetry.bladeOn === false && foreignDrive === false
    })
  }
  const [active] = (await rig.call(calls.missions.list)).result.items
  if (active === undefined) throw new Error('The mission is missing')
  const byId = { params: { id: active.id } }
  expect((await rig.call(calls.missions.resume, byId)).result.outcome).toBe('accepted')
  await rig.until('it mows on', async () => (await rig.mission(active.id)).status === 'working')
  await new Promise(resolve => setTimeout(resolve, 4_000))
  expect((await rig.mission(active.id)).status).toBe('working')
  expect((await alarms('foreignDriveStopped')).length - before.length).toBe(2)
}, 90_000)
