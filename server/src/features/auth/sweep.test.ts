import { randomUUID } from 'node:crypto'
import { calls } from '@greensward/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetOldEntries, isFirstWrite } from '../../platform/db/journalStore.ts'
import {
  attempts,
  challenges,
  idempotentAnswers,
  notifications,
  sessions,
  tokens,
} from '../../platform/db/schema/index.ts'
import { forgetOldAnswers } from '../../platform/http/idempotencyStore.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { addNotification, forgetOldNotifications } from '../notifications/notificationStore.ts'
import { sweep } from './sweep.ts'

const HOUR_MS = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('ends idle sessions, then forgets them, their tokens, old challenges and old attempts', async () => {
  const { db } = server.app.ctx
  const body = { login: 'nobody', password: 'not the password' }
  await server.call(null, calls.auth.login, { body })
  const before = await db.$count(sessions)
  expect(before).toBeGreaterThan(0)

  server.clock.advance(13 * HOUR_MS)
  const ended: string[] = []
  server.app.ctx.events.on('sessionsEnded', ({ sessionIds }) => {
    ended.push(...sessionIds)
  })
  await sweep(server.app.ctx)
  await expect.poll(() => ended.length).toBe(before)
  expect(await db.$count(attempts)).toBe(0)

  server.clock.advance(31 * 24 * HOUR_MS)
  await sweep(server.app.ctx)
  expect(await db.$count(sessions)).toBe(0)
  expect(await db.$count(tokens)).toBe(0)
  expect(await db.$count(challenges)).toBe(0)
})

it('forgets answers after a day and not before', async () => {
  const { db } = server.app.ctx
  await server.signInAgain()
  const headers = { 'idempotency-key': 'one' }
  await server.call('ROLE_ADMIN', calls.categories.create, {
    body: { name: 'Soups', translations: {}, sort: 0 },
    headers,
  })
  await forgetOldAnswers(db, new Date(server.clock.now().getTime() + 23 * HOUR_MS))
  expect(await db.$count(idempotentAnswers)).toBe(1)
  await forgetOldAnswers(db, new Date(server.clock.now().getTime() + 25 * HOUR_MS))
  expect(await db.$count(idempotentAnswers)).toBe(0)
})

it('forgets written entries of journals after a day and not before', async () => {
  const { db } = server.app.ctx
  const id = randomUUID()
  const now = server.clock.now()
  const isFirst = () => db.transaction(tx => isFirstWrite(tx, id, now))
  expect([await isFirst(), await isFirst()]).toEqual([true, false])
  await forgetOldEntries(db, new Date(now.getTime() + 23 * HOUR_MS))
  expect(await isFirst()).toBe(false)
  await forgetOldEntries(db, new Date(now.getTime() + 25 * HOUR_MS))
  expect(await isFirst()).toBe(true)
})

it('keeps the newest notifications, and every alarm that nobody has acknowledged', async () => {
  const { db } = server.app.ctx
  const add = (minute: number, level: 'info' | 'alarm') =>
    addNotification(db, {
      at: new Date(minute * 60_000),
      level,
      subject: 'system',
      subjectId: null,
      kind: 'test',
      values: {},
      roles: ['ROLE_ADMIN'],
    })
  for (const minute of [1, 2, 3, 4, 5]) await add(minute, minute === 1 ? 'alarm' : 'info')
  await forgetOldNotifications(db, 2)
  const left = await db.select().from(notifications).orderBy(notifications.at)
  expect(left.map(({ at, level }) => [at.getTime() / 60_000, level])).toEqual([
    [1, 'alarm'],
    [4, 'info'],
    [5, 'info'],
  ])
})
