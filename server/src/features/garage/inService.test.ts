/** A mower in service: who expects it back when, and what is planned for it until then. */
import { type BodyOf, calls } from '@greensward/contract'
import type { Mission, Mower } from '@greensward/domain'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { notifyOfOverdue } from './service.ts'

const as = 'ROLE_GREENKEEPER'
const HOUR_MS = 3_600_000

let server: TestServer
let lawns: Lawns

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
})
afterAll(() => server?.close())
afterEach(async () => {
  for (const { id } of lawns.mowers) expect((await change(id, { inService: false })).status).toBe(200)
})

const change = async (id: string, changes: Partial<BodyOf<typeof calls.mowers.update>>) => {
  const { updatedAt } = (await server.call(as, calls.mowers.get, { params: { id } })).result
  return server.call(as, calls.mowers.update, { params: { id }, body: { updatedAt, ...changes } })
}
const inHours = (hours: number): string => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString()
const plan = async (mower: Mower, index: 0 | 1, startsAt: string | null = null): Promise<Mission> => {
  const target = { kind: 'zone' as const, featureId: lawns.zones[index].id }
  const body = lawns.request({ title: `Lawn ${index}`, mowerId: mower.id, target, startsAt })
  return (await server.call(as, calls.missions.create, { body })).result
}

test('the day when it is expected back is shown in the garage and ends with its service', async () => {
  const [{ id }] = lawns.mowers
  const serviceUntil = inHours(30)
  expect((await change(id, { inService: true, serviceUntil })).result).toMatchObject({ inService: true, serviceUntil })
  const row = async () => (await server.call(as, calls.garage.list)).result.items.find(item => item.id === id)
  expect(await row()).toMatchObject({ status: 'service', serviceUntil })
  expect((await change(id, { inService: false })).result.serviceUntil).toBeNull()
  expect((await row())?.serviceUntil).toBeNull()
})

test('a mower that is not in service is expected by nobody', async () => {
  const [{ id }] = lawns.mowers
  const { status, error } = await change(id, { serviceUntil: inHours(1) })
  expect([status, error.fields]).toEqual([422, { 'body.serviceUntil': { code: 'onlyInService', params: {} } }])
  expect((await change(id, { inService: true, serviceUntil: 'tomorrow' })).status).toBe(422)
})

test('people are notified of the missions that start before it is back, and of no others', async () => {
  const [, mower] = lawns.mowers
  await plan(mower, 0, inHours(2))
  await plan(mower, 1, inHours(9))
  await change(mower.id, { inService: true, serviceUntil: inHours(5) })
  const hindered = async () =>
    (await server.call(as, calls.notifications.list, { query: { subjectId: mower.id } })).result.items.filter(
      ({ kind }) => kind === 'missionsHindered',
    )
  await expect.poll(hindered, { timeout: 10_000 }).toMatchObject([{ values: { mower: mower.name, count: 1 } }])
})

test('work again is planned for a time at which it is back', async () => {
  const [first, other] = lawns.mowers
  const mission = await plan(first, 0)
  await server.call(as, calls.missions.cancel, { params: { id: mission.id } })
  await change(other.id, { inService: true, serviceUntil: inHours(4) })
  const again = (startsAt: string | null) =>
    server.call(as, calls.missions.again, { params: { id: mission.id }, body: { mowerId: other.id, startsAt } })
  expect((await again(null)).status).toBe(422)
  expect((await again(inHours(3))).status).toBe(422)
  expect((await again(inHours(12))).result).toMatchObject({ mowerId: other.id })
})

test('a shift leaves out what a mower in service would do, and begins once it is expected back', async () => {
  const [first, other] = lawns.mowers
  const missions = [await plan(first, 0), await plan(other, 1)]
  const missionIds = missions.map(({ id }) => id)
  const make = async () => {
    const day = server.clock.now().toISOString().slice(0, 10)
    const body = { day, name: 'Morning', from: inHours(0), until: inHours(5), missionIds }
    const shift = (await server.call(as, calls.shifts.create, { body })).result
    await server.call(as, calls.shifts.remove, { params: { id: shift.id } })
    return shift
  }
  await change(other.id, { inService: true })
  const away = await make()
  expect(away.plan?.left).toEqual([
    { missionId: missions[1]?.id, mowerId: other.id, reason: 'inService', remedies: [] },
  ])
  expect(away.routes.map(({ mowerId }) => mowerId)).toEqual([first.id])
  const back = inHours(2)
  await change(other.id, { serviceUntil: back })
  const { plan: made, routes } = await make()
  expect(made?.left).toEqual([])
  const tasks = routes.find(({ mowerId }) => mowerId === other.id)?.tasks ?? []
  expect(tasks.map(({ kind }) => kind)).toContain('mow')
  for (const { planned } of tasks) expect(planned?.from && planned.from >= back).toBe(true)
  await change(other.id, { serviceUntil: inHours(6) })
  expect((await make()).plan?.left).toMatchObject([{ reason: 'inService' }])
})

test('people are notified once for each moment of return at which a mower is not back, by one of many servers', async () => {
  const [{ id, name }] = lawns.mowers
  const notices = async () =>
    (await server.call(as, calls.notifications.list, { query: { subjectId: id } })).result.items.filter(
      ({ kind }) => kind === 'serviceOverdue',
    )
  const look = () => Promise.all([1, 2, 3].map(() => notifyOfOverdue(server.app.ctx)))
  await change(id, { inService: true, serviceUntil: inHours(1) })
  await look()
  expect(await notices()).toEqual([])
  server.clock.advance(HOUR_MS)
  await server.signInAgain()
  await look()
  await look()
  await expect.poll(notices, { timeout: 10_000 }).toMatchObject([{ level: 'warning', values: { vehicle: name } }])
  await change(id, { serviceUntil: inHours(2) })
  server.clock.advance(2 * HOUR_MS)
  await server.signInAgain()
  await look()
  await expect.poll(async () => (await notices()).length, { timeout: 10_000 }).toBe(2)
})
