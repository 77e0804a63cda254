/** What is learned of a mower and what a person says of it, on the real database. */
import { calls } from '@greensward/contract'
import { DEFAULT_ENERGY, type Mower } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endRefuelling, learnEnergy } from '../../../shared/missionLife/energyStore.ts'
import { type Lawns, seedLawns } from '../../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'

let server: TestServer
let lawns: Lawns

const as = 'ROLE_GREENKEEPER'

beforeAll(async () => {
  server = await startTestServer()
  lawns = await seedLawns(server, [60, 40])
})
afterAll(() => server?.close())

beforeEach(async () => {
  await server.app.ctx.db.execute(sql`update mowers set energy_use = null, energy = null, refuelled = null`)
})

const params = () => ({ id: lawns.mowers[0].id })
const stored = async (): Promise<Mower> => (await server.call(as, calls.mowers.get, { params: params() })).result

/** Entered are 20 km. @param factor of what the mower uses beside that */
const learn = (factor: number, times: number): Promise<boolean> =>
  server.app.ctx.db.transaction(tx =>
    learnEnergy(tx, params().id, {
      uses: Array.from({ length: times }, () => ({ mowingM: 800, drivingM: 0, used: 0.04 * factor })),
      charges: [],
    }),
  )

test('learned use changes the battery of the next plans of the mower, once it is enough', async () => {
  const plan = async () =>
    (await server.call(as, calls.missions.create, { body: lawns.request({ cleaningCycles: 1 }) })).result.stats.battery
  const entered = await plan()
  expect(await learn(1.3, 2)).toBe(true)
  expect(await plan()).toBeCloseTo(entered, 9)
  expect(await learn(1.3, 4)).toBe(true)
  expect((await stored()).energyUse?.mowing?.stretches).toBe(6)
  expect((await plan()) / entered).toBeGreaterThan(1.2)
  expect((await plan()) / entered).toBeLessThan(1.35)
})

test('stretches that say nothing, and a mower that is gone, change nothing', async () => {
  expect(await learn(20, 1)).toBe(false)
  const gone = { uses: [{ mowingM: 800, drivingM: 0, used: 0.04 }], charges: [] }
  const id = '00000000-0000-4000-8000-000000000009'
  expect(await server.app.ctx.db.transaction(tx => learnEnergy(tx, id, gone))).toBe(false)
})

test('a person says that a mower is full, with name and time, until it has worked', async () => {
  const { result } = await server.call(as, calls.mowers.refuelled, { params: params() })
  expect(result.refuelled).toMatchObject({ by: expect.any(String), at: expect.any(String), during: null })
  expect((await stored()).refuelled).toEqual(result.refuelled)
  const { db } = server.app.ctx
  expect(await db.transaction(tx => endRefuelling(tx, params().id))).toBe(true)
  expect(await db.transaction(tx => endRefuelling(tx, params().id))).toBe(false)
  expect((await stored()).refuelled).toBeNull()
})

test('only those who operate mowers say so, and of a mower that there is', async () => {
  expect((await server.call('ROLE_BUGGY_BAR', calls.mowers.refuelled, { params: params() })).error.kind).toBe(
    'forbidden',
  )
  const id = '00000000-0000-4000-8000-000000000009'
  expect((await server.call(as, calls.mowers.refuelled, { params: { id } })).error.kind).toBe('notFound')
})

test('nobody enters what is learned, and a wrong figure is refused by its field', async () => {
  const { updatedAt } = await stored()
  const refused = await server.call(as, calls.mowers.update, {
    params: params(),
    body: { updatedAt, energy: { ...DEFAULT_ENERGY, reserveShare: 0.9 } },
  })
  expect(Object.keys(refused.error.fields ?? {})).toEqual(['body.energy.reserveShare'])
  const learned = await server.call(as, calls.mowers.update, {
    params: params(),
    body: { updatedAt, energyUse: null } as never,
  })
  expect(learned.error.kind).toBe('invalid')
})
