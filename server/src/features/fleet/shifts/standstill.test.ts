/** A mower of a released shift that should drive and is never seen to move, on a server without a mower on the line. */
import { calls } from '@greensward/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { STANDS_MS } from './standstillWatch.ts'

const as = 'ROLE_GREENKEEPER'

let server: TestServer
let lawns: Lawns

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())

const inMs = (ms: number): string => new Date(server.clock.now().getTime() + ms).toISOString()
const notices = async () =>
  (await server.call(as, calls.notifications.list)).result.items.filter(({ kind }) => kind === 'standsStill')
/** As long as the server takes to look several times. */
const looks = async (): Promise<void> => {
  const end = performance.now() + 3_000
  await expect.poll(() => performance.now() > end, { timeout: 10_000 }).toBe(true)
}

test('it needs attention and people are notified once, but its route is not paused', async () => {
  const mission = (await server.call(as, calls.missions.create, { body: lawns.request() })).result
  const day = server.clock.now().toISOString().slice(0, 10)
  const body = { day, name: 'Morning', from: inMs(-1_000), until: inMs(3_600_000), missionIds: [mission.id] }
  const { id } = (await server.call(as, calls.shifts.create, { body })).result
  const { db } = server.app.ctx
  // As it is recorded while the mower drives.
  await db.execute(sql`update missions set status = 'working' where id = ${mission.id}`)
  await db.execute(
    sql`update shift_routes set state = 'running', tasks = jsonb_set(tasks, '{0,state}', '"running"') where shift_id = ${id}`,
  )
  await server.call(as, calls.shifts.release, { params: { id }, body: { until: null } }).then(answer => answer.result)
  const route = async () =>
    (await server.call(as, calls.shifts.list, { query: { day } })).result.items[0]?.shift.routes[0]
  await looks()
  server.clock.advance(STANDS_MS - 1_000)
  await looks()
  expect([(await route())?.tasks[0]?.why, await notices()]).toEqual([null, []])
  server.clock.advance(2_000)
  await expect.poll(async () => (await route())?.tasks[0]?.why?.code, { timeout: 10_000 }).toBe('standsStill')
  server.clock.advance(60_000)
  await looks()
  await expect
    .poll(notices, { timeout: 10_000 })
    .toMatchObject([{ level: 'warning', subjectId: lawns.mowers[0].id, values: { mower: 'Rook 1', minutes: 5 } }])
  expect(await route()).toMatchObject({ state: 'running', pause: null, tasks: [{ state: 'running' }] })
}, 60_000)
