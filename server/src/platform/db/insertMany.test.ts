import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { insertMany } from './insertMany.ts'
import { missionLogs, missions, positions, telemetryChunks } from './schema/index.ts'

let server: TestServer
const db = () => server.app.ctx.db
/** Of today: the server forgets what was recorded too long ago, and does so while the tests run. */
const START = new Date(Math.floor(Date.now() / 1_000) * 1_000)

beforeAll(async () => {
  server = await startTestServer()
}, 120_000)
afterAll(() => server?.close())

test('rows of more than one statement are read back as they were given, in their order', async () => {
  const at = new Date(START.getTime() + 123)
  const vehicleId = randomUUID()
  const rows = Array.from({ length: 4_500 }, (_, n) => ({
    at: new Date(at.getTime() + n * 1_000),
    vehicleId,
    lon: -2.8 + n / 1e7,
    lat: 52.7,
    mode: n % 2 === 0 ? 'auto' : null,
    bladeOn: n % 3 === 0,
  }))
  await insertMany(db(), positions, rows)
  const read = await db().select().from(positions).where(eq(positions.vehicleId, vehicleId)).orderBy(asc(positions.at))
  expect(
    read.map(({ at, vehicleId, lon, lat, mode, bladeOn }) => ({ at, vehicleId, lon, lat, mode, bladeOn })),
  ).toEqual(rows)
})

test('JSON, bytes, quotes, nulls and defaults arrive as they do in single rows', async () => {
  const missionId = randomUUID()
  const mission = {
    id: missionId,
    title: `Green {1}, "Ost" \\ 'x', NULL`,
    targetKind: 'zone' as const,
    targetId: randomUUID(),
    mowerId: randomUUID(),
    bladeId: randomUUID(),
    direction: '12-6' as const,
    angleOffsetDeg: 0,
    turnScheme: 'oneInOne' as const,
    cleaningCycles: 1,
    startsByItself: false,
    status: 'planned' as const,
    resolvedDirection: '12-6' as const,
    holeBaseAngleDeg: 0,
    swathHeadingDeg: 0.1 + 0.2,
    stats: { areaM2: 1.5 } as (typeof missions.$inferInsert)['stats'],
    mapRevision: 1,
    progress: 0,
    createdBy: 'Jörg "Ñ" {a,b}',
    createdAt: new Date(1_000),
    updatedAt: new Date(2_000),
    logLines: 0,
  }
  await insertMany(db(), missions, [mission])
  const second = { ...mission, id: randomUUID() }
  await db().insert(missions).values(second)
  const [one, other] = await Promise.all(
    [missionId, second.id].map(async id => (await db().select().from(missions).where(eq(missions.id, id)))[0]),
  )
  expect(one).toMatchObject({ ...mission, pattern: 'straight', statusWhy: null })
  expect({ ...one, id: '' }).toEqual({ ...other, id: '' })

  const said = { code: 'sent', params: { items: 3, text: '{"a":[1,2]}' } } as unknown as null
  const line = { missionId, at: new Date(3_000), status: 'planned' as const, who: 'system', why: 'A\nB' }
  await insertMany(db(), missionLogs, [
    { ...line, said },
    { ...line, why: '', said: null },
  ])
  const lines = await db()
    .select()
    .from(missionLogs)
    .where(eq(missionLogs.missionId, missionId))
    .orderBy(missionLogs.id)
  expect(lines.map(({ id: _, ...rest }) => rest)).toEqual([
    { ...line, said },
    { ...line, why: '', said: null },
  ])

  const chunk = { fromAt: START, toAt: START, vehicleId: missionId, samples: Buffer.from([0, 1, 92, 34, 255]) }
  await insertMany(db(), telemetryChunks, [chunk])
  const [stored] = await db().select().from(telemetryChunks).where(eq(telemetryChunks.vehicleId, missionId))
  expect([...(stored?.samples ?? [])]).toEqual([0, 1, 92, 34, 255])
})

test('a row that is there already fails the statement, or is left as it is', async () => {
  const row = { at: START, vehicleId: randomUUID(), lon: 1, lat: 2 }
  await insertMany(db(), positions, [row])
  await expect(insertMany(db(), positions, [row])).rejects.toThrow()
  await insertMany(db(), positions, [{ ...row, lon: 9 }], 'doNothing')
  const read = await db().select().from(positions).where(eq(positions.vehicleId, row.vehicleId))
  expect(read.map(({ lon }) => lon)).toEqual([1])
  await insertMany(db(), positions, [])
})
