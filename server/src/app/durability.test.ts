import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DataDirInUse } from '../platform/dataDirLock.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

const BLADE = { name: 'Reel', widthM: 1.5, missionSpeedMps: 1 }

let dataDir: string
let server: TestServer
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-durability-'))
  server = await startTestServer({ dataDir, hasOwnPostgres: true })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const bladeNames = async (): Promise<readonly string[]> =>
  (await server.call('ROLE_ADMIN', calls.blades.list, { query: { perPage: 500 } })).result.items.map(({ name }) => name)

const killDatabase = (): void => {
  const pid = server.app.postgres?.pid()
  if (pid === undefined) throw new Error('no database runs')
  process.kill(pid, 'SIGKILL')
}

describe('acknowledged data', () => {
  it('survives a kill of the database under load, and callers meanwhile get `unavailable`', async () => {
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    const write = async (name: string): Promise<void> => {
      const answer = await server.call('ROLE_ADMIN', calls.blades.create, { body: { ...BLADE, name } })
      statuses.add(answer.status)
      if (answer.status === 200) acknowledged.push(name)
    }
    let round = 0
    const writers = async (count: number): Promise<void> => {
      for (let written = 0; written < count; written += 1) {
        round += 1
        await Promise.all([write(`A${round}`), write(`B${round}`), write(`C${round}`)])
      }
    }
    await writers(5)
    const load = writers(20)
    killDatabase()
    await load
    await vi.waitFor(async () => expect((await server.call(null, lateCalls.operation.health)).status).toBe(200), {
      timeout: 20_000,
      interval: 100,
    })
    expect(acknowledged.length).toBeGreaterThanOrEqual(15)
    expect([...statuses].every(status => status === 200 || status === 503)).toBe(true)
    expect(await bladeNames()).toEqual(expect.arrayContaining(acknowledged))
    expect((await server.call('ROLE_ADMIN', calls.blades.create, { body: { ...BLADE, name: 'after' } })).status).toBe(
      200,
    )
  })

  it('survives a restart of the server', async () => {
    const before = await bladeNames()
    await server.close()
    server = await startTestServer({ dataDir, hasOwnPostgres: true })
    expect(await bladeNames()).toEqual(before)
  })
})

describe('a stop', () => {
  it('is accepted from known users and carts while the database is away', async () => {
    const token = await server.openSession('ROLE_BUGGY_BAR')
    const ended = await server.openSession('ROLE_GREENKEEPER')
    for (const known of [token, ended]) await server.as(known, calls.profile.get)
    await server.as(ended, calls.auth.logout)
    await server.app.postgres?.stop()
    expect((await server.as(token, calls.profile.get)).status).toBe(503)
    expect((await server.as(token, calls.mowers.stopAll)).result).toEqual({ stopped: [], notStopped: [] })
    expect((await server.as(ended, calls.mowers.stopAll)).status).toBe(503)
    expect((await server.as('wrong', calls.mowers.stopAll)).status).toBe(503)
    server.clock.advance(15 * 60_000)
    expect((await server.as(token, calls.mowers.stopAll)).status).toBe(503)
    await server.close()
    server = await startTestServer({ dataDir, hasOwnPostgres: true })
  })
})

describe('the data directory', () => {
  it('belongs to one server: a second one is refused, and the first keeps working', async () => {
    await expect(startTestServer({ dataDir, hasOwnPostgres: true })).rejects.toThrow(DataDirInUse)
    await expect(startTestServer({ dataDir, hasOwnPostgres: true })).rejects.toThrow(`process ${process.pid}`)
    expect((await server.call(null, lateCalls.operation.health)).result.ready).toBe(true)
  })

  it('is free again after the server ended, and no database is left running', async () => {
    await server.close()
    expect(existsSync(join(dataDir, 'database', 'cluster', 'postmaster.pid'))).toBe(false)
    server = await startTestServer({ dataDir, hasOwnPostgres: true })
    expect((await server.call(null, lateCalls.operation.health)).result.ready).toBe(true)
  })

  it('keeps the database password unreadable for others', () => {
    expect(readFileSync(join(dataDir, 'database.password'), 'utf8')).toMatch(/^[0-9a-f]{48}$/)
  })
})
