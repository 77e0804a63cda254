/** One connection to the events against a real WebSocket server: it stays open, and every end has its reason. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AutomowerServiceOfTest } from '../../testing/automowerService.ts'
import { type FollowOptions, followSocket } from './followSocket.ts'

const WAIT = { timeout: 30_000 }
let service: AutomowerServiceOfTest
let closing: AbortController
let texts: string[]
let opened: number

beforeEach(async () => {
  service = await new AutomowerServiceOfTest().open()
  closing = new AbortController()
  texts = []
  opened = 0
})
afterEach(() => {
  closing.abort()
  service.close()
})

const follow = (change: Partial<FollowOptions> = {}, token = 'a-token', address = service.eventsAddress) =>
  followSocket(address, token, {
    ...{ allowsPrivate: true, now: () => new Date('2026-05-01T06:00:00Z'), signal: closing.signal },
    onOpen: () => {
      opened += 1
    },
    onMessage: text => texts.push(text),
    ...change,
  })

test('passes on what comes, pings, and ends with its signal', async () => {
  const ended = follow({ pingMs: 20 })
  await expect.poll(() => texts, WAIT).toEqual(['{"ready":true,"connectionId":"1"}'])
  service.send({ id: '0b1c', type: 'battery-event-v2' })
  await expect.poll(() => texts, WAIT).toHaveLength(2)
  // More pings than a connection without answers would have.
  await expect.poll(() => service.received.length, WAIT).toBeGreaterThan(5)
  expect(new Set(service.received)).toEqual(new Set(['ping']))
  expect(opened).toBe(1)
  closing.abort()
  expect(await ended).toBeUndefined()
})

test('ends where nothing answers any more', async () => {
  service.close()
  service = await new AutomowerServiceOfTest({ autoPong: false }).open()
  expect(await follow({ pingMs: 20 })).toMatchObject({ problem: 'tooSlow', detail: 'It no longer answers' })
})

test('a connection that the service ends, refuses or limits says so', async () => {
  const ended = follow()
  await expect.poll(() => opened, WAIT).toBe(1)
  service.drop()
  expect(await ended).toMatchObject({ problem: 'notReached', detail: 'It ended the connection (1001)' })
  expect(await follow({}, 'another')).toMatchObject({ problem: 'keyRefused' })
  service.refusal = 'HTTP/1.1 429 Too Many Requests\r\nretry-after: 120'
  expect(await follow()).toMatchObject({ problem: 'rateLimited', notBefore: new Date('2026-05-01T06:02:00Z') })
  service.refusal = 'HTTP/1.1 301 Moved\r\nlocation: ws://127.0.0.1:1/'
  expect(await follow()).toMatchObject({ problem: 'httpStatus', detail: 'It answered 301' })
})

test('a message that is too long ends the connection and not the server', async () => {
  const ended = follow()
  await expect.poll(() => opened, WAIT).toBe(1)
  service.send('x'.repeat(200_000))
  expect(await ended).toMatchObject({ problem: 'notReached' })
})

test('does not go into a private network, nor by another protocol', async () => {
  expect(await follow({ allowsPrivate: false })).toMatchObject({ problem: 'forbiddenAddress' })
  expect(await follow({}, 'a-token', 'ftp://example.org')).toMatchObject({ problem: 'forbiddenAddress' })
  expect(service.connections).toBe(0)
  service.close()
  expect(await follow()).toMatchObject({ problem: 'notReached' })
})
