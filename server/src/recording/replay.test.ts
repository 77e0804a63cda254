import { unpackTrack } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/testServer.ts'
import { insertPositions } from './telemetryStore.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
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
  const { tracks } = (await server.call('ROLE_TEST_USER', calls.replay.tracks, { query })).result
  expect(tracks.map(({ vehicleId }) => vehicleId).sort()).toEqual([a, b].sort())
  const track = tracks.find(({ vehicleId }) => vehicleId === b)
  expect(track === undefined ? [] : unpackTrack(track)).toEqual([
    { step: 0, position: [1, 51], headingDeg: 90, bladeOn: false },
    { step: 1, position: [1.00005, 51], headingDeg: 90, bladeOn: false },
    { step: 2, position: [1.0001, 51], headingDeg: 90, bladeOn: true },
    { step: 3, position: [1.00015, 51], headingDeg: 90, bladeOn: true },
  ])
})

test('a span of too many steps is refused by name, and so is who sees no operations', async () => {
  const query = { from: at(0), to: at(7_200), stepS: 1 }
  const refused = await server.call('ROLE_TEST_USER', calls.replay.tracks, { query })
  expect(refused.status).toBe(422)
  expect((await server.call('ROLE_BUGGY_BAR', calls.replay.tracks, { query })).status).toBe(403)
})
