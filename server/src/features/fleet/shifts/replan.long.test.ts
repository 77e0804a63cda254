/** A shift planned again on the real stack: server program, its database, gateway, UDP, simulated mowers. */
import { calls } from '@greensward/contract'
import type { Shift, ShiftRoute } from '@greensward/domain'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'

let rig: FieldRig
beforeAll(async () => {
  rig = await openFieldRig({ speed: 30, mowers: 2 })
})
afterAll(() => rig?.close())

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()
const today = new Date().toISOString().slice(0, 10)

test('SAFE-13m a mower that was done takes over the missions of one in service only after a press', async () => {
  const [broken, other] = rig.mowers
  if (broken === undefined || other === undefined) throw new Error('A mower is missing')
  const own = await rig.plan(other, { title: 'Own' })
  const given = await rig.plan(broken, { title: 'Given' })
  const params = { id: broken.id }
  const body = { day: today, name: 'Morning', from: inMs(-60_000), until: inMs(3_600_000) }
  const { id } = (await rig.call(calls.shifts.create, { body: { ...body, missionIds: [own.id, given.id] } })).result
  // Before the shift is made it would be left out.
  const { updatedAt } = (await rig.call(calls.mowers.get, { params })).result
  await rig.call(calls.mowers.update, { params, body: { updatedAt, inService: true } })
  await rig.call(calls.shifts.release, { params: { id }, body: { until: null } })
  const now = async (): Promise<Shift> => {
    const { items } = (await rig.call(calls.shifts.list, { query: { day: today } })).result
    return (
      items.find(({ shift }) => shift.id === id)?.shift ?? Promise.reject(new Error('The shift is not in the list'))
    )
  }
  const routeOf = async (mowerId: string): Promise<ShiftRoute> =>
    (await now()).routes.find(route => route.mowerId === mowerId) ?? Promise.reject(new Error('No route'))
  await rig.until('the start is refused', async () => (await routeOf(broken.id)).pause?.kind === 'gateRefused', 60_000)
  await rig.until('the other one is done', async () => (await routeOf(other.id)).state === 'done', 120_000)

  const { release } = await now()
  const difference = (await rig.call(calls.shifts.replan, { params: { id } })).result
  expect(difference).toMatchObject({
    moves: [{ missionId: given.id, fromMowerId: broken.id, toMowerId: other.id }],
    unable: [{ mowerId: broken.id, reason: 'inService' }],
    needPress: [other.id],
  })
  const shown = { updatedAt: difference.updatedAt, moves: [{ missionId: given.id, toMowerId: other.id }], left: [] }
  rig.wire.forget()
  const answer = (await rig.call(calls.shifts.applyReplan, { params: { id }, body: shown })).result
  expect(answer.needPress).toEqual([other.id])
  expect(answer.shift.release).toEqual(release)
  expect(await routeOf(other.id)).toMatchObject({ state: 'paused', pause: { kind: 'notReleased', by: 'Ada Field' } })
  const end = performance.now() + 6_000
  await rig.until('the server has looked several times', async () => performance.now() > end)
  expect(rig.wire.commands().filter(command => command === MavCmd.missionStart)).toEqual([])
  expect((await rig.mission(given.id)).status).toBe('planned')

  await rig.call(calls.shifts.continue, { params: { id }, body: { mowerId: other.id } })
  await rig.until('it is mown', async () => (await rig.mission(given.id)).status === 'done', 180_000)
  expect((await rig.mission(given.id)).mowerId).toBe(other.id)
}, 420_000)
