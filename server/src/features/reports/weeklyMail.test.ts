import { calls } from '@greensward/contract'
import { addDays, dayOf, mondayOf, type NotificationChoice, startOfDay } from '@greensward/domain'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailQueue, missionRuns, missions, missionWork } from '../../platform/db/schema/index.ts'
import { createCurrentCourse } from '../../shared/course/currentCourse.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { reportReader } from './index.ts'
import { createPlayNoter } from './notePlay.ts'
import { mailWeeklyReports } from './weeklyMail.ts'

const as = 'ROLE_GREENKEEPER'
const HOUR_MS = 3_600_000

let server: TestServer
let lawns: Lawns
beforeAll(async () => {
  // Nobody takes the mail, so that what was queued stays to be looked at.
  server = await startTestServer({ config: { smtpUrl: 'smtp://127.0.0.1:1', publicUrl: 'https://grass.example/' } })
  lawns = await seedLawns(server)
  await advanceTo(nextMonday(), 4)
}, 120_000)
afterAll(() => server?.close())

const today = () => dayOf(server.clock.now(), 'UTC')
const nextMonday = () => addDays(mondayOf(today()), 7)
const advanceTo = async (day: string, hour: number): Promise<void> => {
  server.clock.advance(startOfDay(day, 'UTC').getTime() + hour * HOUR_MS - server.clock.now().getTime())
  await server.signInAgain()
}
const CHOICE: NotificationChoice = { email: 'off', push: 'off', quietFrom: null, quietTo: null, language: 'en' }
const choose = (role: 'ROLE_GREENKEEPER' | 'ROLE_MANAGER' | 'ROLE_BUGGY_BAR', choice: Partial<NotificationChoice>) =>
  server.call(role, calls.notifications.choose, { body: { ...CHOICE, ...choice } })
const mailReports = (): Promise<number> => {
  const { ctx } = server.app
  const course = createCurrentCourse(ctx.db)
  const reportOf = reportReader(ctx, course, createPlayNoter(ctx, course))
  return mailWeeklyReports(ctx, week => reportOf({ ...week, by: 'mower' }))
}
const queued = () => server.app.ctx.db.select().from(mailQueue)

/** A mission of a day that drove for two hours, with one stop. */
const worked = async (day: string): Promise<void> => {
  const mowerId = lawns.mowers[0].id
  const { id } = (await server.call(as, calls.missions.create, { body: lawns.request({ mowerId }) })).result
  const startedAt = new Date(startOfDay(day, 'UTC').getTime() + 6 * HOUR_MS)
  const at = (hours: number): Date => new Date(startedAt.getTime() + hours * HOUR_MS)
  const { db } = server.app.ctx
  const run = { missionId: id, mowerId, fromSeq: 0 }
  await db.insert(missionRuns).values([
    { ...run, startedAt, endedAt: at(0.5), outcome: 'stopped' },
    { ...run, startedAt: at(1), endedAt: at(2.5), outcome: 'done' },
  ])
  await db
    .update(missions)
    .set({ status: 'done', startedAt, endedAt: at(2.5), progress: 1 })
    .where(eq(missions.id, id))
  await db.insert(missionWork).values({ missionId: id, drivenM: 12_340, mownM: 9_000 })
}

test('the report of the last week goes out once, on Monday morning, to those who chose it and may read it', async () => {
  expect((await server.call(as, calls.notifications.choice)).result).not.toHaveProperty('reportedWeek')
  const monday = today()
  await worked(addDays(monday, -7))
  await worked(addDays(monday, -1))
  // Not of the last week.
  await worked(addDays(monday, -8))
  await choose('ROLE_GREENKEEPER', { weeklyReport: true })
  await choose('ROLE_MANAGER', { weeklyReport: true, language: 'de' })
  await choose('ROLE_BUGGY_BAR', { weeklyReport: true })
  expect(await mailReports()).toBe(0)
  await advanceTo(monday, 5)
  // Two servers at the same time.
  const sent = await Promise.all([mailReports(), mailReports()])
  expect(sent[0] + sent[1]).toBe(2)
  expect(await mailReports()).toBe(0)
  const mails = (await queued()).toSorted((a, b) => a.to.localeCompare(b.to))
  expect(mails.map(({ to }) => to)).toEqual(['role_greenkeeper@example.org', 'role_manager@example.org'])
  expect(mails[0]?.text).toContain('2 of 2 missions done')
  expect(mails[0]?.text).toContain('4.0 h')
  expect(mails[0]?.text).toContain('24.7 km')
  expect(mails[0]?.text).toContain('2 interruptions')
  expect(mails[0]?.text).toContain(
    `https://grass.example/reports?from=${addDays(monday, -7)}&to=${addDays(monday, -1)}`,
  )
  expect(mails[1]?.text).toContain('24,7 km')
  expect(mails[1]?.subject).toMatch(/^Mähbericht/)
})

test('a new choice keeps the week that was sent, and the next week comes on its Monday', async () => {
  await choose('ROLE_GREENKEEPER', { weeklyReport: false })
  await choose('ROLE_GREENKEEPER', { weeklyReport: true })
  expect(await mailReports()).toBe(0)
  await choose('ROLE_MANAGER', { weeklyReport: false })
  await advanceTo(nextMonday(), 6)
  expect(await mailReports()).toBe(1)
  const last = (await queued()).at(-1)
  expect(last?.to).toBe('role_greenkeeper@example.org')
  expect(last?.text).toContain('Nothing was mown in this week.')
})
