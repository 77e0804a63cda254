import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Cart, GarageRow, Mower, Notification, VehicleService } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { odometers } from '../../platform/db/schema/index.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { notifyOfService } from './service.ts'

const as = 'ROLE_GREENKEEPER'
const DAY_MS = 86_400_000

let server: TestServer
let lawns: Lawns
let cart: Cart
beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
  cart = (
    await server.call('ROLE_BUGGY_ADMIN', calls.carts.create, {
      body: { name: 'Cart 1', inService: false, home: null },
    })
  ).result
})
afterAll(() => server?.close())

const runs = async (vehicleId: string, drivingH: number, bladeH: number): Promise<void> => {
  const values = { vehicleId, distanceM: 1, drivingS: drivingH * 3_600, bladeS: bladeH * 3_600, countedTo: new Date(0) }
  await server.app.ctx.db
    .insert(odometers)
    .values(values)
    .onConflictDoUpdate({ target: odometers.vehicleId, set: values })
}
const serviceOf = async (mower: Mower): Promise<VehicleService> =>
  (await server.call(as, lateCalls.mowerService.get, { params: { id: mower.id } })).result
const rowOf = async (id: string): Promise<GarageRow | undefined> =>
  (await server.call(as, calls.garage.list)).result.items.find(row => row.id === id)
const notified = async (id: string): Promise<Notification[]> =>
  (await server.call(as, calls.notifications.list, { query: { subjectId: id } })).result.items.filter(
    ({ kind }) => kind === 'serviceDue',
  )

test('service is due by hours, is recorded with its person and its hours, and counting restarts there', async () => {
  const [mower] = lawns.mowers
  const params = { id: mower.id }
  expect((await serviceOf(mower)).due.state).toBe('none')
  await runs(mower.id, 40, 30)
  const body = { everyEngineHours: 100, everyBladeHours: 50, everyDays: null }
  const planned = (await server.call(as, lateCalls.mowerService.plan, { params, body })).result
  expect(planned).toMatchObject({ plan: body, due: { state: 'fine', engineHoursLeft: 60, bladeHoursLeft: 20 } })
  await runs(mower.id, 58, 51)
  expect((await rowOf(mower.id))?.service).toMatchObject({ state: 'due', bladeHoursLeft: -1 })
  const done = (await server.call(as, lateCalls.mowerService.record, { params, body: { what: 'Blades ground, oil' } }))
    .result
  expect(done).toMatchObject({
    due: { state: 'fine', engineHoursLeft: 100, bladeHoursLeft: 50 },
    records: [{ what: 'Blades ground, oil', by: 'Test Greenkeeper', engineHours: 58, bladeHours: 51 }],
  })
  const [record] = done.records
  const taken = await server.call(as, lateCalls.mowerService.removeRecord, {
    params: { ...params, recordId: record?.id ?? '' },
  })
  expect(taken.result).toMatchObject({ due: { state: 'due' }, records: [] })
})

test('notifies people once that service is due by its date, and again only after it was done', async () => {
  const [, mower] = lawns.mowers
  const params = { id: mower.id }
  const body = { everyEngineHours: null, everyBladeHours: null, everyDays: 30 }
  await server.call(as, lateCalls.mowerService.plan, { params, body }).then(answer => answer.result)
  await notifyOfService(server.app.ctx)
  expect(await notified(mower.id)).toEqual([])
  server.clock.advance(30 * DAY_MS)
  await server.signInAgain()
  await Promise.all([1, 2, 3].map(() => notifyOfService(server.app.ctx)))
  await expect.poll(() => notified(mower.id)).toMatchObject([{ level: 'warning', values: { vehicle: 'Rook 2' } }])
  await server
    .call(as, lateCalls.mowerService.record, { params, body: { what: 'Serviced' } })
    .then(answer => answer.result)
  await notifyOfService(server.app.ctx)
  server.clock.advance(30 * DAY_MS)
  await server.signInAgain()
  await notifyOfService(server.app.ctx)
  await expect.poll(async () => (await notified(mower.id)).length).toBe(2)
})

const PLAN = { everyEngineHours: 100, everyBladeHours: null, everyDays: null }

test('a record keeps the checklist as it was, what was ticked of it, and the parts that were used', async () => {
  const params = { id: lawns.mowers[0].id }
  const planned = await server.call(as, lateCalls.mowerService.plan, {
    params,
    body: { ...PLAN, checklist: ['Change the oil', 'Grind the reels'] },
  })
  expect(planned.result.plan.checklist).toEqual(['Change the oil', 'Grind the reels'])
  const parts = [
    { name: 'Oil filter', count: 1, cost: 12.5 },
    { name: 'Bolt M8', count: 4 },
  ]
  const body = { what: 'Yearly service', done: ['Grind the reels'], parts }
  const { result } = await server.call(as, lateCalls.mowerService.record, { params, body })
  const kept = [
    { item: 'Change the oil', isDone: false },
    { item: 'Grind the reels', isDone: true },
  ]
  expect(result).toMatchObject({ currency: 'EUR', records: [{ what: 'Yearly service', checklist: kept, parts }] })
  // A plan without a checklist leaves it, another one changes nothing of what was recorded.
  const left = await server.call(as, lateCalls.mowerService.plan, { params, body: PLAN })
  expect(left.result.plan.checklist).toHaveLength(2)
  const other = await server.call(as, lateCalls.mowerService.plan, { params, body: { ...PLAN, checklist: ['Wash'] } })
  expect(other.result).toMatchObject({ plan: { checklist: ['Wash'] }, records: [{ checklist: kept, parts }] })
  const [line] = (
    await server.call('ROLE_ADMIN', lateCalls.audit.list, { query: { subject: 'mower' } })
  ).result.items.filter(({ action }) => action === 'mower.serviced')
  expect(line?.details).toMatchObject({ done: ['Grind the reels'], parts })
})

test('what is wrong with a checklist or a part is refused at its field', async () => {
  const params = { id: lawns.mowers[0].id }
  const asked = (checklist: string[]) =>
    server.call(as, lateCalls.mowerService.plan, { params, body: { ...PLAN, checklist } })
  expect((await asked(['Wash'])).result.plan.checklist).toEqual(['Wash'])
  const plan = async (checklist: string[]) => (await asked(checklist)).error.fields
  expect(await plan(['Wash', 'Oil', ' Wash '])).toEqual({ 'body.checklist.2': { code: 'listedTwice', params: {} } })
  expect(await plan(['Wash', ' '])).toMatchObject({ 'body.checklist.1': { code: 'empty' } })
  expect(await plan(Array.from({ length: 31 }, (_, i) => `Item ${i}`))).toMatchObject({
    'body.checklist': { code: 'tooMany', params: { maximum: 30 } },
  })
  const record = async (entry: object) =>
    (await server.call(as, lateCalls.mowerService.record, { params, body: { what: 'Oil', ...entry } })).error.fields
  const before = (await serviceOf(lawns.mowers[0])).records.length
  expect(await record({ done: ['Wash', 'Polish'] })).toEqual({ 'body.done.1': { code: 'notOnChecklist', params: {} } })
  expect(await record({ parts: [{ name: 'Filter', count: 0 }] })).toMatchObject({
    'body.parts.0.count': { code: 'tooSmall' },
  })
  expect(await record({ parts: [{ name: 'Filter', count: 1, cost: -1 }] })).toMatchObject({
    'body.parts.0.cost': { code: 'tooSmall' },
  })
  expect(await record({ parts: [{ name: '', count: 1 }] })).toMatchObject({ 'body.parts.0.name': { code: 'empty' } })
  expect((await serviceOf(lawns.mowers[0])).records).toHaveLength(before)
})

test('carts have service without a blade, edited by those who may edit carts; it is deleted with the vehicle', async () => {
  const params = { id: cart.id }
  const body = { everyEngineHours: 200, everyBladeHours: null, everyDays: 365 }
  expect((await server.call(as, lateCalls.cartService.plan, { params, body })).status).toBe(403)
  const blade = await server.call('ROLE_BUGGY_ADMIN', lateCalls.cartService.plan, {
    params,
    body: { ...body, everyBladeHours: 5 },
  })
  expect(blade.error.fields).toEqual({ 'body.everyBladeHours': { code: 'cartWithoutBlade', params: {} } })
  await server.call('ROLE_BUGGY_ADMIN', lateCalls.cartService.plan, { params, body }).then(answer => answer.result)
  expect((await rowOf(cart.id))?.service.state).toBe('fine')
  expect((await server.call(as, lateCalls.mowerService.get, { params })).status).toBe(404)
  await server.call('ROLE_BUGGY_ADMIN', calls.carts.remove, { params }).then(answer => answer.result)
  const { rows } = await server.app.ctx.db.execute(sql`select 1 from service_plans where vehicle_id = ${cart.id}`)
  expect(rows).toEqual([])
})
