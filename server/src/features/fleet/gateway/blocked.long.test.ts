/** The server's main thread really blocked for a minute, on the real stack: what still stops a mower, and what follows. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { MavCmd } from '@greensward/vehicle/mavlink'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BLOCKED_MS } from '../../../testing/blocked.ts'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'

let rig: FieldRig
let entrance = ''

const mower = () => rig.mowers[0] ?? expect.fail('the rig has no mower')
const post = async (path: string, token = rig.token()) => {
  const response = await fetch(`${entrance}/${path}`, { method: 'POST', headers: { 'x-api-key': token } })
  const body = (await response.json()) as { result?: { stopped?: { name: string }[] } }
  return { status: response.status, body }
}
const isBlocked = async (): Promise<boolean> => {
  const answer = rig.call(calls.live.vehicles).then(() => false)
  const patience = new Promise<boolean>(resolve => setTimeout(() => resolve(true), 500))
  return Promise.race([answer, patience])
}
const working = async () => {
  const mission = await rig.plan(mower(), { cleaningCycles: 2 })
  const started = await rig.call(calls.missions.start, { params: { id: mission.id } })
  expect(started.result).toMatchObject({ outcome: 'accepted' })
  // It may cross the lawn first, at the speed of the real clock.
  await rig.until('the blade runs', async () => (await rig.vehicle(mower().id)).telemetry.bladeOn === true, 60_000)
  return mission
}
const statusOf = (id: string, wanted: string) =>
  rig.until(
    `the mission is ${wanted}`,
    async () => {
      const mission = await rig.mission(id)
      return mission.status === wanted ? mission : undefined
    },
    BLOCKED_MS + 20_000,
  )
const cancel = (id: string) => rig.call(calls.missions.cancel, { params: { id } })
const held = () =>
  rig.wire.sent.some(
    message =>
      message.name === 'COMMAND_LONG' && message.fields.command === MavCmd.doSetMode && message.fields.param2 === 4,
  )

beforeAll(async () => {
  rig = await openFieldRig({ speed: 1, mowers: 2, isBlockable: true })
  entrance = (await rig.call(calls.stopEntrances.list)).result.items[0] ?? expect.fail('the entrance is missing')
}, 240_000)

afterAll(() => rig?.close())

test('SAFE-1f a mower is stopped within a second while the main thread is blocked, and the mission logs by whom', async () => {
  const mission = await working()
  rig.wire.forget()
  await rig.block()
  expect(await isBlocked()).toBe(true)
  expect(await post(`mowers/${mower().id}/stop`, 'not a token')).toMatchObject({
    status: 401,
    body: { code: 401, error: { kind: 'unauthorized' } },
  })
  expect(held()).toBe(false)
  const pressedAt = performance.now()
  const answer = await post(`missions/${mission.id}/stop`)
  expect(performance.now() - pressedAt).toBeLessThan(1_000)
  expect(answer).toMatchObject({ status: 200, body: { code: 200, result: { outcome: 'accepted', reason: null } } })
  expect(held()).toBe(true)
  expect(await isBlocked()).toBe(true)
  const all = await post('mowers/stop-all')
  expect(all.body.result?.stopped?.map(({ name }) => name).sort()).toEqual(['Mower 1', 'Mower 2'])

  const stopped = await statusOf(mission.id, 'stopped')
  expect(stopped.statusReason).toBe('Stopped by Ada Field')
  const lines = (await rig.call(lateCalls.audit.list, { query: { subject: 'mower' } })).result.items.filter(
    ({ action }) => action === 'mower.stop',
  )
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(lines[0]).toMatchObject({ who: 'Ada Field', details: { entrance: 'gateway', acknowledged: true } })
  const vehicle = await rig.vehicle(mower().id)
  expect([vehicle.telemetry.mode, vehicle.telemetry.bladeOn]).toEqual(['hold', false])
  await cancel(mission.id)
}, 240_000)

test('a mower that loses RTK is stopped while the main thread is blocked', async () => {
  const mission = await working()
  rig.wire.forget()
  await rig.block()
  rig.fault('1 fix 3')
  await rig.until('it is asked to hold', async () => held())
  expect(await isBlocked()).toBe(true)
  expect((await statusOf(mission.id, 'stopped')).statusReason).toMatch(/RTK/)
  rig.fault('1 fix 6')
  await rig.until('the fix is fine', async () => (await rig.vehicle(mower().id)).telemetry.fixType === 'rtkFixed')
  await cancel(mission.id)
}, 240_000)

test('the gateway is started again when its thread ends: its mowers are unknown, then read, and nothing is sent to one that drives', async () => {
  const mission = await working()
  rig.wire.forget()
  rig.endGatewayThread()
  await rig.until('it is unknown', async () => (await rig.vehicle(mower().id)).telemetry.link === 'never')
  const again = await rig.until('it is read', async () => {
    const { telemetry } = await rig.vehicle(mower().id)
    return telemetry.link === 'live' && telemetry.mode !== null && telemetry.missionCount !== null
      ? telemetry
      : undefined
  })
  expect(again.mode).toBe('auto')
  await rig.until('the mission is confirmed', async () => {
    const logs = (await rig.call(calls.missions.logs, { params: { id: mission.id } })).result.items
    return logs.some(({ why }) => /^Found driving this mission/.test(why))
  })
  expect(rig.wire.commands()).toEqual([])
  expect((await rig.mission(mission.id)).status).toBe('working')
  const { items } = (await rig.call(calls.stopEntrances.list)).result
  expect(items).toHaveLength(1)
  entrance = items[0] ?? ''
  expect(await post(`mowers/${mower().id}/stop`)).toMatchObject({ body: { result: { outcome: 'accepted' } } })
  await statusOf(mission.id, 'stopped')
  await cancel(mission.id)
}, 240_000)
