/** Refusals and stops that must not end a mission, on the real server: by the mower, by a dead link, by its zone's edge. */
import { calls } from '@greensward/contract'
import { localFrame } from '@greensward/geometry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'

let rig: FieldRig

beforeAll(async () => {
  rig = await openFieldRig({ speed: 10, mowers: 1 })
}, 60_000)
afterAll(() => rig?.close())

const byId = (id: string) => ({ params: { id } })
const mower = () => {
  const [first] = rig.mowers
  if (first === undefined) throw new Error('The rig has not one mower')
  return first
}
/** The zone of the rig is 20 by 12 metres, its corner where its frame begins. */
const outsideM = (position: readonly [number, number] | null): number => {
  const [corner] = rig.zone.geometry.type === 'Polygon' ? (rig.zone.geometry.coordinates[0] ?? []) : []
  if (position === null || corner === undefined) return 0
  const [eastM, northM] = localFrame(corner).toLocal(position)
  return Math.max(-eastM, eastM - 20, -northM, northM - 12)
}
const logOf = async (id: string) =>
  (await rig.call(calls.missions.logs, { params: { id } })).result.items.map(line => `${line.status}: ${line.why}`)

test('a mission whose mower refuses to arm stays planned, logs the reason, and starts once the mower arms', async () => {
  const { id } = await rig.plan(mower())
  const shown = async () => {
    const { status, statusReason, startedAt } = await rig.mission(id)
    return { status, statusReason, startedAt }
  }
  // Lower than it arms with, and not in its telemetry yet: only the mower itself knows.
  rig.fault('1 volts 9')
  const refused = (await rig.call(calls.missions.start, byId(id))).result
  expect(refused.outcome).toBe('rejected')
  expect(refused.reason).toContain('refused to arm')
  await rig.until('it is planned as before', async () => (await shown()).status === 'planned')
  expect(await shown()).toMatchObject({
    statusReason: expect.stringContaining('Arm: Battery 1 low voltage'),
    startedAt: null,
  })
  expect((await rig.vehicle(mower().id)).telemetry.armed).toBe(false)
  rig.fault('1 volts off')
  await rig.until('the mower passes its own checks', async () => {
    return (await rig.call(calls.missions.gate, byId(id))).result.open
  })
  expect((await rig.call(calls.missions.start, byId(id))).result.outcome).toBe('accepted')
  await rig.until('some of it is cut', async () => ((await rig.vehicle(mower().id)).progress ?? 0) > 0.1)

  // The same in the middle: what the mower refuses leaves the mission where it is, with its approach and its rest.
  expect((await rig.call(calls.missions.stop, byId(id))).result.outcome).toBe('accepted')
  await rig.until('it stands', async () => (await rig.vehicle(mower().id)).stop?.standingStill === true)
  rig.fault('1 link off')
  // Whichever comes first: the last try without an answer, or the link that counts as lost.
  expect((await rig.call(calls.missions.resume, byId(id))).result.outcome).toMatch(/^(noAnswer|rejected)$/)
  await rig.until('it is stopped as before', async () => (await shown()).status === 'stopped')
  expect((await shown()).statusReason).toMatch(/did not answer|the link to the mower was lost/)
  rig.fault('1 link on')
  await rig.until('it is received', async () => (await rig.vehicle(mower().id)).telemetry.link === 'live')
  expect((await rig.call(calls.missions.resume, byId(id))).result.outcome).toBe('accepted')
  await rig.until('it works again', async () => (await rig.mission(id)).status === 'working')
  expect((await rig.call(calls.missions.stop, byId(id))).result.outcome).toBe('accepted')
  await rig.call(calls.missions.cancel, byId(id))
}, 120_000)

test('SAFE-6b a mission that was stopped outside its zone is resumed from inside and driven to its end', async () => {
  const { id } = await rig.plan(mower())
  expect((await rig.call(calls.missions.start, byId(id))).result.outcome).toBe('accepted')
  await rig.until('some of it is cut', async () => ((await rig.vehicle(mower().id)).progress ?? 0) > 0.1)
  // Its position jitters by less than a jump in both directions, until it is outside.
  let tries = 0
  await rig.until('it is stopped', async () => {
    if ((await rig.mission(id)).status === 'stopped') return true
    rig.fault(['1 jump 4 0', '1 jump 0 4', '1 jump -4 0', '1 jump 0 -4'][tries++ % 4] ?? '')
    return false
  })
  await rig.until('it stands with the blade off', async () => {
    const { telemetry, stop } = await rig.vehicle(mower().id)
    return telemetry.mode === 'hold' && telemetry.bladeOn === false && stop?.standingStill !== false
  })
  const { position } = (await rig.vehicle(mower().id)).telemetry
  expect(outsideM(position)).toBeGreaterThan(0.5)
  // A person has brought it back inside, as the satellites see it.
  rig.fault('1 jump 0 0')
  await rig.until('it stands inside', async () => outsideM((await rig.vehicle(mower().id)).telemetry.position) < 0)
  expect((await rig.call(calls.missions.resume, byId(id))).result.outcome).toBe('accepted')
  await rig.until('it works again', async () => (await rig.mission(id)).status === 'working')
  await rig.until('it is done', async () => (await rig.mission(id)).status === 'done', 60_000)
  expect((await rig.mission(id)).progress).toBeGreaterThan(0.8)
  const log = await logOf(id)
  // By the server's watch or by the mower's own fence, whichever saw it first.
  expect(log).toContainEqual(expect.stringMatching(/^stopped: .*(Fence breached|outside)/))
  expect(log.at(-1)).toBe('done: The mower has driven its last item')
}, 120_000)
