import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import { expect, test } from 'vitest'
import { insertPositions } from '../../shared/recording/telemetryStore.ts'
import { at } from '../../testing/ground.ts'
import { seedLawns } from '../../testing/lawn.ts'
import { dropDatabaseOf } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const DAY_MS = 24 * 3_600_000

test('SAFE-6g a mower that is not received after a restart is still where it was last recorded', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greensward-test-'))
  const zoneFree = async (server: TestServer, id: string) => {
    const { lines } = (await server.call('ROLE_GREENKEEPER', calls.missions.gate, { params: { id } })).result
    return lines.find(({ check }) => check === 'zoneFree')
  }
  try {
    const before = await startTestServer({ dataDir })
    const { mowers, request } = await seedLawns(before)
    const { id } = (await before.call('ROLE_GREENKEEPER', calls.missions.create, { body: request() })).result
    const row = (daysAgo: number, [lon, lat]: readonly [number, number]) => ({
      at: new Date(before.clock.now().getTime() - daysAgo * DAY_MS),
      vehicleId: mowers[1].id,
      lon,
      lat,
    })
    await insertPositions(before.app.ctx.db, [row(3, at(200, 200)), row(2, at(10, 6)), row(4, at(300, 300))])
    expect(await zoneFree(before, id)).toMatchObject({ verdict: 'passed' })
    await before.close()
    const after = await startTestServer({ dataDir })
    expect(await zoneFree(after, id)).toMatchObject({ verdict: 'refused', values: { name: mowers[1].name } })
    await after.close()
  } finally {
    await dropDatabaseOf(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
})
