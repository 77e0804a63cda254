/** How many notifications a busy day makes, and who gets them. */
import { calls } from '@greensward/contract'
import type { Notification, RoleSlug } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailQueue } from '../../platform/db/schema/index.ts'
import type { Notice } from '../../platform/events.ts'
import { partOf, why } from '../../shared/missionLife/why.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
})
afterAll(() => server?.close())

const MOWERS = ['Rook 1', 'Rook 2', 'Wren 3', 'Wren 4', 'Finch 5', 'Heron 6']
const emit = (level: Notice['level'], subject: Notice['subject'], kind: string, values: Notice['values']): void =>
  server.app.ctx.events.emit('notice', { level, subject, subjectId: null, kind, values })
const list = async (role: RoleSlug = 'ROLE_GREENKEEPER'): Promise<readonly Notification[]> =>
  (await server.call(role, calls.notifications.list, { query: { perPage: 100 } })).result.items
const total = async (): Promise<number> => (await list('ROLE_GREENKEEPER')).length
const until = (kind: string, count: number) =>
  expect.poll(async () => (await list()).find(one => one.kind === kind)?.values.count, { timeout: 20_000 }).toBe(count)
/** Its people sign in again: their sessions are shorter than a day. */
const minutes = async (count: number): Promise<void> => {
  server.clock.advance(count * 60_000)
  await server.signInAgain()
}
const paused = (mower: string, reason: 'courseMode' | 'rtkLost') =>
  emit('warning', 'mower', 'routePaused', { mower, reason: partOf(why('routePause', { reason, who: 'system' })) })

test('six mowers that are paused for one reason are one notification, unread again and mailed once it is complete', async () => {
  const choice = { email: 'warning', push: 'off', quietFrom: null, quietTo: null, language: 'en' } as const
  await server.call('ROLE_GREENKEEPER', calls.notifications.choose, { body: choice })
  const [first, ...rest] = MOWERS
  paused(first ?? '', 'courseMode')
  await expect.poll(total, { timeout: 20_000 }).toBe(1)
  await server.call('ROLE_GREENKEEPER', calls.notifications.readAll)
  expect((await list())[0]?.read).toBe(true)
  for (const mower of rest) paused(mower, 'courseMode')
  await until('routePausedMany', 6)
  // Another reason is another thing to do.
  paused('Rook 1', 'rtkLost')
  await expect.poll(total, { timeout: 20_000 }).toBe(2)
  const group = (await list()).find(({ kind }) => kind === 'routePausedMany')
  expect(group?.read).toBe(false)
  expect(String(group?.values.names).split(', ').toSorted()).toEqual(MOWERS.toSorted())
  const mails = await server.app.ctx.db.select().from(mailQueue)
  expect(mails.filter(({ subject }) => subject.startsWith('Warning: The work of 6 mowers'))).toHaveLength(1)
  expect(mails).toHaveLength(2)
  const earliest = Math.min(...mails.map(({ dueAt }) => dueAt.getTime()))
  expect(earliest - server.clock.now().getTime()).toBeGreaterThan(2 * 60_000)
  await minutes(5)
  paused('Rook 2', 'courseMode')
  await expect.poll(total, { timeout: 20_000 }).toBe(3)
})

test('what is for other programs only is not a notification', async () => {
  const before = await total()
  const done = { level: 'info', subject: 'mission', subjectId: null, kind: 'missionDone' } as const
  server.app.ctx.events.emit('notice', { ...done, values: { mission: 'Green 1' }, isForPrograms: true })
  server.app.ctx.events.emit('notice', { ...done, values: { mission: 'Green 2' } })
  await expect.poll(total, { timeout: 20_000 }).toBe(before + 1)
  const missions = (await list()).filter(({ kind }) => kind.startsWith('missionDone'))
  expect(missions.map(({ values }) => values)).toEqual([{ mission: 'Green 2' }])
})

test('bar staff get orders and nothing of mowers', async () => {
  emit('info', 'order', 'newOrder', { number: 7 })
  await expect
    .poll(async () => (await list('ROLE_BUGGY_BAR')).map(({ kind }) => kind), { timeout: 20_000 })
    .toEqual(['newOrder'])
  expect((await list()).map(({ kind }) => kind)).not.toContain('newOrder')
})

test('a day with a storm, rain, short gaps of the radio and work by hand has at most twenty for a greenkeeper', async () => {
  await minutes(24 * 60)
  const before = await total()
  // In the morning six missions are started by hand within a minute, and end within another one.
  for (const mower of MOWERS) emit('info', 'mission', 'missionStarted', { mission: `Tee of ${mower}`, mower })
  await until('missionStartedMany', 6)
  await minutes(20)
  for (const mower of MOWERS) emit('info', 'mission', 'missionDone', { mission: `Tee of ${mower}`, mower })
  await until('missionDoneMany', 6)
  emit('info', 'mission', 'shiftDone', { shift: 'Morning', done: 34 })
  // A gap of the radio takes all of them, three times.
  for (let gap = 0; gap < 3; gap += 1) {
    await minutes(40)
    for (const mower of MOWERS) emit('warning', 'mower', 'linkLost', { mower })
    await expect
      .poll(async () => (await list()).filter(({ kind }) => kind === 'linkLostMany').map(one => one.values.count), {
        timeout: 20_000,
      })
      .toEqual(Array.from({ length: gap + 1 }, () => 6))
    for (const mower of MOWERS) emit('info', 'mower', 'linkBack', { mower })
    await expect
      .poll(async () => (await list()).filter(({ kind }) => kind === 'linkBackMany').map(one => one.values.count), {
        timeout: 20_000,
      })
      .toEqual(Array.from({ length: gap + 1 }, () => 6))
  }
  // Lightning holds the shift of the afternoon, and rain moves its missions.
  await minutes(60)
  for (const mower of MOWERS) paused(mower, 'courseMode')
  for (let i = 0; i < 9; i += 1)
    emit('info', 'mission', 'missionMovedForRain', { mission: `Green ${i + 1}`, to: '15:30' })
  await until('missionMovedForRainMany', 9)
  const stormed = async () =>
    (await list()).filter(({ kind }) => kind === 'routePausedMany').map(one => one.values.count)
  await expect.poll(stormed, { timeout: 20_000 }).toEqual([6, 6])
  await minutes(1)
  emit('warning', 'mower', 'batteryLow', { mower: 'Wren 3', percent: 19 })
  await expect.poll(async () => (await list())[0]?.kind, { timeout: 20_000 }).toBe('batteryLow')
  const made = (await total()) - before
  expect(made).toBeGreaterThan(10)
  expect(made).toBeLessThanOrEqual(20)
}, 120_000)
