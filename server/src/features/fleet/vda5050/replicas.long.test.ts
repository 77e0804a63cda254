/** A mower that speaks VDA 5050, a gateway that is connected to its broker, and a server without one that takes the presses. */
import { calls as otherCalls } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import type { Position } from '@greensward/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GrownRig, natsServer, openGrownRig, type Replica } from '../../../testing/grownRig.ts'
import { openBroker, type TestBroker } from '../../../testing/mqttBroker.ts'
import { VDA5050_IDENTITY, type Vda5050OnBroker, vda5050OnBroker } from '../../../testing/vda5050OnBroker.ts'

const natsPath = natsServer()
const WAIT = { timeout: 60_000, interval: 500 }

describe.skipIf(natsPath === undefined)('a mower on a broker and two servers', () => {
  let rig: GrownRig
  let broker: TestBroker
  let machine: Vda5050OnBroker
  beforeAll(async () => {
    rig = await openGrownRig({ natsPath: natsPath ?? '', web: 1, gateways: 1, mowers: 1, speed: 1 })
    broker = await openBroker()
    machine = await vda5050OnBroker(broker.address, { takesOrders: true, speed: 4 })
    const corner = (rig.zone.geometry.coordinates as Position[][])[0]?.[0]
    if (corner === undefined) throw new Error('The zone has no corner')
    const body = {
      ...{ address: broker.address, user: '', authority: '', version: '2.1.0' as const, ...VDA5050_IDENTITY },
      ...{ origin: corner, xAxisDeg: 90, bladeAction: 'mow' },
    }
    await web().call(calls.vda5050.save, { params: { id: mower().id }, body })
  }, 180_000)
  afterAll(async () => {
    await machine?.close()
    await broker?.close()
    await rig?.close()
  }, 60_000)

  const web = (): Replica => rig.web[0] ?? expect.fail('The rig has no server without a gateway')
  const mower = () => rig.mowers[0] ?? expect.fail('The rig has no mower')

  test('SAFE-16m a server without its connection asks it through the other, starts it and stops it', async () => {
    const { id } = await rig.plan(web(), mower(), {})
    const params = { id }
    const ownState = async () => {
      const { lines } = (await web().call(otherCalls.missions.gate, { params })).result
      return lines.find(({ check }) => check === 'ownState')
    }
    await expect.poll(ownState, WAIT).toMatchObject({ verdict: 'passed', reason: 'ready' })
    machine.mower.pauseByHand()
    await expect.poll(ownState, WAIT).toMatchObject({ verdict: 'refused', reason: 'pausedElsewhere' })
    machine.mower.endPause()
    await expect.poll(ownState, WAIT).toMatchObject({ verdict: 'passed' })
    expect((await web().call(otherCalls.missions.start, { params })).result).toMatchObject({ outcome: 'accepted' })
    await expect.poll(() => machine.mower.cuts, WAIT).toBe(true)
    const stopped = (await web().call(otherCalls.mowers.stop, { params: { id: mower().id } })).result
    expect(stopped).toMatchObject({ outcome: 'accepted' })
    expect([machine.mower.isDriving, machine.mower.cuts]).toEqual([false, false])
    // The gateway ends: what the mower says is unknown from then on.
    await rig.gateways[0]?.kill()
    await expect.poll(ownState, WAIT).toMatchObject({ verdict: 'refused' })
  }, 240_000)
})
