/** Missions of ours on a mower that speaks VDA 5050, over a real broker and the connection of the server. */
import { localFrame } from '@greensward/geometry'
import { type Blade, type GatewayEvent, missionItems, systemClock } from '@greensward/vehicle'
import { brokerAdapter } from '@greensward/vehicle/broker'
import { createVda5050 } from '@greensward/vehicle/vda5050'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBroker, type TestBroker } from '../../../testing/mqttBroker.ts'
import { VDA5050_IDENTITY, type Vda5050OnBroker, vda5050OnBroker } from '../../../testing/vda5050OnBroker.ts'
import { BrokerLink } from '../broker/brokerLink.ts'

const ID = 'mower'
const WAIT = { timeout: 20_000, interval: 100 }
const origin: readonly [number, number] = [8.55, 47.37]
const at = (eastM: number, northM: number) => localFrame([...origin]).toLonLat([eastM, northM])
const blade: Blade = { kind: 'relay', index: 0 }
const mission = missionItems(
  {
    segments: [
      { bladeOn: false, speedMps: 0.8, points: [at(0.5, 0), at(1, 0)] },
      { bladeOn: true, speedMps: 0.8, points: [at(1, 0), at(1, 6), at(1.5, 6)] },
      { bladeOn: false, speedMps: 0.8, points: [at(1.5, 6), at(1.5, 5)] },
    ],
  },
  blade,
)

let broker: TestBroker
let machine: Vda5050OnBroker
let link: BrokerLink
let events: GatewayEvent[]
/** Messages that a client got which subscribed after them: what the broker kept. */
const retained = async (): Promise<readonly string[]> => {
  const { client } = machine
  const kept: string[] = []
  client.on('message', (topic, _, { retain }) => {
    if (retain) kept.push(topic)
  })
  await client.subscribeAsync('uagv/#')
  // A message of our own comes after what the broker kept.
  const isBack = new Promise<void>(done => client.on('message', topic => topic === 'uagv/last' && done()))
  await client.publishAsync('uagv/last', '')
  await isBack
  return kept
}

const openLink = () => {
  events = []
  return new BrokerLink(
    {
      mowerId: ID,
      machine: {},
      broker: { address: broker.address, user: '', password: null, authority: '', clientId: 'greensward test' },
      listenMs: 0,
      create: ports =>
        createVda5050(
          {
            ...{ id: ID, systemId: 256, link: broker.address, version: '2.1.0', ...VDA5050_IDENTITY },
            ...{ origin, xAxisDeg: 90, orders: { bladeAction: 'mow', blade } },
          },
          ports,
        ),
    },
    { allowsPrivate: true, onEvent: event => events.push(event), onFailure: () => undefined },
  )
}
const adapter = () => brokerAdapter(new Map([[ID, link.machine]]), systemClock)
const paths = () => adapter().paths ?? expect.fail()
const shown = () => link.machine.state()
/** A report said so; one of now may be of a moment later. */
const hasMown = (): boolean =>
  events.some(event => event.kind === 'telemetry' && event.state.telemetry.bladeOn === true)
/** Orders, without the updates that release more of one. */
const begun = (): number => new Set(machine.mower.orders.map(({ orderId }) => orderId)).size
const kinds = (): readonly string[] => events.map(({ kind }) => kind)
const isUploaded = async (): Promise<void> => {
  await expect.poll(() => paths().upload(ID, mission.items), WAIT).toEqual({ outcome: 'accepted' })
}

beforeEach(async () => {
  broker = await openBroker()
  machine = await vda5050OnBroker(broker.address, { takesOrders: true, speed: 4 })
  link = openLink()
})
afterEach(async () => {
  await link.close()
  await machine.close()
  await broker.close()
})

test('SAFE-16g drives a mission to its end, and the broker keeps no order', async () => {
  await isUploaded()
  expect(await paths().start(ID)).toEqual({ outcome: 'accepted' })
  await expect.poll(kinds, WAIT).toContain('missionEnded')
  expect(hasMown()).toBe(true)
  expect(events.flatMap(event => (event.kind === 'itemReached' ? [event.seq] : []))).toEqual(
    mission.steps.map(({ seq }) => seq),
  )
  expect(begun()).toBe(1)
  expect(machine.mower.cuts).toBe(false)
  expect(kinds()).not.toContain('safetyStop')
  const kept = await retained()
  expect(kept).toContain(machine.mower.topic('connection'))
  expect(kept).not.toContain(machine.mower.topic('order'))
  expect(kept).not.toContain(machine.mower.topic('instantActions'))
}, 60_000)

test('SAFE-16g SAFE-16h a stop ends the order, and a resume begins another one where the mower is', async () => {
  await isUploaded()
  expect(await paths().start(ID)).toEqual({ outcome: 'accepted' })
  await expect.poll(hasMown, WAIT).toBe(true)
  expect(await adapter().stop(ID)).toMatchObject({ acknowledged: true })
  expect([machine.mower.isDriving, machine.mower.cuts]).toEqual([false, false])
  const seq = shown().telemetry.missionSeq ?? expect.fail()
  expect(await paths().resume(ID, seq)).toEqual({ outcome: 'accepted' })
  await expect.poll(kinds, WAIT).toContain('missionEnded')
  expect(begun()).toBe(2)
}, 60_000)

test('SAFE-16j a connection that is made again stops the order that it finds, and sends no order', async () => {
  await isUploaded()
  expect(await paths().start(ID)).toEqual({ outcome: 'accepted' })
  await link.close()
  expect(machine.mower.isDriving).toBe(true)
  link = openLink()
  await expect.poll(() => machine.mower.isDriving, WAIT).toBe(false)
  await expect.poll(() => shown().requestedStop, WAIT).toMatchObject({ acknowledgedAt: expect.any(Number) })
  expect(begun()).toBe(1)
}, 60_000)
