/** A stop by MQTT while the database is away, on the real server and a real broker, as long as the server lives. */
import { lateCalls as calls } from '@greensward/contract/late'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { type Listener, listenTo, openBroker, type TestBroker } from '../../testing/mqttBroker.ts'
import { type ServerBehindLink, startServerBehindLink } from '../../testing/serverBehindLink.ts'
import type { TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_MANAGER'
const WAIT = { timeout: 60_000, interval: 100 }

let behind: ServerBehindLink
let server: TestServer
let lawns: Lawns
let broker: TestBroker
let listener: Listener

beforeAll(async () => {
  behind = await startServerBehindLink()
  server = behind.server
  lawns = await seedLawns(server)
  broker = await openBroker()
  listener = await listenTo(broker.address)
}, 180_000)
afterAll(async () => {
  behind?.giveBack()
  await listener?.close()
  await broker?.close()
  await behind?.close()
})

const state = async () => (await server.call(as, calls.mqtt.state)).result
const results = (): Record<string, unknown>[] =>
  listener.all
    .filter(({ topic, payload }) => topic === `course/mower/${lawns.mowers[0].id}/result` && payload !== '')
    .map(({ payload }) => JSON.parse(payload))
/** Nothing receives this mower: its answer says so, and comes all the same. */
const stopIsAnswered = async (): Promise<void> => {
  const before = results().length
  await listener.client.publishAsync(`course/mower/${lawns.mowers[0].id}/stop`, 'stop', { qos: 1 })
  await expect.poll(() => results().length, WAIT).toBe(before + 1)
  expect(results()[before]).toMatchObject({ command: 'stop', outcome: 'noAnswer' })
}
const ownConnections = (): string[] =>
  Object.keys((broker.aedes as unknown as { clients: Record<string, unknown> }).clients).filter(id =>
    id.startsWith('greensward'),
  )

test('SAFE-14d a stop by MQTT is taken while the database is away, also after the broker was', async () => {
  await server.call(as, calls.mqtt.update, { body: { address: broker.address, enabled: true, prefix: 'course' } })
  await expect.poll(async () => (await state()).state, WAIT).toBe('connected')
  await expect.poll(() => listener.messages.get('course/status'), WAIT).toBe('online')
  const before = broker.connections()

  behind.takeAway()
  // The session notes that it lives.
  server.clock.advance(31_000)
  await stopIsAnswered()
  expect(broker.connections()).toBe(before)

  // The broker ends the connection, and its will says that nobody takes stops until there is another one.
  const seen = listener.all.length
  const conn = Object.values(
    (broker.aedes as unknown as { clients: Record<string, { conn: { destroy(): void }; id: string }> }).clients,
  ).find(({ id }) => id.startsWith('greensward'))?.conn
  conn?.destroy()
  const statuses = () => listener.all.slice(seen).filter(({ topic }) => topic === 'course/status')
  await expect.poll(() => statuses().at(-1)?.payload, WAIT).toBe('offline')
  await expect.poll(() => statuses().at(-1)?.payload, WAIT).toBe('online')
  expect(ownConnections()).toHaveLength(1)
  await stopIsAnswered()

  // Back again, it is the same connection, and the page shows it.
  const kept = broker.connections()
  behind.giveBack()
  server.clock.advance(31_000)
  await expect.poll(async () => (await state()).state, WAIT).toBe('connected')
  expect(broker.connections()).toBe(kept)
  // What was changed meanwhile, and could not be read, counts from now on.
  await server.call(as, calls.mqtt.update, { body: { enabled: false } })
  await expect.poll(ownConnections, WAIT).toEqual([])
}, 240_000)
