/** What a simulated mower uses and charges is learned from its telemetry, on the real server. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type EnergyUse, useRates } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldRig, openFieldRig } from '../../../testing/fieldRig.ts'
import { at } from '../../../testing/ground.ts'

/** So short that a mission of 200 m uses several percents. */
const ENTERED_RANGE_M = 2_000
const HUNGER = 1.3

let rig: FieldRig

const mower = () => {
  const [first] = rig.mowers
  if (first === undefined) throw new Error('The rig has no mower')
  return first
}
const byId = (id: string) => ({ params: { id } })
const stored = async () => (await rig.call(calls.mowers.get, byId(mower().id))).result
const telemetry = async () => (await rig.vehicle(mower().id)).telemetry

const change = async (changes: object): Promise<void> => {
  const { updatedAt } = await stored()
  await rig
    .call(calls.mowers.update, { params: { id: mower().id }, body: { ...changes, updatedAt } })
    .then(answer => answer.result)
}

const mow = async (): Promise<number> => {
  const { id, stats } = await rig.plan(mower())
  expect((await rig.call(calls.missions.start, byId(id))).result.outcome).toBe('accepted')
  await rig.until('it is done', async () => (await rig.mission(id)).status === 'done', 120_000)
  return stats.battery
}

beforeAll(async () => {
  rig = await openFieldRig({ speed: 5, mowers: 1 })
  await change({ batteryRangeM: ENTERED_RANGE_M })
  rig.fault(`1 use ${ENTERED_RANGE_M / HUNGER}`)
}, 180_000)
afterAll(() => rig?.close())

test('a mower that uses 30 % more than entered is known within 10 % after some missions', async () => {
  const planned = await mow()
  for (let i = 0; i < 3; i++) await mow()
  const use = await rig.until('enough is learned', async () => {
    const known = (await stored()).energyUse
    return (known?.mowing?.stretches ?? 0) >= 6 && known
  })
  const { mowingPerM } = useRates({ batteryRangeM: ENTERED_RANGE_M, energyUse: use as EnergyUse })
  expect(mowingPerM * ENTERED_RANGE_M).toBeGreaterThan(HUNGER * 0.9)
  expect(mowingPerM * ENTERED_RANGE_M).toBeLessThan(HUNGER * 1.1)
  // The next plan of the same zone expects it.
  const next = (await rig.plan(mower())).stats.battery
  expect(next / planned).toBeGreaterThan(1.15)
}, 300_000)

test('an edit of the mower keeps what was learned', async () => {
  const { energyUse } = await stored()
  await change({ energy: { source: 'battery', capacity: 2.4, reserveShare: 0.1, fullChargeH: 3 } })
  expect(await stored()).toMatchObject({ energyUse, energy: { capacity: 2.4, reserveShare: 0.1 } })
}, 30_000)

test('the rate of its charger is learned while it is parked there', async () => {
  await rig
    .call(calls.bases.create, {
      body: { name: 'Shed', position: at(-5, -5), headingDeg: 0, approach: [], hasCharger: true, mowerId: mower().id },
    })
    .then(answer => answer.result)
  expect((await rig.call(calls.mowers.sendHome, byId(mower().id))).result.outcome).toBe('accepted')
  await rig.until(
    'it is at home',
    async () => (await rig.vehicle(mower().id)).missionId === null && (await telemetry()).speedMps === 0,
    60_000,
  )
  await rig.call(calls.mowers.disarm, byId(mower().id)).then(answer => answer.result)
  rig.fault('1 battery 50')
  const charging = await rig.until(
    'the charger is known',
    async () => {
      const known = (await stored()).energyUse?.charging ?? null
      return (known?.stretches ?? 0) >= 3 && known
    },
    240_000,
  )
  // A full battery an hour by the clock of the simulator: five times as fast as the wall, and slower on a loaded host.
  expect(charging?.rate).toBeGreaterThan(3)
  expect(charging?.rate).toBeLessThan(5.5)
}, 300_000)

test('people are notified once when a mower uses so much that it will not finish', async () => {
  await change({ energy: { source: 'battery', capacity: null, reserveShare: 0.3, fullChargeH: 3 } })
  rig.fault('1 battery 60')
  rig.fault('1 use 500')
  const { id } = await rig.plan(mower())
  expect((await rig.call(calls.missions.start, byId(id))).result.outcome).toBe('accepted')
  const short = await rig.until(
    'it is short',
    async () => (await rig.vehicle(mower().id)).energyShort ?? undefined,
    120_000,
  )
  expect(short.shortPercent).toBeGreaterThan(0)
  expect(short.homePercent).toBeGreaterThan(30)
  await rig.until('it is done', async () => (await rig.mission(id)).status === 'done', 120_000)
  const { items } = (await rig.call(calls.notifications.list, { query: {} })).result
  expect(items.filter(({ kind }) => kind === 'energyShortHome')).toHaveLength(1)
}, 300_000)

test('SAFE-3d a mower that reports no charge starts on the word of a person, for one mission', async () => {
  rig.fault(`1 use ${ENTERED_RANGE_M}`)
  rig.fault('1 battery 100')
  rig.fault('1 gauge off')
  const reasonOf = async (id: string) => {
    const { lines } = (await rig.call(calls.missions.gate, byId(id))).result
    return lines.find(({ check }) => check === 'battery')?.reason
  }
  const becomes = (id: string, reason: string) => rig.until(reason, async () => (await reasonOf(id)) === reason)
  const { id } = await rig.plan(mower())
  await becomes(id, 'askFull')
  expect((await rig.call(calls.missions.start, byId(id))).error.kind).toBe('gateRefused')
  expect((await rig.call(calls.mowers.refuelled, byId(mower().id))).result.refuelled).toMatchObject({ by: 'Ada Field' })
  await becomes(id, 'wordHome')
  expect((await rig.call(calls.missions.start, byId(id))).result.outcome).toBe('accepted')
  await rig.until('it is done', async () => (await rig.mission(id)).status === 'done', 120_000)
  expect((await stored()).refuelled).toBeNull()
  await becomes((await rig.plan(mower())).id, 'askFull')
  const { items } = (await rig.call(lateCalls.audit.list, { query: { search: 'mower.refuel' } })).result
  expect(items).toHaveLength(1)
}, 300_000)
