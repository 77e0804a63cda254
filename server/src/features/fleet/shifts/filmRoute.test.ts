/** The film of a route: the missions of a shift in their order, with the ways between them as a mower would drive them. */
import { calls, type FilmMove } from '@greensward/contract'
import { START_DURATION_S } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at } from '../../../testing/ground.ts'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
let server: TestServer
let lawns: Lawns

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())

const secondsOf = ({ startsAt, endsAt }: FilmMove): number => (Date.parse(endsAt) - Date.parse(startsAt)) / 1_000

test('the film of a route leaves its base, mows in order, and ends at home', async () => {
  const [mower] = lawns.mowers
  const bay = {
    name: 'Bay 1',
    mowerId: mower.id,
    position: at(30, -10),
    headingDeg: 0,
    approach: [],
    hasCharger: false,
  }
  const base = (await server.call(as, calls.bases.create, { body: bay })).result
  const missions = await Promise.all(
    lawns.zones.map(async ({ id }) => {
      const body = lawns.request({ target: { kind: 'zone', featureId: id } })
      return (await server.call(as, calls.missions.create, { body })).result
    }),
  )
  const from = new Date(server.clock.now().getTime() + 60_000)
  const body = {
    day: from.toISOString().slice(0, 10),
    name: 'Morning',
    from: from.toISOString(),
    until: new Date(from.getTime() + 3_600_000).toISOString(),
    missionIds: missions.map(({ id }) => id),
  }
  const shift = (await server.call(as, calls.shifts.create, { body })).result
  const params = { id: shift.id, mowerId: mower.id }
  const { moves } = (await server.call(as, calls.shifts.film, { params })).result

  expect(moves.map(({ kind }) => kind)).toEqual(['stand', 'way', 'mow', 'stand', 'way', 'mow', 'home'])
  expect(moves.flatMap(({ missionId }) => missionId ?? [])).toEqual(missions.map(({ id }) => id))
  expect(moves[0]?.startsAt).toBe(shift.from)
  for (const [index, move] of moves.entries()) expect(move.startsAt).toBe(moves[index - 1]?.endsAt ?? shift.from)
  const [stand, first, mow] = moves
  if (stand === undefined || first === undefined || mow === undefined) throw new Error('too few moves')
  expect(secondsOf(stand)).toBe(START_DURATION_S)
  expect(secondsOf(mow)).toBeCloseTo(missions[0]?.stats.durationS ?? 0, 2)
  expect(first.line[0]?.map(degrees => degrees.toFixed(7))).toEqual(base.position.map(degrees => degrees.toFixed(7)))
  // From home to the first lawn at 2 m/s: 25 m and more.
  expect(secondsOf(first)).toBeGreaterThan(5)
  const last = moves.at(-1)?.line.at(-1)
  expect(last?.map(degrees => degrees.toFixed(7))).toEqual(base.position.map(degrees => degrees.toFixed(7)))
})

test('a mower that is not in the shift has no film', async () => {
  const [shift] = (
    await server.call(as, calls.shifts.list, { query: { day: server.clock.now().toISOString().slice(0, 10) } })
  ).result.items
  const params = { id: shift?.shift.id ?? '', mowerId: lawns.mowers[1].id }
  expect((await server.call(as, calls.shifts.film, { params })).status).toBe(404)
  expect((await server.call('ROLE_BUGGY_BAR', calls.shifts.film, { params })).status).toBe(403)
})
