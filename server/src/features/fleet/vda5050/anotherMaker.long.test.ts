/** A mission of ours on a vehicle that nobody here wrote. */
import { calls as otherCalls } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { expect, test } from 'vitest'
import { as, brokerMowerStage, WAIT } from '../../../testing/brokerMowerStage.ts'
import { at } from '../../../testing/ground.ts'
import { VDA5050_IDENTITY } from '../../../testing/vda5050OnBroker.ts'
import { startVirtualAgv } from '../../../testing/virtualAgv.ts'

const PERSON = 'ROLE_GREENKEEPER'
const { broker, params, vehicle, isLive, lawns, call, stop } = brokerMowerStage()

test('a virtual AGV of VDA 5050 2.0 is started, stopped twice, resumed, and drives its mission to the end', async () => {
  const agv = await startVirtualAgv(broker().address, VDA5050_IDENTITY)
  try {
    const body = {
      ...{ address: broker().address, user: '', authority: '', version: '2.0.0' as const, ...VDA5050_IDENTITY },
      ...{ origin: at(0, 0), xAxisDeg: 90, bladeAction: 'mow' },
    }
    await call(as, calls.vda5050.save, { params: params(), body }).then(answer => answer.result)
    await isLive()
    const { id } = (await call(PERSON, otherCalls.missions.create, { body: lawns().request() })).result
    const mission = async () => (await call(PERSON, otherCalls.missions.get, { params: { id } })).result
    const ownState = async () =>
      (await call(PERSON, otherCalls.missions.gate, { params: { id } })).result.lines.find(
        ({ check }) => check === 'ownState',
      )?.reason
    await expect.poll(ownState, WAIT).toBe('ready')
    const started = (await call(PERSON, otherCalls.missions.start, { params: { id } })).result
    expect(started).toMatchObject({ outcome: 'accepted' })
    const drives = async () => (await vehicle()).telemetry.speedMps ?? 0
    await expect.poll(drives, WAIT).toBeGreaterThan(0.5)

    expect(await stop()).toMatchObject({ outcome: 'accepted' })
    await expect.poll(async () => (await mission()).status, WAIT).toBe('stopped')
    await expect.poll(drives, WAIT).toBe(0)
    // It is paused without an order by now, and refuses to be paused.
    expect(await stop()).toMatchObject({ outcome: 'accepted' })
    await expect.poll(ownState, WAIT).toBe('ready')
    const resumed = (await call(PERSON, otherCalls.missions.resume, { params: { id } })).result
    expect(resumed).toMatchObject({ outcome: 'accepted' })
    await expect.poll(async () => (await mission()).status, { timeout: 150_000, interval: 1_000 }).toBe('done')
  } finally {
    await agv.stop()
  }
}, 240_000)
