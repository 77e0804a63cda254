import { calls, type FleetHealth } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { addDays, dayOf, mondayOf, type ServicePart } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { missionLogs, missionRuns, missions, missionWork, positions } from '../../platform/db/schema/index.ts'
import { why } from '../../shared/missionLife/why.ts'
import { type Lawns, seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
const HOUR_MS = 3_600_000

let server: TestServer
let lawns: Lawns
beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server)
}, 120_000)
afterAll(() => server?.close())

const ago = (hours: number): Date => new Date(server.clock.now().getTime() - hours * HOUR_MS)

interface Drive {
  readonly mower: 0 | 1
  readonly startedH: number
  /** Each run in hours, and how it ended. */
  readonly runs: readonly { readonly hours: number; readonly outcome: 'done' | 'stopped' | 'failed' }[]
  readonly who?: string
  readonly said?: Said
  readonly endedBy?: Said
  /** Battery at the start and at the end, and the metres between. */
  readonly battery?: readonly [number, number]
  readonly drivenM?: number
}

/** A mission of the past, in the tables that a real one writes. */
const driven = async (given: Drive): Promise<string> => {
  const mowerId = lawns.mowers[given.mower].id
  const { id } = (await server.call(as, calls.missions.create, { body: lawns.request({ mowerId }) })).result
  const { db } = server.app.ctx
  let at = given.startedH
  for (const { hours, outcome } of given.runs) {
    const [startedAt, endedAt] = [ago(at), ago(at - hours)]
    await db.insert(missionRuns).values({ missionId: id, mowerId, startedAt, endedAt, fromSeq: 0, outcome })
    if (given.said !== undefined && outcome !== 'done') {
      const line = { missionId: id, at: endedAt, status: outcome, who: given.who ?? 'system', why: 'Why' }
      await db.insert(missionLogs).values({ ...line, said: given.said })
    }
    at -= hours + 0.25
  }
  const status = given.endedBy === undefined ? ('done' as const) : ('cancelled' as const)
  const ended = { status, startedAt: ago(given.startedH), endedAt: ago(at), statusWhy: given.endedBy ?? null }
  await db.update(missions).set(ended).where(eq(missions.id, id))
  await db.insert(missionWork).values({ missionId: id, drivenM: given.drivenM ?? 0, mownM: (given.drivenM ?? 0) / 2 })
  const total = given.runs.reduce((sum, { hours }) => sum + hours, 0)
  if (given.battery !== undefined)
    await db.insert(positions).values(
      given.battery.map((battery, i) => ({
        at: ago(given.startedH - (i === 0 ? 0.01 : total - 0.01)),
        vehicleId: mowerId,
        lon: 0,
        lat: 0,
        battery,
      })),
    )
  return id
}

const today = () => dayOf(server.clock.now(), 'UTC')
const health = async (from = addDays(today(), -30), to = today()): Promise<FleetHealth> =>
  (await server.call(as, lateCalls.fleetHealth.get, { query: { from, to } })).result
const mowerOf = async (n: 0 | 1) => (await health()).mowers.find(({ id }) => id === lawns.mowers[n].id)

test('a fleet that has not worked has its mowers and nothing else', async () => {
  const { faults, blades, mowers } = await health()
  expect([faults, blades]).toEqual([[], []])
  expect(mowers).toHaveLength(2)
  expect(mowers[0]).toMatchObject({ missions: 0, endedByHand: 0, hours: 0, isDueNextWeek: false, use: [] })
})

test('faults are counted over all mowers with their first and last time; a stop by a person is none', async () => {
  const restarted = why('mowerRestarted')
  const stopped = { hours: 1, outcome: 'stopped' as const }
  await driven({ mower: 0, startedH: 200, runs: [stopped, stopped, { hours: 1, outcome: 'done' }], said: restarted })
  const last = await driven({ mower: 1, startedH: 100, runs: [{ hours: 2, outcome: 'failed' }], said: restarted })
  await driven({ mower: 1, startedH: 90, runs: [stopped], said: why('stoppedBy', { who: 'Ada' }), who: 'Ada' })
  const { faults } = await health()
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatchObject({
    why: { code: 'mowerRestarted' },
    count: 3,
    missions: 2,
    firstAt: ago(199).toISOString(),
    lastAt: ago(98).toISOString(),
    lastMissionId: last,
  })
  expect(faults[0]?.mowerIds.toSorted()).toEqual(lawns.mowers.map(({ id }) => id).toSorted())
  expect((await health(addDays(today(), -5))).faults[0]).toMatchObject({ count: 1, missions: 1 })
})

test('hours of cutting units and mowers, and the share that people ended', async () => {
  await driven({
    mower: 1,
    startedH: 80,
    runs: [{ hours: 1, outcome: 'stopped' }],
    endedBy: why('cancelledBy', { who: 'Ada' }),
  })
  // 3 + 2 + 1 + 1 hours, all with the blade of the lawns.
  expect((await health()).blades).toMatchObject([{ hours: 7, missions: 4 }])
  expect(await mowerOf(0)).toMatchObject({ hours: 3, missions: 1, endedByHand: 0 })
  expect(await mowerOf(1)).toMatchObject({ hours: 4, missions: 3, endedByHand: 1 })
})

test('battery for a kilometre by week leaves out missions that were resumed', async () => {
  const done = { hours: 1, outcome: 'done' as const }
  await driven({ mower: 0, startedH: 500, runs: [done], battery: [0.9, 0.8], drivenM: 2_000 })
  await driven({ mower: 0, startedH: 50, runs: [done], battery: [0.9, 0.7], drivenM: 2_000 })
  const broken = [{ hours: 1, outcome: 'stopped' as const }, done]
  await driven({ mower: 0, startedH: 40, runs: broken, battery: [0.9, 0.1], drivenM: 2_000 })
  const use = (await mowerOf(0))?.use
  expect(use?.map(({ week }) => week)).toEqual([500, 50].map(hours => mondayOf(dayOf(ago(hours), 'UTC'))))
  expect(use?.[0]?.sharePerKm).toBeCloseTo(0.05, 5)
  expect(use?.[1]?.sharePerKm).toBeCloseTo(0.1, 5)
})

test('service is due next week by its day, or by the hours that the mower works in a week', async () => {
  const params = { id: lawns.mowers[0].id }
  const plan = (body: { everyEngineHours: number | null; everyDays: number | null }) =>
    server.call(as, lateCalls.mowerService.plan, { params, body: { everyBladeHours: null, ...body } })
  await plan({ everyEngineHours: null, everyDays: 30 })
  expect((await mowerOf(0))?.isDueNextWeek).toBe(false)
  await plan({ everyEngineHours: null, everyDays: 6 })
  expect((await mowerOf(0))?.isDueNextWeek).toBe(true)
  // It has worked three hours in the last seven days.
  await plan({ everyEngineHours: 3, everyDays: null })
  expect((await mowerOf(0))?.isDueNextWeek).toBe(true)
  await plan({ everyEngineHours: 4, everyDays: null })
  expect((await mowerOf(0))?.isDueNextWeek).toBe(false)
})

test('parts are added up by their name over mowers and carts, with what their services cost', async () => {
  const cart = await server.call('ROLE_BUGGY_ADMIN', calls.carts.create, {
    body: { name: 'Cart 1', inService: false, home: null },
  })
  const [first, second] = lawns.mowers
  const record = (id: string, parts: ServicePart[]) =>
    server.call(as, lateCalls.mowerService.record, { params: { id }, body: { what: 'Service', parts } })
  await record(first.id, [
    { name: 'oil filter', count: 1, cost: 10.1 },
    { name: 'Bolt M8', count: 2 },
  ])
  server.clock.advance(60_000)
  await record(second.id, [{ name: 'Oil filter', count: 2, cost: 20.2 }])
  await server.call('ROLE_BUGGY_ADMIN', lateCalls.cartService.record, {
    params: { id: cart.result.id },
    body: { what: 'Service', parts: [{ name: 'Bolt M8', count: 3 }] },
  })
  const names = ({ name }: { readonly name: string }) => name
  const { parts, currency } = await health()
  expect(currency).toBe('EUR')
  expect(parts.map(({ vehicles, ...part }) => ({ ...part, vehicles: vehicles.map(names) }))).toEqual([
    { name: 'Bolt M8', count: 5, cost: null, vehicles: ['Cart 1', first.name], lastAt: expect.any(String) },
    { name: 'Oil filter', count: 3, cost: 30.3, vehicles: [first.name, second.name], lastAt: ago(0).toISOString() },
  ])
  expect((await health(addDays(today(), -30), addDays(today(), -2))).parts).toEqual([])
})

test('a mower whose service is due has its checklist', async () => {
  const plan = { everyEngineHours: null, everyBladeHours: null, everyDays: 1, checklist: ['Change the oil'] }
  await server.call(as, lateCalls.mowerService.plan, { params: { id: lawns.mowers[0].id }, body: plan })
  expect(await mowerOf(0)).toMatchObject({ isDueNextWeek: true, checklist: ['Change the oil'] })
  expect(await mowerOf(1)).toMatchObject({ checklist: [] })
})

test('an odd span is refused at its field, and those who may not see operations see nothing', async () => {
  const query = { from: '2026-02-01', to: '2026-01-01' }
  const refused = await server.call(as, lateCalls.fleetHealth.get, { query })
  expect(refused.status).toBe(422)
  expect(refused.error.fields).toMatchObject({ 'query.to': { code: 'beforeFrom' } })
  const long = await server.call(as, lateCalls.fleetHealth.get, { query: { from: '2020-01-01', to: '2026-01-01' } })
  expect(long.error.fields).toMatchObject({ 'query.to': { code: 'daysAfterFrom' } })
  expect(
    (await server.call('ROLE_BUGGY_BAR', lateCalls.fleetHealth.get, { query: { from: today(), to: today() } })).status,
  ).toBe(403)
})
