/** The connection to a broker, on the real server and a real broker: what it keeps, and what it gets back. */

import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import type { BodyOf, MqttSettings } from '@greensward/contract'
import { calls as otherCalls } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { desc } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit, mqtt } from '../../platform/db/schema/index.ts'
import { selfSigned } from '../../testing/certificate.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { type Listener, listenTo, openBroker, type TestBroker } from '../../testing/mqttBroker.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_MANAGER'
const WAIT = { timeout: 30_000, interval: 100 }

let server: TestServer
let lawns: Lawns
let broker: TestBroker
let listener: Listener
let silent: Server
/** The test of a connection to a broker that answers nothing: it takes ten seconds, and the other tests run meanwhile. */
let ofSilentBroker: ReturnType<typeof tryOut>

const DEFAULTS: BodyOf<typeof calls.mqtt.update> = {
  user: '',
  password: '',
  authority: '',
  prefix: 'course',
  homeAssistant: true,
  discoveryPrefix: 'homeassistant',
  sharesPosition: false,
  commands: [],
  actorName: 'Home Assistant',
}

const change = async (body: BodyOf<typeof calls.mqtt.update>): Promise<MqttSettings> =>
  (await server.call(as, calls.mqtt.update, { body })).result
const switchOn = (changes: BodyOf<typeof calls.mqtt.update> = {}) =>
  change({ ...DEFAULTS, address: broker.address, enabled: true, ...changes })
const state = async () => (await server.call(as, calls.mqtt.state)).result
const isConnected = () => expect.poll(async () => (await state()).state, WAIT).toBe('connected')
const tryOut = async (body: BodyOf<typeof calls.mqtt.test>) =>
  (await server.call(as, calls.mqtt.test, { body: { ...DEFAULTS, ...body } })).result
const message = (topic: string): unknown => JSON.parse(listener.messages.get(topic) ?? 'null')
const [first, second] = [() => lawns.mowers[0].id, () => lawns.mowers[1].id]
const discovered = (): string[] =>
  [...listener.messages.keys()].filter(topic => topic.startsWith('homeassistant/')).sort()

/** A listener that does not speak MQTT. */
const listening = (take: Parameters<typeof createServer>[1]): Promise<Server> =>
  new Promise(done => {
    const made = createServer(take)
    made.listen(0, '127.0.0.1', () => done(made))
  })
const addressOf = (made: Server): string => `mqtt://127.0.0.1:${(made.address() as AddressInfo).port}`

beforeAll(async () => {
  server = await startTestServer({ config: { outgoingPrivate: true }, isRunning: true })
  silent = await listening(socket => void socket.on('error', () => undefined))
  ofSilentBroker = tryOut({ address: addressOf(silent) })
  lawns = await seedLawns(server)
  broker = await openBroker()
  listener = await listenTo(broker.address)
}, 120_000)
afterAll(async () => {
  silent?.close()
  await listener?.close()
  await broker?.close()
  await server?.close()
})
afterEach(async () => {
  await change({ enabled: false })
  await expect.poll(async () => (await state()).state, WAIT).toBe('off')
  await server.app.ctx.db.delete(mqtt)
})

test('state and availability of the course and of each mower are kept by the broker', async () => {
  await switchOn()
  await isConnected()
  await expect.poll(() => listener.messages.get('course/status'), WAIT).toBe('online')
  await expect
    .poll(() => message('course/course'), WAIT)
    .toEqual({
      mode: 'normal',
      rainMode: 'false',
      mowers: 2,
      driving: 0,
    })
  await expect.poll(() => listener.messages.get(`course/mower/${first()}/availability`), WAIT).toBe('offline')
  // A mower that never reported: what is not known is null, and no word is made up for what it does.
  await expect
    .poll(() => message(`course/mower/${first()}/state`), WAIT)
    .toMatchObject({ activity: 'none', battery: null, mission: null, progress: null })
  expect([...listener.messages.keys()].filter(topic => topic.endsWith('/position'))).toEqual([])
  // Another client that comes later gets the same: the broker has kept it.
  const later = await listenTo(broker.address)
  await expect.poll(() => later.messages.get('course/status'), WAIT).toBe('online')
  expect(later.all.filter(({ isRetained }) => isRetained).length).toBeGreaterThan(5)
  await later.close()
})

test('the broker itself says offline once the connection is cut, and it comes back after a pause', async () => {
  await switchOn()
  await isConnected()
  await expect.poll(() => listener.messages.get('course/status'), WAIT).toBe('online')
  const before = broker.connections()
  const seen = listener.all.length
  const away = await listenTo(broker.address)
  await away.close()
  for (const client of Object.values(
    (broker.aedes as unknown as { clients: Record<string, { conn: { destroy(): void }; id: string }> }).clients,
  ))
    if (client.id.startsWith('greensward')) client.conn.destroy()
  await expect
    .poll(() => listener.all.slice(seen).filter(({ topic }) => topic === 'course/status'), WAIT)
    .toMatchObject([{ payload: 'offline' }])
  expect(await state()).toMatchObject({ state: 'failing', problem: 'lost' })
  await expect.poll(() => listener.messages.get('course/status'), WAIT).toBe('online')
  expect(broker.connections()).toBe(before + 2)
  await isConnected()
}, 60_000)

test('a gap between the servers ends no connection whose settings are the same', async () => {
  await switchOn()
  await isConnected()
  const before = broker.connections()
  server.app.ctx.events.emit('missed', {})
  // A change whose event was lost counts, and it is the only one that connects again.
  await expect.poll(() => listener.messages.get('course/status'), WAIT).toBe('online')
  await server.app.ctx.db.update(mqtt).set({ prefix: 'other' })
  server.app.ctx.events.emit('missed', {})
  await expect.poll(() => listener.messages.get('other/status'), WAIT).toBe('online')
  expect(broker.connections()).toBe(before + 1)
}, 60_000)

test('discovery is withdrawn for a mower that was deleted, and for all once it is switched off', async () => {
  await switchOn()
  await isConnected()
  const node = (id: string) => `greensward_${id.replaceAll('-', '')}`
  await expect.poll(() => discovered().length, WAIT).toBe(11)
  const topic = `homeassistant/lawn_mower/${node(second())}/mower/config`
  const known = listener.messages.get(topic)
  expect(known).toBeDefined()
  const { result } = await server.call('ROLE_GREENKEEPER', otherCalls.mowers.create, {
    body: {
      ...{ name: 'Guest', color: '#0B7390', bladeId: null, systemId: 77, widthM: 1.6, minTurnRadiusM: 0 },
      ...{ transitSpeedMps: 2, turningSpeedMps: 0.8, batteryRangeM: 20_000, inService: false },
      bladeSwitch: { kind: 'relay', index: 0 },
    },
  })
  await expect.poll(() => discovered().length, WAIT).toBe(16)
  await server.call('ROLE_GREENKEEPER', otherCalls.mowers.remove, { params: { id: result.id } })
  await expect.poll(() => discovered().length, WAIT).toBe(11)
  await expect.poll(() => listener.messages.has(`course/mower/${result.id}/state`), WAIT).toBe(false)
  // Renamed, it is the same one.
  await change({ homeAssistant: false })
  await expect.poll(() => discovered(), WAIT).toEqual([])
  await isConnected()
  expect(listener.messages.get('course/status')).toBe('online')
  await change({ homeAssistant: true })
  await expect.poll(() => listener.messages.get(topic), WAIT).toBe(known)
  await change({ enabled: false })
  await expect
    .poll(() => [...listener.messages.keys()].filter(name => /^(course|homeassistant)\//.test(name)), WAIT)
    .toEqual([])
}, 90_000)

test('what could not be withdrawn while the broker was away is withdrawn when it is back', async () => {
  const other = await openBroker()
  await switchOn({ address: other.address })
  await isConnected()
  await expect.poll(async () => (await state()).topics, WAIT).toBeGreaterThan(10)
  await other.close()
  await expect.poll(async () => (await state()).state, WAIT).toBe('failing')
  await change({ enabled: false })
  await expect.poll(async () => (await state()).state, WAIT).toBe('withdrawing')
  const back = await openBroker({ port: other.port })
  await expect.poll(state, WAIT).toMatchObject({ state: 'off', topics: 0 })
  await back.close()
}, 90_000)

test('a login, TLS with an authority of its own, and their failures, each with its reason', async () => {
  const guarded = await openBroker({ login: { user: 'course', password: 'secret' } })
  const ownName = selfSigned('localhost')
  const secure = await openBroker({ tls: ownName })
  expect(await tryOut({ address: guarded.address, user: 'course', password: 'secret' })).toEqual({
    problem: null,
    detail: '',
  })
  expect(await tryOut({ address: guarded.address, user: 'course', password: 'wrong' })).toMatchObject({
    problem: 'loginRefused',
  })
  expect(await tryOut({ address: secure.address })).toMatchObject({ problem: 'untrusted' })
  expect(await tryOut({ address: secure.address, authority: ownName.cert })).toMatchObject({ problem: null })
  await guarded.close()
  await secure.close()
  expect(await tryOut({ address: guarded.address })).toMatchObject({ problem: 'notReached' })
  expect((await server.call(as, calls.mqtt.test, { body: { address: '' } })).error).toMatchObject({
    fields: { 'body.address': { code: 'empty' } },
  })
  // The password goes in and never comes out, and does not follow to another broker.
  const stored = await change({ address: broker.address, user: 'course', password: 'secret' })
  expect(stored).toMatchObject({ hasPassword: true })
  expect(JSON.stringify(stored)).not.toContain('secret')
  const [row] = await server.app.ctx.db.select().from(mqtt)
  expect(JSON.stringify(row)).not.toContain('secret')
  expect(await change({ address: 'mqtt://other.example.org' })).toMatchObject({ hasPassword: false })
}, 60_000)

test('a broker that answers nothing, one that lies about the protocol and one that refuses topics', async () => {
  const web = await listening(socket => {
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  })
  const closed = await openBroker({ refusesSubscriptions: true })
  expect(await ofSilentBroker).toMatchObject({ problem: 'tooSlow' })
  const lied = await tryOut({ address: addressOf(web) })
  expect(['notReached', 'lost', 'refused']).toContain(lied.problem)
  expect(await tryOut({ address: closed.address })).toMatchObject({ problem: 'topicsRefused' })
  web.close()
  await closed.close()
}, 60_000)

test('a broker that ends the connection after some messages is asked again more and more seldom', async () => {
  const strict = await openBroker({ mostMessages: 3 })
  await switchOn({ address: strict.address })
  await expect.poll(async () => (await state()).problem, WAIT).toBe('lost')
  await expect.poll(async () => (await server.app.ctx.db.select().from(mqtt))[0]?.failures, WAIT).toBeGreaterThan(1)
  const waits = async (): Promise<number> => {
    const { triedAt, nextTryAt } = await state()
    return nextTryAt === null ? 0 : Date.parse(nextTryAt) - Date.parse(triedAt ?? '')
  }
  await expect.poll(waits, WAIT).toBeGreaterThanOrEqual(10_000)
  expect(strict.connections()).toBeLessThan(5)
  await change({ address: broker.address })
  await isConnected()
  await strict.close()
}, 120_000)

test('only those who may edit settings see them, and bad input is refused by field', async () => {
  expect((await server.call('ROLE_GREENKEEPER', calls.mqtt.settings)).status).toBe(403)
  expect((await server.call(null, calls.mqtt.state)).status).toBe(401)
  for (const [body, field] of [
    [{ address: 'https://broker.example.org' }, 'body.address'],
    [{ address: 'mqtt://user:password@broker.example.org' }, 'body.address'],
    [{ prefix: 'course/#' }, 'body.prefix'],
    [{ authority: 'no certificate' }, 'body.authority'],
    [{ user: 'a\u0000b' }, 'body.user'],
    [{ enabled: true }, 'body.address'],
  ] as const) {
    const { status, error } = await server.call(as, calls.mqtt.update, { body })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, [field]])
  }
  const [entry] = await server.app.ctx.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
  expect(entry).toMatchObject({ action: 'settings.update', subjectId: 'mqtt' })
})
