/** People are notified of a mission whose plan was not all mown: the tracker, the planner and the database are the real ones. */
import { calls } from '@greensward/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJournal } from '../../../platform/db/journal.ts'
import { createCurrentCourse } from '../../../shared/course/currentCourse.ts'
import { readMission } from '../../../shared/missionLife/missionsStore.ts'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { why } from '../../../shared/missionLife/why.ts'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { Garage } from '../garage.ts'
import { RouteInterruptions } from '../shifts/routeInterruptions.ts'
import { loadActive } from './activeMission.ts'
import { recordMove } from './recordMove.ts'

const as = 'ROLE_GREENKEEPER'
const WAIT = { timeout: 15_000, interval: 100 }

let server: TestServer
let lawns: Lawns

beforeAll(async () => {
  server = await startTestServer({ isRunning: true })
  lawns = await seedLawns(server, [60, 40])
}, 60_000)
afterAll(() => server?.close())

/** Drives the plan of a new mission to its end. @param isOff whether the blade is off on the longest swath */
const drive = async (title: string, isOff: boolean): Promise<string> => {
  const { ctx } = server.app
  const body = { ...lawns.request({ cleaningCycles: 1 }), title }
  const { id } = (await server.call(as, calls.missions.create, { body })).result
  await ctx.db.execute(sql`update missions set status = 'working', started_at = now() where id = ${id}`)
  const row = (await readMission(ctx.db, id)) ?? expect.fail()
  const journal = createJournal(ctx.log)
  const garage = new Garage()
  await garage.read(ctx.db)
  const active = (await loadActive({ ctx, course: createCurrentCourse(ctx.db), garage }, row, false)) ?? expect.fail()
  const swaths = active.plan.legs.filter(({ bladeOn }) => bladeOn)
  const lengthOf = (leg: (typeof swaths)[number]) => {
    const [[lon, lat] = [0, 0], [lonTo, latTo] = [0, 0]] = [leg.points[0], leg.points.at(-1)]
    return leg.kind === 'swath' ? Math.hypot(lonTo - lon, latTo - lat) : 0
  }
  const longest = swaths.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  for (const leg of active.plan.legs)
    for (const [i, to] of leg.points.entries()) {
      const from = leg.points[i - 1] ?? to
      const bladeOn = leg.bladeOn && !(isOff && leg === longest)
      for (let k = 1; k <= 4; k++)
        active.progress.note([from[0] + ((to[0] - from[0]) * k) / 4, from[1] + ((to[1] - from[1]) * k) / 4], bladeOn)
    }
  const interruptions = new RouteInterruptions({ ctx, journal, garage })
  recordMove({ ctx, journal, garage, interruptions }, active, {
    event: 'finished',
    actor: SYSTEM,
    why: why('lastItem'),
  })
  await journal.settled(10_000)
  return id
}

const noticesOf = async (id: string) =>
  (await server.call(as, calls.notifications.list)).result.items.filter(({ subjectId }) => subjectId === id)
const logOf = async (id: string) =>
  (await server.call(as, calls.missions.logs, { params: { id } })).result.items.map(({ said }) => said?.code)

test('a swath that was driven with the blade off is in the log, and people are notified of its area', async () => {
  const id = await drive('With a gap', true)
  await expect.poll(async () => (await noticesOf(id)).map(({ kind }) => kind), WAIT).toContain('missionMissedGround')
  const notice = (await noticesOf(id)).find(({ kind }) => kind === 'missionMissedGround')
  expect(notice).toMatchObject({ level: 'warning', subject: 'mission', values: { mission: 'With a gap' } })
  expect(notice?.values.areaM2).toBeGreaterThan(10)
  expect(await logOf(id)).toContain('missedGround')
})

test('a mission that was driven as planned ends without such a notification', async () => {
  const whole = await drive('Whole', false)
  const gap = await drive('With a gap after it', true)
  // The one that ended after it has been looked at.
  await expect.poll(() => logOf(gap), WAIT).toContain('missedGround')
  expect(await logOf(whole)).not.toContain('missedGround')
})
