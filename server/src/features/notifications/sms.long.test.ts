/** Text messages by a gateway of the test's own, on the real server: who gets them, when, and what a bad gateway costs. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BodyOf, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { NotificationChoice } from '@greensward/domain'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifications, smsQueue, smsSettings, users } from '../../platform/db/schema/index.ts'
import { MOST_AN_HOUR, MOST_LESSER_AN_HOUR } from '../../platform/sms/smsStore.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { createSmsFeature } from './smsFeature.ts'

const as = 'ROLE_MANAGER'
const WAIT = { timeout: 30_000, interval: 100 }
/** Where the gateway never answers. */
const SILENT = '/silent'

interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let server: TestServer
let gateway: Server
let received: Received[] = []
const logged: string[] = []
/** The test of a gateway that does not answer: it takes ten seconds, and the other tests run meanwhile. */
let ofSilentGateway: ReturnType<typeof tryOut>
let answer: (reply: ServerResponse) => void
const taken = (reply: ServerResponse): void => void reply.writeHead(200).end('OK 17')

beforeAll(async () => {
  server = await startTestServer({ config: { outgoingPrivate: true }, onLog: line => logged.push(line) })
  gateway = createServer((request, reply) => {
    if (request.url === SILENT) return
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: Buffer.concat(parts).toString('utf8') })
      answer(reply)
    })
  })
  await new Promise<void>(done => gateway.listen(0, '127.0.0.1', done))
  ofSilentGateway = tryOut({ address: `${origin()}${SILENT}` })
  await server.app.ctx.db
    .update(users)
    .set({ phone: '+353 1 (234) 567' })
    .where(eq(users.id, server.userIds.ROLE_GREENKEEPER))
})
afterAll(async () => {
  gateway?.closeAllConnections()
  gateway?.close()
  await server?.close()
})
beforeEach(async () => {
  await server.app.ctx.db.delete(smsQueue)
  await server.app.ctx.db.delete(smsSettings)
  received = []
  answer = taken
})

const origin = (): string => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
const JSON_BODY = '{"to": "{to}", "text": "{text}"}'
const change = (body: BodyOf<typeof lateCalls.sms.update>) => server.call(as, lateCalls.sms.update, { body })
const switchOn = async (changes: BodyOf<typeof lateCalls.sms.update> = {}): Promise<void> => {
  const whole = { enabled: true, address: `${origin()}/send?key=gateway-key-of-the-club`, body: JSON_BODY, ...changes }
  expect((await change(whole)).status).toBe(200)
}
const tryOut = async (changes: BodyOf<typeof lateCalls.sms.update> = {}) =>
  (
    await server.call(as, lateCalls.sms.test, {
      body: { to: '+49 151 1', address: `${origin()}/send`, body: JSON_BODY, ...changes },
    })
  ).result
const choose = (choice: Partial<NotificationChoice>) =>
  server.call('ROLE_GREENKEEPER', calls.notifications.choose, {
    body: { email: 'off', push: 'off', sms: 'alarm', quietFrom: null, quietTo: null, language: 'en', ...choice },
  })
const notice = (level: 'info' | 'warning' | 'alarm', kind: string): void =>
  server.app.ctx.events.emit('notice', {
    ...{ level, subject: 'mower', subjectId: null, kind },
    values: { mower: 'Rook "1"\r\nX: y' },
  })
const queued = () => server.app.ctx.db.select().from(smsQueue)
/** As the server does every other second, by the clock of the test. */
const sendAll = async (): Promise<void> => {
  const { sendNext } = createSmsFeature(server.app.ctx)
  while (await sendNext(() => undefined));
}

test('goes to the number of a person who chose it, as its text of the level on', async () => {
  await switchOn({ headers: 'Authorization: Bearer s3cret\nX-Account: 7' })
  await choose({ sms: 'warning' })
  expect((await server.call('ROLE_GREENKEEPER', lateCalls.sms.mine)).result).toEqual({
    isOn: true,
    phone: '+353 1 (234) 567',
  })
  notice('info', 'firstKind')
  notice('warning', 'secondKind')
  await expect.poll(async () => (await queued()).length, WAIT).toBe(1)
  await sendAll()
  await expect.poll(() => received.length, WAIT).toBe(1)
  expect(received[0]).toMatchObject({ method: 'POST', url: '/send?key=gateway-key-of-the-club' })
  expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer s3cret', 'x-account': '7' })
  // The body stays whole JSON with any name that people have typed.
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    to: '+3531234567',
    text: 'Warning: Second kind · Rook "1" X: y',
  })
  const { result } = await server.call(as, lateCalls.sms.settings)
  expect(result).toMatchObject({ problem: null, waiting: 0, hasHeaders: true })
  expect(JSON.stringify([result, await server.app.ctx.db.select().from(smsSettings)])).not.toMatch(/s3cret|gateway-key/)
})

test('waits for the end of quiet hours, an alarm does not', async () => {
  await switchOn()
  const hour = (offset: number) =>
    new Date(server.clock.now().getTime() + offset * 3_600_000).toISOString().slice(11, 16)
  await choose({ sms: 'info', quietFrom: hour(-1), quietTo: hour(2) })
  notice('info', 'quietKind')
  notice('alarm', 'loudKind')
  await expect.poll(async () => (await queued()).length, WAIT).toBe(2)
  const due = Object.fromEntries(
    (await queued()).map(({ text, dueAt }) => [text.split(':')[0] ?? '', dueAt.getTime()] as const),
  )
  expect(due.Alarm).toBeLessThanOrEqual(server.clock.now().getTime() + 60_000)
  expect(Math.max(...Object.values(due))).toBeGreaterThan(server.clock.now().getTime() + 3_600_000)
})

test('an alarm is sent after a storm of lesser notices as well', async () => {
  await switchOn()
  await choose({ sms: 'info' })
  for (let i = 0; i < MOST_AN_HOUR; i += 1) notice('warning', `storm${i}x`)
  await expect.poll(async () => (await queued()).length, WAIT).toBe(MOST_LESSER_AN_HOUR)
  notice('warning', 'oneMore')
  notice('alarm', 'loudKind')
  const kinds = async () => (await queued()).map(({ text }) => text.split(' · ')[0])
  await expect.poll(kinds, WAIT).toContain('Alarm: Loud kind')
  expect(await kinds()).not.toContain('Warning: One more')
}, 90_000)

test('nothing is queued while it is off, and a storm of notices ends with the first ones of an hour', async () => {
  await choose({ sms: 'info' })
  notice('alarm', 'whileOff')
  const stored = () => server.app.ctx.db.select().from(notifications).where(eq(notifications.kind, 'whileOff'))
  await expect.poll(async () => (await stored()).length, WAIT).toBe(1)
  await switchOn()
  for (let i = 0; i < MOST_AN_HOUR + 5; i += 1) notice('alarm', `storm${i}x`)
  await expect.poll(async () => (await queued()).length, WAIT).toBe(MOST_AN_HOUR)
  expect((await queued()).some(({ text }) => text.includes('While off'))).toBe(false)
}, 90_000)

test('each failure of a gateway has its reason, and an answer that only looks right is one', async () => {
  expect(await tryOut()).toEqual({ problem: null, detail: '' })
  expect(await tryOut({ address: `${origin()}/send?to={to}&text={text}`, body: '' })).toMatchObject({ problem: null })
  expect(received.at(-1)).toMatchObject({ method: 'GET', url: '/send?to=%2B491511&text=Greensward%3A%20Test' })
  expect(await tryOut({ expects: 'OK' })).toMatchObject({ problem: null })
  answer = reply => void reply.writeHead(200).end('{"status": "insufficient balance"}')
  expect(await tryOut({ expects: 'OK' })).toMatchObject({ problem: 'unexpectedAnswer' })
  answer = reply => void reply.writeHead(500).end()
  expect(await tryOut()).toMatchObject({ problem: 'httpStatus' })
  answer = reply => void reply.writeHead(200).end('x'.repeat(100_000))
  expect(await tryOut()).toMatchObject({ problem: 'tooLarge' })
  expect(await ofSilentGateway).toMatchObject({ problem: 'tooSlow' })
  expect(await tryOut({ address: 'http://127.0.0.1:1/send' })).toMatchObject({ problem: 'notReached' })
}, 90_000)

test('a gateway that wants fewer calls is left alone as long as it says, and nothing is lost', async () => {
  await switchOn()
  await choose({ sms: 'alarm' })
  // As the standard allows it, by a date.
  const until = new Date(server.clock.now().getTime() + 1_800_000).toUTCString()
  answer = reply => void reply.writeHead(429, { 'retry-after': until }).end()
  notice('alarm', 'oneKind')
  notice('alarm', 'otherKind')
  await expect.poll(async () => (await queued()).length, WAIT).toBe(2)
  const settings = async () => (await server.call(as, lateCalls.sms.settings)).result
  await expect.poll(settings, WAIT).toMatchObject({ problem: 'rateLimited', waiting: 2 })
  server.clock.advance(1_200_000)
  await sendAll()
  expect(received.length).toBe(1)
  answer = taken
  server.clock.advance(600_000)
  await expect.poll(() => received.length, WAIT).toBe(3)
  await server.signInAgain()
  await expect
    .poll(async () => (await server.call(as, lateCalls.sms.settings)).result, WAIT)
    .toMatchObject({ problem: null, waiting: 0 })
}, 90_000)

test('the log names the failure and holds nothing of what the gateway answered', async () => {
  await switchOn({ expects: 'OK' })
  await choose({ sms: 'alarm' })
  answer = reply => void reply.writeHead(200).end('{"to": "+3531234567", "key": "gateway-key-of-the-club", "error": 7}')
  notice('alarm', 'oneKind')
  await expect.poll(() => logged.join(''), WAIT).toContain('unexpectedAnswer')
  expect(logged.join('')).not.toMatch(/3531234567|gateway-key|Rook/)
}, 60_000)

test('a wait from before the clock was set back holds up no message', async () => {
  await switchOn()
  await choose({ sms: 'alarm' })
  const day = new Date(server.clock.now().getTime() + 24 * 3_600_000)
  await server.app.ctx.db.update(smsSettings).set({ triedAt: day, notBefore: day })
  notice('alarm', 'oneKind')
  await expect.poll(() => received.length, WAIT).toBe(1)
}, 60_000)

test('settings without a place for number or text are refused, and headers stay with their host', async () => {
  await server.signInAgain()
  for (const [body, field] of [
    [{ enabled: true }, 'body.address'],
    [{ enabled: true, address: `${origin()}/send`, body: '' }, 'body.body'],
    [{ address: 'ftp://gateway.example.org' }, 'body.address'],
    [{ headers: 'no header' }, 'body.headers'],
    [{ address: 'https://300.2.3.{text}/{to}' }, 'body.address'],
    [{ address: 'https://{to}.example.org/?text={text}' }, 'body.address'],
  ] as const) {
    const { status, error } = await change(body)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, [field]])
  }
  await switchOn({ headers: 'X-Key: 1' })
  expect((await change({ address: 'https://other.example.org/{to}' })).result).toMatchObject({ hasHeaders: false })
  expect((await server.call('ROLE_GREENKEEPER', lateCalls.sms.settings)).status).toBe(403)
})
