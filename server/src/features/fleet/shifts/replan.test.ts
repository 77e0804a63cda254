/** Planning a shift again, on a server whose mowers are switched off: what is not released needs no link. */
import { type BodyOf, calls } from '@greensward/contract'
import type { Mission, Mower, RoleSlug, Shift, ShiftReplan } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
const HOUR_MS = 3_600_000

let server: TestServer
let lawns: Lawns
let shift: Shift

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())
afterEach(async () => {
  await server.call(as, calls.shifts.revoke, { params: { id: shift.id } })
  await server.call(as, calls.shifts.remove, { params: { id: shift.id } })
  for (const { id } of lawns.mowers) await change(id, { inService: false })
})

const change = async (id: string, changes: Partial<BodyOf<typeof calls.mowers.update>>): Promise<void> => {
  const found = (await server.call(as, calls.mowers.get, { params: { id } })).result as Mower
  const body = { updatedAt: found.updatedAt, ...changes }
  await server.call(as, calls.mowers.update, { params: { id }, body }).then(answer => answer.result)
}
const directions = async (allowed: ('12-6' | '3-9')[]): Promise<void> => {
  const params = { id: lawns.zones[0].properties.zoneTypeId }
  const { updatedAt } = (await server.call(as, calls.zoneTypes.get, { params })).result
  const body = { updatedAt, directions: allowed }
  await server.call(as, calls.zoneTypes.update, { params, body }).then(answer => answer.result)
}
const inMs = (ms: number): string => new Date(server.clock.now().getTime() + ms).toISOString()
const today = (): string => server.clock.now().toISOString().slice(0, 10)
const plan = async (mower: Mower, index: 0 | 1): Promise<Mission> => {
  const target = { kind: 'zone' as const, featureId: lawns.zones[index].id }
  const body = lawns.request({ title: `Lawn ${index}`, mowerId: mower.id, target })
  return (await server.call(as, calls.missions.create, { body })).result
}
/** One mission for each mower. */
const make = async (): Promise<readonly [Mission, Mission]> => {
  const missions = [await plan(lawns.mowers[0], 0), await plan(lawns.mowers[1], 1)] as const
  const missionIds = missions.map(({ id }) => id)
  const body = { day: today(), name: 'Morning', from: inMs(-1_000), until: inMs(2 * HOUR_MS), missionIds }
  shift = (await server.call(as, calls.shifts.create, { body })).result
  return missions
}
const now = async (): Promise<Shift> => {
  const { items } = (await server.call(as, calls.shifts.list, { query: { day: today() } })).result
  return (
    items.find(item => item.shift.id === shift.id)?.shift ?? Promise.reject(new Error('The shift is not in the list'))
  )
}
const missionNow = async ({ id }: Mission): Promise<Mission> =>
  (await server.call(as, calls.missions.get, { params: { id } })).result
const preview = (who: RoleSlug = as) => server.call(who, calls.shifts.replan, { params: { id: shift.id } })
const bodyOf = ({ updatedAt, moves, left }: ShiftReplan) => ({
  updatedAt,
  moves: moves.map(({ missionId, toMowerId }) => ({ missionId, toMowerId })),
  left: left.map(({ missionId }) => missionId),
})
const apply = (difference: ShiftReplan, who: RoleSlug = as, headers: Record<string, string> = {}) =>
  server.call(who, calls.shifts.applyReplan, { params: { id: shift.id }, body: bodyOf(difference), headers })
const mownBy = ({ routes }: Shift, { id }: Mower): string[] =>
  routes
    .filter(({ mowerId }) => mowerId === id)
    .flatMap(({ tasks }) => tasks.flatMap(task => (task.kind === 'mow' ? [task.missionId] : [])))

test('nothing would change while every mower can drive', async () => {
  await make()
  expect((await preview()).result).toMatchObject({ changes: false, moves: [], left: [], unable: [] })
})

test('the difference says where the missions of a mower in service go, and stores nothing', async () => {
  const [first] = await make()
  const before = await missionNow(first)
  const [rook, other] = lawns.mowers
  await change(rook.id, { inService: true })
  const difference = (await preview()).result
  expect(difference).toMatchObject({
    updatedAt: shift.updatedAt,
    changes: true,
    moves: [{ missionId: first.id, fromMowerId: rook.id, toMowerId: other.id }],
    left: [],
    unable: [{ mowerId: rook.id, reason: 'inService' }],
    needPress: [],
  })
  expect(difference.moves[0]?.estimateS).toBeCloseTo(first.stats.durationS, 3)
  expect(await now()).toEqual(shift)
  expect(await missionNow(first)).toEqual(before)
})

test('one press plans the missions for their new mower, with a line in their log and in the audit', async () => {
  const [first, second] = await make()
  const [rook, other] = lawns.mowers
  await change(rook.id, { inService: true })
  const difference = (await preview()).result
  const key = { 'idempotency-key': crypto.randomUUID() }
  const answer = (await apply(difference, as, key)).result
  expect(answer.needPress).toEqual([])
  expect(mownBy(answer.shift, rook)).toEqual([])
  expect(mownBy(answer.shift, other).toSorted()).toEqual([first.id, second.id].toSorted())
  expect(await now()).toEqual(answer.shift)
  expect(answer.shift.release).toBeNull()
  expect(await missionNow(first)).toMatchObject({ mowerId: other.id, status: 'planned' })
  const logs = (await server.call(as, calls.missions.logs, { params: { id: first.id } })).result
  expect(logs.items.some(({ said }) => said?.code === 'replannedTo')).toBe(true)
  const { rows } = await server.app.ctx.db.execute<{ details: { moved: string[] } }>(
    sql`select details from audit where subject_id = ${shift.id} and action = 'shift.replan'`,
  )
  expect(rows.map(({ details }) => details.moved)).toEqual([['Lawn 0: from Rook 1 to Rook 2']])
  expect((await apply(difference, as, key)).result).toEqual(answer)
  expect((await apply(difference)).error).toMatchObject({ code: 'replanOutdated' })
})

test('a shift that changed since it was shown is not planned again', async () => {
  const [first] = await make()
  await change(lawns.mowers[0].id, { inService: true })
  const difference = (await preview()).result
  await server.call(as, calls.shifts.release, { params: { id: shift.id }, body: { until: null } })
  await server.call(as, calls.shifts.revoke, { params: { id: shift.id } })
  const before = await now()
  expect((await apply(difference)).error).toMatchObject({ kind: 'conflict', code: 'replanOutdated' })
  expect(await now()).toEqual(before)
  expect((await missionNow(first)).mowerId).toBe(lawns.mowers[0].id)
})

test('a mission that cannot be planned for its new mower is named, and nothing changes', async () => {
  const [first] = await make()
  const before = await missionNow(first)
  await change(lawns.mowers[0].id, { inService: true })
  const difference = (await preview()).result
  // Its direction is none of the lawn's any more.
  await directions(['3-9'])
  const { error } = await apply(difference)
  expect(error).toMatchObject({ kind: 'planRefused', code: 'replanNotPlanned' })
  expect(error?.message).toContain('Lawn 0 cannot be planned for Rook 2')
  expect(await now()).toEqual(shift)
  expect(await missionNow(first)).toEqual(before)
  await directions(['12-6', '3-9'])
})

test('a move that was not shown is refused', async () => {
  const [, second] = await make()
  const [rook] = lawns.mowers
  await change(rook.id, { inService: true })
  const difference = (await preview()).result
  const forged = {
    ...difference,
    moves: [{ missionId: second.id, fromMowerId: rook.id, toMowerId: rook.id, estimateS: 1 }],
  }
  expect((await apply(forged)).error).toMatchObject({ code: 'replanOutdated' })
})

test('where standing plans name the mowers of a zone, no other one takes it over', async () => {
  const [first] = await make()
  const [rook] = lawns.mowers
  const standing = {
    name: 'Lawns',
    zoneTypeIds: [lawns.zones[0].properties.zoneTypeId],
    zoneIds: [],
    exceptZoneIds: [],
    repeat: { kind: 'daily' as const, until: null },
    firstDay: today(),
    from: '05:00',
    until: '09:00',
    mowers: [{ mowerId: rook.id, bladeId: null, zoneTypeIds: null }],
    priority: 'normal' as const,
    aheadOfPlay: false,
    direction: 'auto' as const,
    pattern: 'auto' as const,
    turnScheme: 'oneInOne' as const,
    cleaningCycles: 1,
    cleanUpPass: 'everyDay' as const,
    startsByItself: false,
    pausedUntil: null,
  }
  const { id } = (await server.call(as, calls.standingPlans.create, { body: standing })).result
  await change(rook.id, { inService: true })
  const difference = (await preview()).result
  expect(difference.moves).toEqual([])
  expect(difference.left).toMatchObject([{ missionId: first.id, mowerId: rook.id, reason: 'noMachine', isNew: true }])
  const answer = (await apply(difference)).result
  expect(mownBy(answer.shift, rook)).toEqual([])
  expect(answer.shift.plan?.left).toMatchObject([{ missionId: first.id, reason: 'noMachine' }])
  await change(rook.id, { inService: false })
  // What was left out is put back where it fits again.
  const again = (await preview()).result
  expect(again.putBack).toEqual([{ missionId: first.id, mowerId: rook.id }])
  expect(mownBy((await apply(again)).result.shift, rook)).toEqual([first.id])
  await server.call(as, calls.standingPlans.remove, { params: { id } })
})

test('SAFE-13m mowers without a link get nothing within a release, which stays as it is', async () => {
  await make()
  await server.call(as, calls.shifts.release, { params: { id: shift.id }, body: { until: null } })
  expect((await preview()).error).toMatchObject({ kind: 'conflict', code: 'replanNoMower' })
  expect((await now()).release?.by).toBe('Test Greenkeeper')
})

test('only those who may operate mowers plan a shift again', async () => {
  await make()
  const difference = (await preview()).result
  expect((await preview('ROLE_BUGGY_ADMIN')).status).toBe(403)
  expect((await apply(difference, 'ROLE_BUGGY_ADMIN')).status).toBe(403)
})
