/** A low battery and failed checks before arming, on the real server with a simulated mower. */

import { calls } from '@greensward/contract'
import { type GateCheck, gateOpen } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'

let rig: FieldRig

beforeAll(async () => {
  rig = await openFieldRig({ speed: 10, mowers: 1 })
  await rig.until('the failsafes are read', async () => {
    const { report } = (await rig.call(calls.autopilots.get, byId(mower().id))).result
    return report !== null
  })
  // Among them: hold on a low battery.
  const { outcome } = (await rig.call(calls.autopilots.correct, byId(mower().id))).result
  expect(outcome.outcome).toBe('accepted')
}, 60_000)
afterAll(() => rig?.close())

const byId = (id: string) => ({ params: { id } })
const mower = () => {
  const [first] = rig.mowers
  if (first === undefined) throw new Error('The rig has no mower')
  return first
}
const lineOf = async (id: string, check: GateCheck) =>
  (await rig.call(calls.missions.gate, byId(id))).result.lines.find(each => each.check === check)
const lineBecomes = (id: string, check: GateCheck, reason: string) =>
  rig.until(`${check} says ${reason}`, async () => {
    const line = await lineOf(id, check)
    return line?.reason === reason && line
  })
const status = (id: string, wanted: string) =>
  rig.until(`the mission is ${wanted}`, async () => (await rig.mission(id)).status === wanted)

test('SAFE-3b a mission held by the battery failsafe names it, and is not resumed until the autopilot has restarted', async () => {
  const { id } = await rig.plan(mower())
  expect((await rig.call(calls.missions.start, byId(id))).result.outcome).toBe('accepted')
  await rig.until('it mows', async () => ((await rig.vehicle(mower().id)).progress ?? 0) > 0)
  rig.fault('1 volts 10.4')
  await status(id, 'stopped')
  expect((await rig.mission(id)).statusReason).toBe('The autopilot held: battery low, 10.4 V')
  // The failsafe does not act again, so that a voltage that has recovered is not enough.
  rig.fault('1 volts 12.6')
  await lineBecomes(id, 'battery', 'failsafeActed')
  rig.wire.forget()
  const { kind, details } = (await rig.call(calls.missions.resume, byId(id))).error
  expect(kind).toBe('gateRefused')
  expect(details).toMatchObject({
    lines: expect.arrayContaining([
      expect.objectContaining({ check: 'battery', verdict: 'refused', reason: 'failsafeActed' }),
    ]),
  })
  expect(rig.wire.commands()).toEqual([])
  expect((await rig.mission(id)).status).toBe('stopped')
  rig.fault('1 reboot')
  await rig.until('the gate is open', async () =>
    gateOpen((await rig.call(calls.missions.gate, byId(id))).result.lines),
  )
  expect((await rig.call(calls.missions.resume, byId(id))).result.outcome).toBe('accepted')
  await status(id, 'working')
  await rig.call(calls.missions.cancel, byId(id)).then(answer => answer.result)
  await rig.until('the mower is disarmed', async () => (await rig.vehicle(mower().id)).telemetry.armed === false)
}, 90_000)

test('SAFE-3c a low voltage, failed checks before arming and a position that is not ready refuse a start', async () => {
  const { id } = await rig.plan(mower())
  const isRefused = async (): Promise<void> => {
    rig.wire.forget()
    expect((await rig.call(calls.missions.start, byId(id))).error.kind).toBe('gateRefused')
    expect(rig.wire.commands()).toEqual([])
  }
  rig.fault('1 volts 10.4')
  rig.fault('1 reboot')
  expect(await lineBecomes(id, 'battery', 'lowVoltage')).toMatchObject({
    verdict: 'refused',
    values: { volts: 10.4, lowVolts: 10.5 },
  })
  expect(await lineBecomes(id, 'autopilot', 'checkFailed')).toMatchObject({
    verdict: 'refused',
    values: { text: expect.stringContaining('Battery 1 low voltage failsafe') },
  })
  await isRefused()
  rig.fault('1 volts off')
  await lineBecomes(id, 'battery', 'fits')
  await lineBecomes(id, 'autopilot', 'ready')
  rig.fault('1 fix 1')
  expect(await lineBecomes(id, 'autopilot', 'notReady')).toMatchObject({ verdict: 'refused' })
  await isRefused()
  rig.fault('1 fix 6')
  await lineBecomes(id, 'autopilot', 'ready')
  expect((await rig.call(calls.missions.start, byId(id))).result.outcome).toBe('accepted')
}, 90_000)
