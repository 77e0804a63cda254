import { afterAll, beforeAll, expect, test } from 'vitest'
import { positions, telemetryChunks } from '../db/schema/index.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'
import { forgetOldPositions } from './retention.ts'
import { packSamples } from './samples.ts'
import { readSamples } from './telemetryStore.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const DAY_MS = 24 * 3_600_000
const id = crypto.randomUUID()

const put = async (daysAgo: number): Promise<Date> => {
  const { db, clock } = server.app.ctx
  const at = new Date(clock.now().getTime() - daysAgo * DAY_MS)
  const telemetry = {
    position: [1, 51] as const,
    headingDeg: null,
    speedMps: 1,
    accuracyM: null,
    fixType: null,
    battery: null,
    mode: null,
    bladeOn: null,
  }
  await db.insert(positions).values({ at, vehicleId: id, lon: 1, lat: 51 })
  const samples = packSamples([{ atMs: at.getTime(), telemetry }])
  await db.insert(telemetryChunks).values({ fromAt: at, toAt: at, vehicleId: id, samples })
  return at
}

test('positions of each second stay for good and all of them for a month, unless it is set otherwise', async () => {
  const { ctx } = server.app
  const [old, fresh] = [await put(400), await put(20)]
  expect(await forgetOldPositions(ctx, { secondDays: null, fullRateDays: 31 })).toBe(1)
  expect(await ctx.db.$count(positions)).toBe(2)
  expect(await readSamples(ctx.db, id, old, old)).toEqual([])
  expect((await readSamples(ctx.db, id, fresh, fresh)).map(({ at }) => at)).toEqual([fresh.toISOString()])
  expect(await forgetOldPositions(ctx, { secondDays: 365, fullRateDays: 10 })).toBe(2)
  expect(await ctx.db.$count(positions)).toBe(1)
  expect(await ctx.db.$count(telemetryChunks)).toBe(0)
})

test('more than one batch is forgotten, and none that is to stay', async () => {
  const { ctx } = server.app
  const from = ctx.clock.now().getTime() - 800 * DAY_MS
  for (let batch = 0; batch < 3; batch += 1)
    await ctx.db.insert(positions).values(
      Array.from({ length: 2_500 }, (_, index) => ({
        at: new Date(from + (batch * 2_500 + index) * 1_000),
        vehicleId: id,
        lon: 1,
        lat: 51,
      })),
    )
  expect(await forgetOldPositions(ctx, { secondDays: 365, fullRateDays: 31 })).toBe(7_500)
  expect(await ctx.db.$count(positions)).toBe(1)
})
