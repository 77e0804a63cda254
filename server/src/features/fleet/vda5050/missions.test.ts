/** Missions of people on a mower that speaks VDA 5050: on the real server and a real broker, through the pre-start checks. */
import { type ApiError, calls as otherCalls } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import type { GateLine } from '@greensward/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { as, brokerMowerStage, WAIT } from '../../../testing/brokerMowerStage.ts'
import { at } from '../../../testing/ground.ts'
import { VDA5050_IDENTITY, type Vda5050OnBroker, vda5050OnBroker } from '../../../testing/vda5050OnBroker.ts'

const PERSON = 'ROLE_GREENKEEPER'
/** Simulated seconds in a second: what is released lasts five seconds of a loaded host. */
const SPEED = 4
/** All of the lawn takes about 40 s. */
const TO_END = { timeout: 110_000, interval: 500 }

const stage = brokerMowerStage()
const { broker, id, params, vehicle, isLive, lawns } = stage
let machine: Vda5050OnBroker
let missionId: string

beforeEach(async () => {
  machine = await vda5050OnBroker(broker().address, { takesOrders: true, speed: SPEED })
  const body = {
    ...{ address: broker().address, user: '', authority: '', version: '2.1.0' as const, ...VDA5050_IDENTITY },
    ...{ origin: at(0, 0), xAxisDeg: 90, bladeAction: 'mow' },
  }
  await stage.call(as, calls.vda5050.save, { params: params(), body }).then(answer => answer.result)
  await isLive()
  missionId = (await stage.call(PERSON, otherCalls.missions.create, { body: lawns().request() })).result.id
})
afterEach(async () => {
  const { status } = await missionNow()
  if (status === 'working' || status === 'stopped') {
    await stage.call(PERSON, otherCalls.missions.cancel, { params: { id: missionId } })
    await statusIs('cancelled')
  }
  await stage.call(as, calls.vda5050.remove, { params: params() }).then(answer => answer.result)
  await stage.isGone()
  await machine.close()
})

const missionNow = async () => (await stage.call(PERSON, otherCalls.missions.get, { params: { id: missionId } })).result
const start = () => stage.call(PERSON, otherCalls.missions.start, { params: { id: missionId } })
const resume = () => stage.call(PERSON, otherCalls.missions.resume, { params: { id: missionId } })
const checks = async () => {
  const { lines } = (await stage.call(PERSON, otherCalls.missions.gate, { params: { id: missionId } })).result
  return lines.map(({ check, verdict, reason }) => `${check} ${verdict} ${reason}`)
}
const begun = (): number => new Set(machine.mower.orders.map(({ orderId }) => orderId)).size
const cuts = () => expect.poll(() => machine.mower.cuts, WAIT).toBe(true)
const statusIs = (status: string, within = WAIT) =>
  expect.poll(async () => (await missionNow()).status, within).toBe(status)
/** The factsheet is asked for with its first report. */
const isReady = () => expect.poll(async () => (await checks()).includes('ownState passed ready'), WAIT).toBe(true)

test('SAFE-16m a mission is started by a press, mown to its end, and what is mown is recorded', async () => {
  await isReady()
  expect((await start()).result).toMatchObject({ outcome: 'accepted' })
  await cuts()
  expect((await vehicle()).telemetry).toMatchObject({ mode: 'auto', link: 'live' })
  await statusIs('done', TO_END)
  const { progress, stats } = await missionNow()
  expect(progress).toBeGreaterThan(stats.coverage - 0.1)
  expect([machine.mower.isDriving, machine.mower.cuts, begun()]).toEqual([false, false, 1])
}, 180_000)

test('SAFE-16m a stop by a person stops the mission, and a press resumes it where it was', async () => {
  await isReady()
  expect((await start()).result).toMatchObject({ outcome: 'accepted' })
  await cuts()
  expect(await stage.stop()).toMatchObject({ outcome: 'accepted' })
  expect([machine.mower.isDriving, machine.mower.cuts]).toEqual([false, false])
  await statusIs('stopped')
  await expect.poll(async () => (await resume()).result?.outcome, WAIT).toBe('accepted')
  await statusIs('working')
  await cuts()
  expect(begun()).toBe(2)
}, 120_000)

test('SAFE-16m the pre-start checks ask the mower what keeps it from starting, and refuse', async () => {
  await isReady()
  expect((await checks()).map(line => line.split(' ')[0])).toEqual([
    ...['telemetry', 'ownState', 'battery', 'blade', 'mowerFree', 'zoneFree', 'planFits', 'way'],
    ...['rain', 'courseMode', 'zoneOpen', 'carts', 'expectedPlay', 'service'],
  ])
  machine.mower.pauseByHand()
  await expect.poll(checks, WAIT).toContain('ownState refused pausedElsewhere')
  const { error } = (await start()) as { error: ApiError }
  expect([error.kind, error.code]).toEqual(['gateRefused', 'gateShut'])
  const { lines } = error.details as { lines: GateLine[] }
  expect(lines.filter(({ verdict }) => verdict === 'refused').map(({ reason }) => reason)).toContain('pausedElsewhere')
  expect(machine.mower.orders).toEqual([])
}, 60_000)

test('SAFE-16l a mower that loses its position is stopped, its mission says so, and people are notified', async () => {
  await isReady()
  expect((await start()).result).toMatchObject({ outcome: 'accepted' })
  await cuts()
  machine.mower.faults.isLost = true
  await statusIs('stopped')
  await expect.poll(() => machine.mower.isDriving, WAIT).toBe(false)
  expect((await missionNow()).statusWhy).toMatchObject({ code: 'systemStop', params: { cause: { code: 'safety' } } })
  const kinds = async () => (await stage.call(as, otherCalls.notifications.list)).result.items.map(({ kind }) => kind)
  await expect.poll(kinds, WAIT).toContain('positionLost')
}, 60_000)

test('SAFE-16i a person who takes the mower by hand has its mission stopped', async () => {
  await isReady()
  expect((await start()).result).toMatchObject({ outcome: 'accepted' })
  await cuts()
  machine.mower.operatingMode = 'MANUAL'
  await statusIs('stopped')
  machine.mower.operatingMode = 'AUTOMATIC'
  await expect.poll(() => machine.mower.isDriving, WAIT).toBe(false)
  expect(begun()).toBe(1)
  expect((await vehicle()).id).toBe(id())
}, 60_000)

test('SAFE-16n sent home it is asked to charge, and the next mission begins once it charges no more', async () => {
  const bay = { name: 'Bay 1', position: [...at(4, -6)] as [number, number], headingDeg: 180, approach: [] }
  const body = { ...bay, hasCharger: true, mowerId: id() }
  const base = (await stage.call(as, otherCalls.bases.create, { body })).result
  await isReady()
  expect((await stage.call(PERSON, otherCalls.mowers.sendHome, { params: params() })).result).toMatchObject({
    outcome: 'accepted',
  })
  await expect.poll(() => machine.mower.received.includes('startCharging'), WAIT).toBe(true)
  await expect.poll(async () => (await vehicle()).telemetry.charging, WAIT).toBe(true)
  expect(begun()).toBe(1)
  const asked = (type: string): number => machine.mower.received.filter(one => one === type).length
  const before = asked('stopCharging')
  await expect.poll(async () => (await start()).result?.outcome, WAIT).toBe('accepted')
  expect([asked('stopCharging') - before, begun(), machine.mower.isCharging]).toEqual([1, 2, false])
  await cuts()
  await stage.stop()
  await statusIs('stopped')
  await stage.call(as, otherCalls.bases.remove, { params: { id: base.id } })
}, 120_000)
