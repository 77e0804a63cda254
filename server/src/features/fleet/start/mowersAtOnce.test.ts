import { calls } from '@greensward/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const MOWER = {
  color: '#0B7390',
  bladeId: null,
  widthM: 2,
  minTurnRadiusM: 1,
  transitSpeedMps: 2,
  turningSpeedMps: 1,
  batteryRangeM: 10_000,
  bladeSwitch: { kind: 'relay' as const, index: 0 },
  inService: false,
}
const ROUNDS = 25

test('mowers that are added one after the other are all known to the fleet, also when an older reading ends last', async () => {
  const { db } = server.app.ctx
  let number = 0
  const add = async (): Promise<string> => {
    number += 1
    const body = { ...MOWER, name: `Wren ${number}`, systemId: number }
    return (await server.call('ROLE_ADMIN', calls.mowers.create, { body })).result.id
  }
  for (let round = 0; round < ROUNDS; round++) {
    // Each reading has the mowers and waits for the carts; then they end in any order.
    const added = await db.transaction(async tx => {
      await tx.execute(sql`lock table carts in access exclusive mode`)
      return [await add(), await add(), await add()]
    })
    await vi.waitFor(
      async () => {
        for (const id of added) {
          const { status } = await server.call('ROLE_ADMIN', calls.mowers.stop, { params: { id } })
          expect([number, status]).toEqual([number, 200])
        }
      },
      { timeout: 3_000 },
    )
  }
})
