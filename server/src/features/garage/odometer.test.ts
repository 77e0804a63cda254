import { calls } from '@greensward/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { odometers, positions } from '../../platform/db/schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
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
  rest: Partial<typeof positions.$inferInsert> = {},
): Promise<void> => {
  await server.app.ctx.db.insert(positions).values(
    steps.map(([second, metres]) => ({
      vehicleId,
      at: new Date(START.getTime() + second * 1_000),
      lon: 0,
      lat: 51 + metres * METRE_DEG,
      ...rest,
    })),
  )
}

const distances = async (): Promise<Readonly<Record<string, number>>> => {
  await advanceOdometers(server.app.ctx.db)
  const rows = await server.app.ctx.db.select().from(odometers)
  return Object.fromEntries(rows.map(({ vehicleId, distanceM }) => [vehicleId, Math.round(distanceM * 100) / 100]))
}

it('counts a driven distance once, with any number of calls', async () => {
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

it('does not count standing still, a jump, or a gap without positions', async () => {
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

const counted = async (id: string) => {
  await advanceOdometers(server.app.ctx.db)
  return (await server.app.ctx.db.select().from(odometers)).find(({ vehicleId }) => vehicleId === id)
}

it('counts no driving from or to a bad fix, nor by a fix that may be far off', async () => {
  const id = crypto.randomUUID()
  const rtk = { fixType: 'rtkFixed', accuracyM: 0.02 }
  await drive(
    id,
    [
      [300, 0],
      [301, 1],
      [302, 2],
    ],
    rtk,
  )
  await drive(
    id,
    [
      [303, 5],
      [304, 9],
    ],
    { fixType: 'noFix' },
  )
  await drive(
    id,
    [
      [305, 12],
      [306, 20],
    ],
    { fixType: 'fix3d', accuracyM: 9 },
  )
  await drive(
    id,
    [
      [307, 20],
      [308, 21],
    ],
    rtk,
  )
  expect(await counted(id)).toMatchObject({ distanceM: expect.closeTo(3, 2), drivingS: 3, bladeS: 0 })
})

it('counts the wandering of a parked cart as nothing, and its driving by a plain fix', async () => {
  const id = crypto.randomUUID()
  const plain = { fixType: 'fix3d', accuracyM: 2 }
  await drive(
    id,
    [
      [400, 0],
      [401, 0.3],
      [402, -0.1],
      [403, 0.2],
      [404, 4.2],
      [405, 8.2],
    ],
    plain,
  )
  expect(await counted(id)).toMatchObject({ distanceM: expect.closeTo(8, 2), drivingS: 2 })
})

it('counts seconds of driving and of the blade once, over any number of times it is asked', async () => {
  const id = crypto.randomUUID()
  const rtk = { fixType: 'rtkFixed', accuracyM: 0.02 }
  await drive(
    id,
    [
      [500, 0],
      [501, 1],
    ],
    { ...rtk, bladeOn: false },
  )
  await drive(
    id,
    [
      [502, 2],
      [503, 3],
      [504, 3],
    ],
    { ...rtk, bladeOn: true },
  )
  expect(await counted(id)).toMatchObject({ drivingS: 3, bladeS: 2 })
  await drive(
    id,
    [
      [505, 4],
      [506, 5],
    ],
    { ...rtk, bladeOn: true },
  )
  await drive(
    id,
    [
      [900, 300],
      [901, 301],
    ],
    { ...rtk, bladeOn: true },
  )
  expect(await counted(id)).toMatchObject({ drivingS: 6, bladeS: 5 })
  expect(await counted(id)).toMatchObject({ drivingS: 6, bladeS: 5 })
})

it('accepts a faster clock from a simulated mower, and not from a real one beside it', async () => {
  const as = 'ROLE_GREENKEEPER'
  const blade = { name: 'Deck', widthM: 2, missionSpeedMps: 1.5 }
  const bladeId = (await server.call(as, calls.blades.create, { body: blade })).result.id
  const [simulated = '', real = ''] = await Promise.all(
    [2, 3].map(async systemId => {
      const body = {
        name: `Mower ${systemId}`,
        color: '#0B7390',
        bladeId,
        systemId,
        widthM: 1.6,
        minTurnRadiusM: 0,
        transitSpeedMps: 2,
        turningSpeedMps: 0.8,
        batteryRangeM: 20_000,
        bladeSwitch: { kind: 'relay' as const, index: 0 },
        inService: false,
      }
      return (await server.call(as, calls.mowers.create, { body })).result.id
    }),
  )
  for (const id of [simulated, real])
    await drive(id, [
      [600, 0],
      [601, 48],
      [602, 96],
      [603, 500],
    ])
  await advanceOdometers(server.app.ctx.db, { rate: 20, mowers: 2, carts: false })
  expect(await counted(simulated)).toMatchObject({ distanceM: expect.closeTo(96, 2), drivingS: 2 })
  expect(await counted(real)).toMatchObject({ distanceM: 0, drivingS: 0 })
})
