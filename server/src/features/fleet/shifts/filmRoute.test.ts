/** The film of a route: the missions of a shift in their order, with the drives between them as a mower would drive them. */
import { calls, type FilmMove } from '@greensward/contract'
import { START_DURATION_S } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at } from '../../../testing/ground.ts'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
let server: TestServer
let lawns: Lawns
let day = ''

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
  day = from.toISOString().slice(0, 10)
  const body = {
    day,
    name: 'Morning',
    from: from.toISOString(),
    until: new Date(from.getTime() + 3_600_000).toISOString(),
    missionIds: missions.map(({ id }) => id),
  }
  const shift = (await server.call(as, calls.shifts.create, { body })).result
  const params = { id: shift.id, mowerId: mower.id }
  const { moves } = (await server.call(as, calls.shifts.film, { params })).result

  const [route] = shift.routes
  const inOrder = route?.tasks.flatMap(task => (task.kind === 'mow' ? [task.missionId] : []))
  expect(moves.flatMap(({ missionId }) => missionId ?? [])).toEqual(inOrder)
  expect(inOrder?.toSorted()).toEqual(missions.map(({ id }) => id).toSorted())
  expect(moves[0]?.startsAt).toBe(shift.from)
  for (const [index, move] of moves.entries()) expect(move.startsAt).toBe(moves[index - 1]?.endsAt ?? shift.from)
  for (const move of moves.filter(({ kind }) => kind === 'mow')) {
    const mission = missions.find(({ id }) => id === move.missionId)
    expect(secondsOf(move)).toBeCloseTo(mission?.stats.durationS ?? 0, 2)
  }
  expect(moves.filter(({ kind }) => kind === 'stand').map(secondsOf)).toContain(START_DURATION_S)
  const drives = moves.filter(({ line }) => line.length > 1)
  const places = (at: readonly number[] | undefined) => at?.map(degrees => degrees.toFixed(7))
  expect(places(drives[0]?.line[0])).toEqual(places(base.position))
  expect(moves.at(-1)?.kind).toBe('home')
  expect(places(drives.at(-1)?.line.at(-1))).toEqual(places(base.position))
  // From home to a lawn and back at 2 m/s: 25 m and more.
  expect(drives.reduce((sum, drive) => sum + secondsOf(drive), 0)).toBeGreaterThan(10)
})

test('a mower that is not in the shift has no film', async () => {
  const [shift] = (await server.call(as, calls.shifts.list, { query: { day } })).result.items
  const params = { id: shift?.shift.id ?? '', mowerId: lawns.mowers[1].id }
  expect((await server.call(as, calls.shifts.film, { params })).status).toBe(404)
  expect((await server.call('ROLE_BUGGY_BAR', calls.shifts.film, { params })).status).toBe(403)
})
