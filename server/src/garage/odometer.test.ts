import { afterAll, beforeAll, expect, it } from 'vitest'
import { odometers, positions } from '../db/schema/index.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'
import { advanceOdometers } from './garageStore.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const METRE_DEG = 1 / 111_320
const START = new Date('2026-05-01T06:00:00.000Z')

/** Positions north along a meridian, at these seconds and metres. */
const drive = async (
  vehicleId: string,
  steps: readonly (readonly [second: number, metres: number])[],
): Promise<void> => {
  await server.app.ctx.db.insert(positions).values(
    steps.map(([second, metres]) => ({
      vehicleId,
      at: new Date(START.getTime() + second * 1_000),
      lon: 0,
      lat: 51 + metres * METRE_DEG,
    })),
  )
}

const distances = async (): Promise<Readonly<Record<string, number>>> => {
  await advanceOdometers(server.app.ctx.db)
  const rows = await server.app.ctx.db.select().from(odometers)
  return Object.fromEntries(rows.map(({ vehicleId, distanceM }) => [vehicleId, Math.round(distanceM * 100) / 100]))
}

it('counts what was driven once, over any number of times it is asked', async () => {
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()]
  await drive(a, [
    [0, 0],
    [1, 2],
    [2, 4],
    [3, 3],
  ])
  await drive(b, [
    [0, 0],
    [1, 1],
  ])
  expect(await distances()).toEqual({ [a]: 5, [b]: 1 })
  expect(await distances()).toEqual({ [a]: 5, [b]: 1 })
  await drive(a, [
    [4, 5],
    [5, 7],
  ])
  expect(await distances()).toEqual({ [a]: 9, [b]: 1 })
})

it('does not count standing still, a jump, or what nobody saw', async () => {
  const id = crypto.randomUUID()
  await drive(id, [
    [100, 0],
    [101, 0.03],
    [102, 0],
    [103, 500],
    [104, 501],
    [200, 560],
    [201, 561],
  ])
  expect((await distances())[id]).toBe(2)
})
