/** Events of the maker's service on the real server: the state is fresh without requests, and a service that fails holds nothing up. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { automower } from '../../platform/db/schema/index.ts'
import { AutomowerServiceOfTest, mowerOf, says } from '../../testing/automowerService.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_MANAGER'
const MINUTE_MS = 60_000
const WAIT = { timeout: 60_000 }

let server: TestServer
let service: AutomowerServiceOfTest

beforeAll(async () => {
  server = await startTestServer({ config: { outgoingPrivate: true } })
  service = await new AutomowerServiceOfTest().open()
}, 120_000)
afterAll(async () => {
  service?.close()
  await server?.close()
})
beforeEach(async () => {
  await change({ enabled: false, events: false })
  await vi.waitFor(() => expect(service.sockets.clients.size).toBe(0), WAIT)
  await server.app.ctx.db.delete(automower)
  service.reset()
})

const state = async () => (await server.call(as, lateCalls.automower.get)).result
const change = (body: object) => server.call(as, lateCalls.automower.update, { body })
const becomes = (expected: object) => expect.poll(state, WAIT).toMatchObject(expected)
const connect = async () => {
  await change({ ...service.account(), events: true })
  await becomes({ eventsState: 'connected', answeredAt: expect.any(String) })
}
const battery = (batteryPercent: number, id = '0b1c') =>
  service.send({ id, type: 'battery-event-v2', attributes: { battery: { batteryPercent } } })

test('an event is shown without a request, and the mowers are read less often', async () => {
  await connect()
  battery(21)
  service.send({
    id: '0b1c',
    type: 'mower-event-v2',
    attributes: { mower: { activity: 'GOING_HOME', state: 'IN_OPERATION' } },
  })
  await becomes({ machines: [{ battery: 0.21, activity: 'goingHome' }], lastEventAt: expect.any(String), requests: 1 })
  server.clock.advance(2 * MINUTE_MS)
  const look = () => change({ enabled: true }).then(found => found.result)
  // Within three minutes of the last note of the connection.
  await server.app.ctx.db.update(automower).set({ triedAt: new Date(server.clock.now().getTime() - 14 * MINUTE_MS) })
  await look()
  expect(service.readings()).toBe(1)
  await server.app.ctx.db.update(automower).set({ triedAt: new Date(server.clock.now().getTime() - 16 * MINUTE_MS) })
  await look()
  await becomes({ requests: 2 })
})

test('unknown events, unknown mowers and noise change nothing and end nothing', async () => {
  await connect()
  for (const noise of ['', 'pong', '{', '[]', { id: '0b1c', type: 'new-event-v3', attributes: {} }]) service.send(noise)
  battery(640)
  battery(5, 'another mower')
  battery(33)
  await becomes({ machines: [{ battery: 0.33, activity: 'mowing' }], eventsState: 'connected' })
  expect(service.connections).toBe(1)
})

test('an event that comes while the list is read is newer than the list', async () => {
  await connect()
  let answer = (): void => undefined
  service.mowers = reply => {
    answer = () => says({ data: [mowerOf()] })(reply)
  }
  await server.app.ctx.db.update(automower).set({ triedAt: null })
  await change({ enabled: true })
  await expect.poll(() => service.readings(), WAIT).toBe(2)
  battery(7)
  await becomes({ machines: [{ battery: 0.07 }] })
  await server.app.ctx.db.update(automower).set({ answeredAt: null })
  answer()
  await becomes({ answeredAt: expect.any(String), machines: [{ battery: 0.07 }] })
})

test('nothing is connected while it is off, and it ends once it is switched off', async () => {
  await change(service.account())
  await becomes({ answeredAt: expect.any(String), eventsState: 'off' })
  expect(service.connections).toBe(0)
  await change({ events: true })
  await becomes({ eventsState: 'connected' })
  await change({ events: false })
  await becomes({ eventsState: 'off' })
  await expect.poll(() => service.sockets.clients.size, WAIT).toBe(0)
})

test('a connection that ends is made again, and one that is refused says why while pauses still work', async () => {
  await connect()
  service.drop()
  await expect.poll(() => service.connections, WAIT).toBe(2)
  service.refusal = 'HTTP/1.1 403 Forbidden'
  service.drop()
  await becomes({ eventsState: 'notConnected', eventsProblem: 'keyRefused', problem: null })
  const pause = await server.call(as, lateCalls.automower.pause, { params: { id: '0b1c' } })
  expect(pause.result.problem).toBe(null)
  expect((await server.call(as, calls.mowers.stopAll)).status).toBe(200)
})

test('the token does not go to another address for events', async () => {
  await change({ ...service.account(), enabled: false })
  expect((await change({ enabled: true, eventsAddress: 'wss://example.org' })).error.fields).toMatchObject({
    'body.secret': { code: 'empty' },
  })
  expect((await change({ eventsAddress: 'https://example.org' })).status).toBe(422)
})
