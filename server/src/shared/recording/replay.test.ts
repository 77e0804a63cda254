import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { unpackTrack } from '@greensward/domain'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { missions } from '../../platform/db/schema/index.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { addLogLine } from '../missionLife/missionsStore.ts'
import { why } from '../missionLife/why.ts'
import { insertPositions } from './telemetryStore.ts'

let server: TestServer
let lawns: Lawns
beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())

const START = Date.parse('2026-05-01T06:00:00.000Z')
const at = (seconds: number): string => new Date(START + seconds * 1_000).toISOString()

test('all vehicles come back together, one place for each step, and nothing from outside the span', async () => {
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()]
  await insertPositions(
    server.app.ctx.db,
    [a, b].flatMap((vehicleId, vehicle) =>
      Array.from({ length: 30 }, (_, second) => ({
        vehicleId,
        at: new Date(START + second * 1_000 + 200),
        lon: vehicle + second / 1e5,
        lat: 51,
        headingDeg: 90,
        bladeOn: second >= 10,
      })),
    ),
  )
  const query = { from: at(0), to: at(20), stepS: 5 }
  const { tracks } = (await server.call('ROLE_TEST_USER', lateCalls.replay.tracks, { query })).result
  expect(tracks.map(({ vehicleId }) => vehicleId).sort()).toEqual([a, b].sort())
  const track = tracks.find(({ vehicleId }) => vehicleId === b)
  expect(track === undefined ? [] : unpackTrack(track)).toEqual([
    { step: 0, position: [1, 51], headingDeg: 90, bladeOn: false },
    { step: 1, position: [1.00005, 51], headingDeg: 90, bladeOn: false },
    { step: 2, position: [1.0001, 51], headingDeg: 90, bladeOn: true },
    { step: 3, position: [1.00015, 51], headingDeg: 90, bladeOn: true },
  ])
})

test('a span of too many steps is refused by name, and so are people who may not see operations', async () => {
  const query = { from: at(0), to: at(7_200), stepS: 1 }
  const refused = await server.call('ROLE_TEST_USER', lateCalls.replay.tracks, { query })
  expect(refused.status).toBe(422)
  expect((await server.call('ROLE_BUGGY_BAR', lateCalls.replay.tracks, { query })).status).toBe(403)
})

test('a vehicle that fell silent before the span leads it with its last place, one alone is given alone', async () => {
  const [mower] = lawns.mowers
  const cart = crypto.randomUUID()
  const row = (vehicleId: string, second: number) => ({
    vehicleId,
    at: new Date(START + second * 1_000),
    lon: second / 1e4,
    lat: 51,
    headingDeg: null,
    bladeOn: null,
  })
  await insertPositions(server.app.ctx.db, [row(mower.id, 9_000), row(mower.id, 9_500), row(cart, 10_005)])
  const query = { from: at(10_000), to: at(10_010) }
  const { tracks } = (await server.call('ROLE_TEST_USER', lateCalls.replay.tracks, { query })).result
  const silent = tracks.find(({ vehicleId }) => vehicleId === mower.id)
  expect(silent === undefined ? [] : unpackTrack(silent)).toEqual([
    { step: -500, position: [0.95, 51], headingDeg: null, bladeOn: null },
  ])
  const alone = await server.call('ROLE_TEST_USER', lateCalls.replay.tracks, { query: { ...query, vehicleId: cart } })
  expect(alone.result.tracks.map(({ vehicleId }) => vehicleId)).toEqual([cart])
  const later = { from: at(9_500 + 86_400 + 1), to: at(9_500 + 86_400 + 10) }
  expect((await server.call('ROLE_TEST_USER', lateCalls.replay.tracks, { query: later })).result.tracks).toEqual([])
})

test('the missions that were under way in a span come with the changes of their states up to its end, others do not', async () => {
  const { db } = server.app.ctx
  const plan = async (body = lawns.request()) =>
    (await server.call('ROLE_GREENKEEPER', calls.missions.create, { body })).result
  const [ran, missed, waiting] = [await plan(), await plan(), await plan()]
  const log = (id: string, second: number, status: 'working' | 'stopped' | 'done' | 'missed') =>
    db.transaction(tx =>
      addLogLine(tx, id, { at: new Date(at(second)), status, who: 'system', why: why('stoppedBy', { who: 'Ada' }) }),
    )
  const life = (id: string, status: 'done' | 'missed', startedAt: number | null, endedAt: number) =>
    db
      .update(missions)
      .set({ status, startedAt: startedAt === null ? null : new Date(at(startedAt)), endedAt: new Date(at(endedAt)) })
      .where(eq(missions.id, id))
  await log(ran.id, 20_000, 'working')
  await log(ran.id, 20_500, 'stopped')
  await log(ran.id, 23_000, 'done')
  await life(ran.id, 'done', 20_000, 23_000)
  await log(missed.id, 20_600, 'missed')
  await life(missed.id, 'missed', null, 20_600)

  const runs = async (from: number, to: number) =>
    (await server.call('ROLE_TEST_USER', lateCalls.replay.runs, { query: { from: at(from), to: at(to) } })).result.items
  const both = await runs(20_400, 21_000)
  expect(both.map(({ missionId }) => missionId).sort()).toEqual([ran.id, missed.id].sort())
  expect(both.map(({ missionId }) => missionId)).not.toContain(waiting.id)
  const one = both.find(({ missionId }) => missionId === ran.id)
  expect(one).toMatchObject({ title: ran.title, featureId: ran.target.featureId, mowerId: ran.mowerId })
  expect(one?.changes.map(({ at: when, status }) => [when, status])).toEqual([
    [at(20_000), 'working'],
    [at(20_500), 'stopped'],
  ])
  expect((await runs(21_000, 24_000)).map(({ missionId }) => missionId)).toEqual([ran.id])
  expect(await runs(23_001, 24_000)).toEqual([])

  const tooLong = { from: at(0), to: at(26 * 3_600) }
  expect((await server.call('ROLE_TEST_USER', lateCalls.replay.runs, { query: tooLong })).status).toBe(422)
  expect((await server.call('ROLE_BUGGY_BAR', lateCalls.replay.runs, { query: tooLong })).status).toBe(403)
})
