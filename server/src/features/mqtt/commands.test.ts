/** Commands that come from a broker, on the real server and a real broker: which reach the pre-start checks, and which do not. */
import { calls as otherCalls } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { audit } from '../../platform/db/schema/index.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { type Listener, listenTo, openBroker, type TestBroker } from '../../testing/mqttBroker.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_MANAGER'
const WAIT = { timeout: 30_000, interval: 50 }

let server: TestServer
let lawns: Lawns
let broker: TestBroker
let listener: Listener

const isConnected = () =>
  vi.waitFor(async () => expect((await server.call(as, calls.mqtt.state)).result.state).toBe('connected'), WAIT)
const change = async (body: object): Promise<void> => {
  expect((await server.call(as, calls.mqtt.update, { body })).status).toBe(200)
}
const id = (): string => lawns.mowers[0].id
const results = (): Record<string, unknown>[] =>
  listener.all
    .filter(({ topic, payload }) => topic === `course/mower/${id()}/result` && payload !== '')
    .map(({ payload }) => JSON.parse(payload))
const send = (payload: object | string, options: { retain?: boolean; topic?: string } = {}) =>
  listener.client.publishAsync(
    `course/mower/${id()}/${options.topic ?? 'command'}`,
    typeof payload === 'string' ? payload : JSON.stringify(payload),
    { qos: 1, retain: options.retain ?? false },
  )
const at = (agoMs = 0): string => new Date(server.clock.now().getTime() - agoMs).toISOString()
/** The answer to what is sent now. */
const answerTo = async (payload: object | string, options: { retain?: boolean; topic?: string } = {}) => {
  const before = results().length
  await send(payload, options)
  await expect.poll(() => results().length, WAIT).toBe(before + 1)
  return results()[before]
}

beforeAll(async () => {
  server = await startTestServer({ config: { outgoingPrivate: true }, isRunning: true })
  lawns = await seedLawns(server)
  broker = await openBroker()
  listener = await listenTo(broker.address)
  await change({ address: broker.address, enabled: true, prefix: 'course', actorName: 'Home Assistant' })
  await isConnected()
  expect((await server.call('ROLE_GREENKEEPER', otherCalls.missions.create, { body: lawns.request() })).status).toBe(
    200,
  )
}, 120_000)
afterAll(async () => {
  await listener?.close()
  await broker?.close()
  await server?.close()
})
beforeEach(async () => {
  // Each test begins with a connection of its own, whose count of commands is empty.
  await change({ commands: [] })
  await change({ commands: ['start', 'pause', 'dock'] })
  await isConnected()
  await vi.waitFor(() => expect(listener.messages.get('course/status')).toBe('online'), WAIT)
})

test('SAFE-14a a message that the broker kept moves no mower, and is taken away', async () => {
  // Home Assistant, or a person with a tool, publishes it while Greensward is away.
  await change({ enabled: false })
  await expect.poll(() => listener.messages.has('course/status'), WAIT).toBe(false)
  await send({ command: 'start', at: at() }, { retain: true })
  const before = results().length
  await change({ enabled: true })
  await expect.poll(() => results().length, WAIT).toBe(before + 1)
  expect(results()[before]).toMatchObject({ command: 'start', outcome: 'refused', reason: 'retained' })
  await expect.poll(() => listener.messages.has(`course/mower/${id()}/command`), WAIT).toBe(false)
})

test('SAFE-14b a command without the moment of its press, an old one and one from the future move no mower', async () => {
  for (const [payload, reason] of [
    [{ command: 'start' }, 'withoutTime'],
    [{ command: 'dock' }, 'withoutTime'],
    [{ command: 'start', at: at(6_000) }, 'commandExpired'],
    [{ command: 'dock', at: at(3_600_000) }, 'commandExpired'],
    [{ command: 'start', at: at(-60_000) }, 'invalid'],
    ['start', 'notUnderstood'],
    [{ command: 'mow', at: at() }, 'notUnderstood'],
    ['{'.repeat(3_000), 'notUnderstood'],
  ] as const)
    expect(await answerTo(payload)).toMatchObject({ outcome: 'refused', reason })
})

test('SAFE-14c a start comes to the same pre-start checks as that of a person, and the same message again does not', async () => {
  const payload = { command: 'start', at: at() }
  // This mower has no link: the checks refuse it.
  expect(await answerTo(payload)).toMatchObject({ command: 'start', outcome: 'refused', reason: 'gateShut' })
  expect(await answerTo(payload)).toMatchObject({ outcome: 'refused', reason: 'repeated' })
  // With the words of Home Assistant's own template.
  const asThere = `{"command": "start", "at": "${at().replace(/\.(\d{3})Z$/, '.$1456+00:00')}"}`
  expect(await answerTo(asThere)).toMatchObject({ outcome: 'refused', reason: 'gateShut' })
})

test('a command that is not switched on is refused, and a stop is taken all the same', async () => {
  await change({ commands: [] })
  await isConnected()
  for (const command of ['start', 'pause', 'dock'])
    expect(await answerTo({ command, at: at() })).toMatchObject({ command, outcome: 'refused', reason: 'switchedOff' })
  // Nothing receives this mower, and the sender learns that it did not stop.
  expect(await answerTo('stop', { topic: 'stop' })).toMatchObject({ command: 'stop', outcome: 'noAnswer' })
  // A stop is answered first and recorded after it.
  const recorded = () =>
    server.app.ctx.db
      .select()
      .from(audit)
      .where(and(eq(audit.action, 'mower.stop'), eq(audit.subjectId, id())))
  await expect.poll(recorded, WAIT).toMatchObject([{ who: 'Home Assistant', userId: null }])
}, 60_000)

test('a flood of commands ends with the first of a minute, and a stop still comes through', async () => {
  const before = results().length
  for (let i = 0; i < 100; i += 1) await send({ command: 'start' })
  await expect.poll(() => results().length, WAIT).toBe(before + 30)
  expect(await answerTo('stop', { topic: 'stop' })).toMatchObject({ command: 'stop', outcome: 'noAnswer' })
  expect(results().length).toBe(before + 31)
}, 60_000)
