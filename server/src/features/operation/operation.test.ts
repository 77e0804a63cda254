import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const TOKEN = 'a token of some length'

let dataDir: string
let server: TestServer
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-operation-'))
  server = await startTestServer({ dataDir, hasOwnPostgres: true, config: { metricsToken: TOKEN } })
  await seedLawns(server)
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const figures = async (): Promise<string> =>
  (await fetch(`${server.url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()

describe('operation of the server', () => {
  it('shows administrators the servers, who controls which mower, the queue, the disk and the backups; others see nothing', async () => {
    const status = async () => (await server.call('ROLE_ADMIN', lateCalls.operation.status)).result
    // The mowers were stored a moment ago, and the fleet reads them after that.
    await vi.waitFor(
      async () => expect((await status()).mowers.every(({ serverId }) => serverId !== null)).toBe(true),
      {
        timeout: 10_000,
      },
    )
    const { servers, mowers, ...rest } = await status()
    expect(servers).toHaveLength(1)
    expect(servers[0]).toMatchObject({ pid: process.pid, isGateway: true, isHere: true, journalWaiting: 0 })
    expect(servers[0]?.loopDelay?.maxMs).toBeGreaterThanOrEqual(0)
    expect(servers[0]?.diskFreeBytes).toBeGreaterThan(0)
    expect(mowers.map(({ serverId, isConnected }) => [serverId, isConnected])).toEqual([
      [servers[0]?.id, false],
      [servers[0]?.id, false],
    ])
    expect(rest).toMatchObject({ link: 'alone', mailWaiting: 0, backups: { everyHours: null, items: [] } })
    expect(rest.databaseBytes).toBeGreaterThan(1e6)
    for (const role of ['ROLE_GREENKEEPER', 'ROLE_BUGGY_BAR'] as const)
      expect((await server.call(role, lateCalls.operation.status)).status).toBe(403)
    expect((await server.call(null, lateCalls.operation.status)).status).toBe(401)
  })

  it('serves metrics of the course and of the process', async () => {
    await vi.waitFor(async () => expect(await figures()).toMatch(/^greensward_mowers_held 2$/m), { timeout: 10_000 })
    const text = await figures()
    expect(text).toMatch(/^greensward_mowers 2$/m)
    expect(text).toMatch(/^greensward_mowers_connected 0$/m)
    expect(text).toMatch(/^greensward_degraded\{reason="mowers"\} 0$/m)
    for (const part of ['p50', 'p99', 'max'])
      expect(text).toMatch(new RegExp(`^greensward_event_loop_delay_${part}_seconds [0-9]`, 'm'))
    expect(text).toMatch(/^greensward_disk_free_bytes [1-9]/m)
    expect(text).not.toContain('greensward_backup_age_seconds 0')
  })

  it('finds every answer by the id that it carries', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await fetch(`${server.url}/api/health`)).headers.get('x-request-id')),
    )
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids[1]).not.toBe(ids[0])
  })

  it('makes a backup when a person asks for one, and one at a time', async () => {
    const status = async () => (await server.call('ROLE_ADMIN', lateCalls.operation.status)).result.backups
    expect((await server.call('ROLE_GREENKEEPER', lateCalls.operation.backUp)).status).toBe(403)
    const answers = await Promise.all([
      server.call('ROLE_ADMIN', lateCalls.operation.backUp),
      server.call('ROLE_ADMIN', lateCalls.operation.backUp),
    ])
    expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 409])
    await vi.waitFor(async () => expect((await status()).items[0]?.finishedAt).toBeTypeOf('string'), {
      timeout: 60_000,
    })
    const [made, ...others] = (await status()).items
    expect(others).toEqual([])
    expect(made).toMatchObject({ problem: null })
    expect(made?.sizeBytes).toBeGreaterThan(1_000)
  }, 90_000)

  it('distinguishes a process that lives from one that can work, and says why one cannot', async () => {
    expect((await server.call(null, lateCalls.operation.ready)).result).toEqual({ ready: true })
    await server.app.postgres?.stop()
    expect((await server.call(null, lateCalls.operation.live)).result).toEqual({ live: true })
    const ready = await server.call(null, lateCalls.operation.ready)
    expect(ready.status).toBe(503)
    const health = await server.call(null, lateCalls.operation.health)
    expect(health.error.details).toMatchObject({ live: true, ready: false, degraded: ['database'] })
    expect(await figures()).toContain('process_resident_memory_bytes')
  })
})
