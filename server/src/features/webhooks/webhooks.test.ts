/** Webhooks, called over HTTP at a receiver that checks their signature with the library of the standard. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls, type Webhook } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { desc } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { audit, webhookDeliveries, webhooks } from '../../platform/db/schema/index.ts'
import type { Notice } from '../../platform/events.ts'
import { openSeal } from '../../platform/sealing.ts'
import { loseCommitAnswer } from '../../testing/loseCommitAnswer.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { createWebhookSender } from './sendWebhooks.ts'

const as = 'ROLE_MANAGER'
const MINUTE_MS = 60_000
const WAIT = { timeout: 30_000 }

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

let server: TestServer
let receiver: Server
let received: Received[] = []
let answer: (reply: ServerResponse) => void
const taken = (reply: ServerResponse): void => void reply.writeHead(204).end()

beforeAll(async () => {
  server = await startTestServer({ config: { outgoingPrivate: true } })
  receiver = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      received.push({ headers, body: Buffer.concat(parts).toString('utf8') })
      answer(reply)
    })
  })
  await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  receiver?.closeAllConnections()
  receiver?.close()
  await server?.close()
})
beforeEach(async () => {
  // A test before may have advanced the clock past the sessions.
  await server.signInAgain()
  await server.app.ctx.db.delete(webhooks)
  received = []
  answer = taken
})

const origin = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
const body = (changes: object = {}) => ({
  name: 'Club',
  address: `${origin()}/hook?key=of-the-club`,
  kinds: ['missionDone', 'stop'] as Webhook['kinds'],
  enabled: true,
  ...changes,
})
const create = async (changes: object = {}) =>
  (await server.call(as, lateCalls.webhooks.create, { body: body(changes) })).result
const list = async () => (await server.call(as, lateCalls.webhooks.list)).result.items
const notice = (kind: string, values: Notice['values'] = {}): void =>
  server.app.ctx.events.emit('notice', { level: 'info', subject: 'mission', subjectId: randomUUID(), kind, values })
const deliveries = async (id: string) =>
  (await server.call(as, lateCalls.webhooks.deliveries, { params: { id } })).result.items
const triesOf = async () => (await server.app.ctx.db.select().from(webhookDeliveries))[0]?.tries
/** What the library of the standard signs the same call with, however long ago it was. */
const signedBy = (secret: string, call: Received | undefined): string => {
  if (call === undefined) throw new Error('nothing came')
  const at = new Date(Number(call.headers['webhook-timestamp']) * 1_000)
  return new Verifier(secret).sign(call.headers['webhook-id'] ?? '', at, call.body)
}
/** Looks as the server does every ten seconds, with the calls that are due by the clock of the test. */
const look = async (): Promise<void> => {
  const { ctx } = server.app
  await createWebhookSender(ctx, openSeal(ctx.config.sharedDir)).look()
}

test('an event of a chosen kind is one signed call, which the library of the standard accepts', async () => {
  const { secret } = await create()
  server.app.ctx.events.emit('notice', {
    level: 'info',
    subject: 'mission',
    subjectId: null,
    kind: 'missionDone',
    values: { mission: 'Grün 7', mower: 'Rook' },
    isForPrograms: true,
  })
  notice('newOrder', { number: 4 })
  await expect.poll(() => received.length, WAIT).toBe(1)
  const [call] = received
  if (call === undefined) throw new Error('nothing came')
  const atS = Number(call.headers['webhook-timestamp'])
  expect(Math.abs(atS - server.clock.now().getTime() / 1_000)).toBeLessThan(60)
  const verifier = new Verifier(secret)
  expect(verifier.verify(call.body, call.headers)).toMatchObject({
    type: 'missionDone',
    data: { notice: 'missionDone', values: { mission: 'Grün 7', mower: 'Rook' } },
  })
  expect(() => verifier.verify(call.body.replace('Rook', 'Crow'), call.headers)).toThrow()
  expect(() => verifier.verify(call.body, { ...call.headers, 'webhook-timestamp': String(atS + 1) })).toThrow()
  await expect.poll(async () => (await list())[0], WAIT).toMatchObject({ problem: null, waiting: 0, dead: 0 })
  expect(await server.app.ctx.db.$count(webhookDeliveries)).toBe(0)
})

test('the SOS of a tracker calls those that chose alarms of carts, and says which cart', async () => {
  await create({ kinds: ['cartAlarm'] })
  await create({ name: 'Other', kinds: ['noGo'] })
  const cart = { name: 'Cart 7', inService: false, home: null }
  const { id } = (await server.call('ROLE_ADMIN', calls.carts.create, { body: cart })).result
  const { key } = (await server.call(as, lateCalls.cartAccess.newKey, { params: { id } })).result
  const atS = Math.floor(server.clock.now().getTime() / 1_000)
  // The key and the cart reach the part that follows carts by an event.
  await expect
    .poll(async () => {
      await fetch(`${server.url}/api/track/osmand?id=${key}&timestamp=${atS}&alarm=sos`)
      return received.length
    }, WAIT)
    .toBe(1)
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    type: 'cartAlarm',
    data: { notice: 'cartAlarm', level: 'alarm', subjectId: id, values: { cart: 'Cart 7', reason: 'sos' } },
  })
})

test('a call that is not taken is made again with the same id, later each time, and then waits for a person', async () => {
  const { id, secret } = await create()
  answer = reply => void reply.writeHead(500).end()
  notice('missionStopped', { mission: 'Green 7' })
  await expect.poll(() => received.length, WAIT).toBe(1)
  await expect.poll(triesOf, WAIT).toBe(1)
  await look()
  expect(received).toHaveLength(1)
  for (const tries of [1, 2, 3, 4, 5, 6, 7]) {
    server.clock.advance(tries * tries * MINUTE_MS - 1_000)
    await look()
    expect(received).toHaveLength(tries)
    server.clock.advance(1_000)
    await look()
    // The server itself may have been first.
    await expect.poll(triesOf, WAIT).toBe(tries + 1)
    expect(received).toHaveLength(tries + 1)
  }
  await server.signInAgain()
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await list()).toMatchObject([{ problem: 'httpStatus', detail: 'It answered 500', waiting: 0, dead: 1 }])
  server.clock.advance(24 * 60 * MINUTE_MS)
  await server.signInAgain()
  await look()
  expect(received).toHaveLength(8)
  const [dead] = await deliveries(id)
  expect(dead).toMatchObject({ kind: 'stop', tries: 8, dueAt: null, problem: 'httpStatus' })
  answer = taken
  await server.call(as, lateCalls.webhooks.sendAgain, { params: { id: dead?.id ?? '' } }).then(found => found.result)
  await expect.poll(() => received.length, WAIT).toBe(9)
  const last = received.at(-1)
  expect(last?.headers['webhook-id']).toBe(dead?.id)
  expect(last?.headers['webhook-signature']).toBe(signedBy(secret, last))
  await expect.poll(async () => (await list())[0]?.dead, WAIT).toBe(0)
  expect((await server.call(as, lateCalls.webhooks.sendAgain, { params: { id: dead?.id ?? '' } })).status).toBe(404)
})

test('an event is one call where the answer of its commit was lost', async () => {
  await create()
  const { db } = server.app.ctx
  const { lost, restore } = loseCommitAnswer(
    db,
    async result => result === true && (await db.$count(webhookDeliveries)) > 0,
  )
  try {
    notice('missionDone', { number: 1 })
    // Entered after it, so queued after its second try.
    notice('missionDone', { number: 2 })
    await expect.poll(() => received.length, WAIT).toBeGreaterThan(1)
    await expect.poll(() => db.$count(webhookDeliveries), WAIT).toBe(0)
    expect(lost).toEqual([true])
    expect(received.map(({ body }) => JSON.parse(body).data.values.number).toSorted()).toEqual([1, 2])
  } finally {
    restore()
  }
})

test('a receiver that is slow or broken holds up no other one', async () => {
  const refusing = createServer(request => request.socket.destroy())
  await new Promise<void>(done => refusing.listen(0, '127.0.0.1', done))
  try {
    const address = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/`
    await create({ name: 'Broken', address })
    await create({ name: 'Well' })
    notice('missionDone')
    await expect.poll(() => received.length, WAIT).toBe(1)
    await expect.poll(list, WAIT).toMatchObject([
      { name: 'Broken', problem: 'notReached', waiting: 1 },
      { name: 'Well', problem: null, waiting: 0 },
    ])
  } finally {
    refusing.close()
  }
})

test('while one waits for its answer, another gets every event at once', async () => {
  let asked = 0
  const silent = createServer(() => {
    asked += 1
  })
  await new Promise<void>(done => silent.listen(0, '127.0.0.1', done))
  try {
    await create({ name: 'Silent', address: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` })
    await create({ name: 'Well' })
    for (let count = 1; count <= 3; count += 1) {
      notice('missionDone')
      await expect.poll(() => received.length, WAIT).toBe(count)
    }
    // Its first call still waits for the ten seconds that it is given.
    expect(asked).toBe(1)
  } finally {
    silent.closeAllConnections()
    silent.close()
  }
}, 60_000)

test('one with hundreds of waiting calls holds up no other one, also while it is switched off', async () => {
  const [full, other] = [await create({ enabled: false }), await create({ name: 'Other', kinds: ['order'] })]
  const at = new Date(server.clock.now().getTime() - MINUTE_MS)
  const row = {
    webhookId: full.id,
    kind: 'stop',
    body: '{}',
    state: 'waiting',
    tries: 0,
    dueAt: at,
    createdAt: at,
  } as const
  await server.app.ctx.db.insert(webhookDeliveries).values(Array.from({ length: 600 }, () => row))
  notice('newOrder', { number: 5 })
  await expect.poll(() => received.length, WAIT).toBe(1)
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'order' })
  await expect.poll(list, WAIT).toMatchObject([
    { id: full.id, waiting: 600 },
    { id: other.id, waiting: 0 },
  ])
})

test('a press of Test calls at once and says how it went', async () => {
  const { id } = await create({ enabled: false })
  expect((await server.call(as, lateCalls.webhooks.test, { params: { id } })).result).toEqual({
    problem: null,
    detail: '',
  })
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'test', data: { webhook: 'Club' } })
  answer = reply => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  expect((await server.call(as, lateCalls.webhooks.test, { params: { id } })).result).toEqual({
    problem: 'httpStatus',
    detail: 'It answered 302',
  })
})

test('one that is switched off is not called, and one that is deleted leaves nothing', async () => {
  const { id } = await create({ enabled: false })
  notice('missionDone')
  await look()
  expect(received).toEqual([])
  await server.call(as, lateCalls.webhooks.remove, { params: { id } }).then(found => found.result)
  expect(await list()).toEqual([])
})

test('secret and address are sealed, the secret is shown once and can be replaced', async () => {
  const { id, secret, host } = await create()
  expect(host).toBe(new URL(origin()).host)
  const rows = JSON.stringify(await server.app.ctx.db.select().from(webhooks))
  expect(rows).not.toContain('of-the-club')
  expect(rows).not.toContain(secret.slice(8))
  expect(JSON.stringify(await list())).not.toContain('of-the-club')
  const next = (await server.call(as, lateCalls.webhooks.newSecret, { params: { id } })).result.secret
  await server.call(as, lateCalls.webhooks.test, { params: { id } }).then(found => found.result)
  expect(received[0]?.headers['webhook-signature']).toBe(signedBy(next, received[0]))
  expect(received[0]?.headers['webhook-signature']).not.toBe(signedBy(secret, received[0]))
  const [line] = await server.app.ctx.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
  expect(line).toMatchObject({ action: 'webhook.newKey', subjectId: id })
  expect(next).not.toBe(secret)
  const { updatedAt } = (await list())[0] ?? { updatedAt: '' }
  const change = { params: { id }, body: { name: 'New', updatedAt } }
  expect((await server.call(as, lateCalls.webhooks.update, change)).result).toMatchObject({ name: 'New', host })
  expect((await server.call(as, lateCalls.webhooks.update, change)).status).toBe(409)
})

test('only who may change settings sees webhooks, and private addresses are refused where the operator says so', async () => {
  expect((await server.call('ROLE_GREENKEEPER', lateCalls.webhooks.list)).status).toBe(403)
  expect((await server.call('ROLE_GREENKEEPER', lateCalls.webhooks.create, { body: body() })).status).toBe(403)
  for (const address of ['file:///etc/passwd', 'http://user:word@example.org/', 'nonsense'])
    expect((await server.call(as, lateCalls.webhooks.create, { body: body({ address }) })).status).toBe(422)
  const guarded = await startTestServer()
  try {
    const { id } = (await guarded.call(as, lateCalls.webhooks.create, { body: body() })).result
    expect((await guarded.call(as, lateCalls.webhooks.test, { params: { id } })).result.problem).toBe(
      'forbiddenAddress',
    )
    expect(received).toEqual([])
  } finally {
    await guarded.close()
  }
})
