import { calls } from '@greensward/contract'
import type { NotificationChoice, RoleSlug } from '@greensward/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, newBrowser, type PushService, startPushService, vapidOf } from '../../testing/pushService.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { pushBrowsers, pushQueue } from '../db/schema/index.ts'
import { isPublicAddress } from '../outgoing.ts'
import { readPushKeys } from './pushBrowserStore.ts'
import { sendNextPush } from './pushQueueStore.ts'
import { createPushSender } from './pushSender.ts'

let service: PushService
let server: TestServer
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({
    pushNetwork: service.network,
    config: { mailFrom: 'Course <course@example.org>' },
  })
})
afterAll(async () => {
  await server.close()
  service.close()
})

const add = (role: RoleSlug, browser: Browser) => server.call(role, calls.push.add, { body: browser.subscription })
const browsersOf = async (role: RoleSlug) => (await server.call(role, calls.push.browsers)).result.items
const choose = (role: RoleSlug, change: Partial<NotificationChoice>) =>
  server.call(role, calls.notifications.choose, {
    body: { email: 'off', push: 'alarm', quietFrom: null, quietTo: null, language: 'en', ...change },
  })
const notice = (level: 'info' | 'warning' | 'alarm', kind: string, values = {}) =>
  server.app.ctx.events.emit('notice', { level, subject: 'mower', subjectId: 'rook', kind, values })
const sentTo = (browser: Browser) => {
  const { pathname } = new URL(browser.subscription.endpoint)
  return service.deliveries.filter(({ path }) => path === pathname)
}
const kindsSentTo = (browser: Browser) =>
  sentTo(browser).map(({ body }) => (browser.open(body) as { kind: string }).kind)

describe('a browser', () => {
  it('receives what its person chose and may see, encrypted for it and signed by us', async () => {
    const green = newBrowser('green', 'de')
    const bar = newBrowser('bar')
    expect((await add('ROLE_GREENKEEPER', green)).status).toBe(200)
    await add('ROLE_BUGGY_BAR', bar)
    await choose('ROLE_GREENKEEPER', { push: 'warning' })
    // May not see mowers, with any choice.
    await choose('ROLE_BUGGY_BAR', { push: 'info' })
    notice('info', 'linkBack', { mower: 'Rook' })
    notice('warning', 'linkLost', { mower: 'Rook' })
    await expect.poll(() => sentTo(green).length, { timeout: 10_000 }).toBe(1)
    expect(sentTo(bar)).toEqual([])

    const [delivery] = sentTo(green)
    if (delivery === undefined) throw new Error('nothing was delivered')
    expect(delivery.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal', ttl: '14400' })
    expect(green.open(delivery.body)).toMatchObject({
      level: 'warning',
      kind: 'linkLost',
      subject: 'mower',
      subjectId: 'rook',
      values: { mower: 'Rook' },
      language: 'de',
    })
    expect(() => bar.open(delivery.body)).toThrow()
    const { key, claims } = vapidOf(String(delivery.headers.authorization))
    expect(key).toBe((await server.call('ROLE_GREENKEEPER', calls.push.browsers)).result.publicKey)
    expect(claims).toMatchObject({ aud: 'https://push.example.org', sub: 'mailto:course@example.org' })
    // No service takes a signature that is good for more than a day.
    expect(Number(claims.exp) - Date.now() / 1_000).toBeLessThanOrEqual(24 * 3_600)
    expect(await server.app.ctx.db.$count(pushQueue)).toBe(0)
  })

  it('without a choice of its person is sent alarms, also in quiet hours', async () => {
    const browser = newBrowser('manager')
    await add('ROLE_MANAGER', browser)
    notice('warning', 'linkLost')
    notice('alarm', 'bladeFault')
    await expect.poll(() => kindsSentTo(browser), { timeout: 10_000 }).toEqual(['bladeFault'])

    const hour = (offset: number) =>
      new Date(server.clock.now().getTime() + offset * 3_600_000).toISOString().slice(11, 16)
    await choose('ROLE_MANAGER', { push: 'info', quietFrom: hour(-1), quietTo: hour(2) })
    notice('info', 'linkBack')
    notice('alarm', 'leftHold')
    await expect.poll(() => kindsSentTo(browser), { timeout: 10_000 }).toEqual(['bladeFault', 'leftHold'])
    server.clock.advance(4 * 3_600_000)
    await expect.poll(() => kindsSentTo(browser).at(-1), { timeout: 10_000 }).toBe('linkBack')
  })

  it('is removed when its service no longer knows it', async () => {
    await server.signInAgain()
    for (const status of [404, 410]) {
      const browser = newBrowser(`gone-${status}`)
      await add('ROLE_BUGGY_ADMIN', browser)
      service.answerWith(status)
      notice('alarm', 'bladeFault')
      await expect.poll(() => browsersOf('ROLE_BUGGY_ADMIN'), { timeout: 10_000 }).toEqual([])
      expect(sentTo(browser)).toHaveLength(1)
      service.answerWith(201)
    }
  })

  it('is sent nothing more once its person signed out, and again nothing when another uses it', async () => {
    const shared = newBrowser('shared')
    const token = await server.openSession('ROLE_ADMIN')
    await server.as(token, calls.push.add, { body: shared.subscription })
    expect(await browsersOf('ROLE_ADMIN')).toHaveLength(1)
    await server.as(token, calls.auth.logout)
    expect(await browsersOf('ROLE_ADMIN')).toEqual([])

    await add('ROLE_ADMIN', shared)
    const { endpoint } = shared.subscription
    const renewed = (role: RoleSlug) =>
      server.call(role, calls.push.renew, { body: { endpoint, language: 'es' } }).then(({ result }) => result.id)
    expect(await renewed('ROLE_ADMIN')).toBe((await browsersOf('ROLE_ADMIN'))[0]?.id)
    expect(await renewed('ROLE_TEST_USER')).toBeNull()
    expect(await browsersOf('ROLE_ADMIN')).toEqual([])
  })

  it('is one of at most ten of a person, and only that person removes it', async () => {
    for (let n = 0; n < 12; n += 1) {
      server.clock.advance(1_000)
      await add('ROLE_TEST_USER', newBrowser(`many-${n}`))
    }
    const own = await browsersOf('ROLE_TEST_USER')
    expect(own).toHaveLength(10)
    const [first] = own
    if (first === undefined) throw new Error('no browser')
    const params = { id: first.id }
    expect((await server.call('ROLE_ADMIN', calls.push.remove, { params })).status).toBe(404)
    expect((await server.call('ROLE_TEST_USER', calls.push.remove, { params })).status).toBe(200)
    expect(await browsersOf('ROLE_TEST_USER')).toHaveLength(9)
  })

  it.each([
    'http://push.example.org/send/1',
    'https://127.0.0.1/send/1',
    'https://[::1]/send/1',
    'https://2130706433/send/1',
    'https://0x7f.1/send/1',
    'https://localhost/send/1',
    'https://db.internal/send/1',
    'https://printer.local/send/1',
    'https://push.example.org:5432/send/1',
    'https://push.example.org@127.0.0.1/send/1',
    'https://me:secret@push.example.org/send/1',
    'https://push.example.org\\@127.0.0.1/send/1',
    'https://push.example.org/send 1',
    'file:///etc/passwd',
    'gopher://push.example.org/',
  ])('at %s is refused', async endpoint => {
    const body = { ...newBrowser('x').subscription, endpoint }
    expect(Object.keys((await server.call('ROLE_ADMIN', calls.push.add, { body })).error.fields ?? {})).toEqual([
      'body.endpoint',
    ])
  })

  it('is refused with a key that is not a point of the curve', async () => {
    const { keys, ...rest } = newBrowser('x').subscription
    const body = { ...rest, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }
    expect(Object.keys((await server.call('ROLE_ADMIN', calls.push.add, { body })).error.fields ?? {})).toEqual([
      'body.keys.p256dh',
    ])
  })
})

describe('a message', () => {
  const MESSAGE = {
    id: crypto.randomUUID(),
    level: 'alarm',
    subject: 'mower',
    subjectId: null,
    kind: 'bladeFault',
    values: { mower: 'Rook' },
    language: 'en',
  } as const
  const keysOf = () => readPushKeys(server.app.ctx.db, server.clock.now())
  const senderOver = async (network: PushService['network']) =>
    createPushSender(await keysOf(), 'mailto:course@example.org', network)

  it('is not sent when the name resolves into our own network, or the server has no valid certificate', async () => {
    const { subscription } = newBrowser('inside')
    const before = service.deliveries.length
    const inside = await senderOver({ ...service.network, isAllowed: isPublicAddress })
    await expect(inside.send(subscription, MESSAGE)).rejects.toThrow('not in the public network')
    const { ca: _, ...unproven } = service.network
    await expect((await senderOver(unproven)).send(subscription, MESSAGE)).rejects.toThrow(/self.signed/)
    expect(service.deliveries).toHaveLength(before)
  })

  it('follows no redirection', async () => {
    const before = service.deliveries.length
    service.answerWith(307, 'https://push.example.org/elsewhere')
    await expect((await senderOver(service.network)).send(newBrowser('moved').subscription, MESSAGE)).rejects.toThrow(
      'answered 307',
    )
    service.answerWith(201)
    expect(service.deliveries.slice(before).map(({ path }) => path)).toEqual(['/send/moved'])
  })

  it('fits the longest names', async () => {
    const browser = newBrowser('long')
    const values = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`value${n}`, '🦔'.repeat(2_000)]))
    await (await senderOver(service.network)).send(browser.subscription, { ...MESSAGE, values })
    // The limit that every push service accepts (RFC 8030, section 7.2).
    expect(sentTo(browser)[0]?.body.length).toBeLessThanOrEqual(4_096)
    expect(browser.open(sentTo(browser)[0]?.body ?? Buffer.alloc(0))).toMatchObject({ kind: 'bladeFault' })
  })

  it('is tried again later while its service does not take it, and dropped in the end', async () => {
    const { db } = server.app.ctx
    await db.delete(pushQueue)
    const sender = { send: () => Promise.reject(new Error('no push service')) }
    const [browser] = await db.select().from(pushBrowsers)
    if (browser === undefined) throw new Error('no browser')
    // Beyond what the server itself looks at.
    let now = new Date(server.clock.now().getTime() + 24 * 3_600_000)
    await db.insert(pushQueue).values({ browserId: browser.id, message: MESSAGE, dueAt: now, createdAt: now })
    const failures: boolean[] = []
    const failed = (_: unknown, isLast: boolean) => failures.push(isLast)
    while ((await db.$count(pushQueue)) > 0 && failures.length < 50) {
      expect(await sendNextPush(db, now, sender, failed)).toBe(true)
      // Not tried again at once.
      expect(await sendNextPush(db, now, sender, failed)).toBe(false)
      now = new Date(now.getTime() + 50 * 60_000)
    }
    expect(failures).toEqual([...Array(7).fill(false), true])
  })

  it('is signed by the same keys after another start', async () => {
    const keys = await keysOf()
    expect(await keysOf()).toEqual(keys)
    expect(keys.privateKey).not.toBe(keys.publicKey)
  })
})
