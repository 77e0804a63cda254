import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedLawns } from '../../testing/lawn.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { recordPhotos, zoneRecords } from '../db/schema/index.ts'
import { MANIFEST, openArchive } from './manifest.ts'
import { createTar, listTar, readEntry } from './tar.ts'

const PROGRAMS = {
  backup: fileURLToPath(new URL('./backupProgram.ts', import.meta.url)),
  restore: fileURLToPath(new URL('./restoreProgram.ts', import.meta.url)),
}
const exec = promisify(execFile)

const run = async (
  program: keyof typeof PROGRAMS,
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ readonly code: number; readonly words: string }> => {
  try {
    const { stdout, stderr } = await exec(process.execPath, [PROGRAMS[program], ...args], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...env },
    })
    return { code: 0, words: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, words: stdout + stderr }
  }
}

const made: string[] = []
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'greensward-backup-'))
  made.push(path)
  return path
}

let dataDir: string
let server: TestServer
let archive: string
const RASTER = Buffer.from('a picture from above '.repeat(10_000))
/** Every byte there is, so that none is taken for a letter. */
const PHOTO = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 256))
const AWKWARD = 'Line\nbreak, "quotes", \\ back, tab\t, \u2028 and (brackets) — ünïcode 🌱'

beforeAll(async () => {
  dataDir = folder()
  server = await startTestServer({ dataDir, hasOwnPostgres: true })
  const lawns = await seedLawns(server)
  await addRecordWithPhoto(lawns.zones[0].id)
  mkdirSync(join(dataDir, 'rasters'), { recursive: true })
  writeFileSync(join(dataDir, 'rasters', 'one.tif'), RASTER)
  writeFileSync(join(dataDir, 'rasters', 'one.slope.tif'), 'drawn from it')
  writeFileSync(join(dataDir, 'rasters', 'nobody-lists-this.tif'), 'x')
  await server.app.ctx.db.execute(
    sql`insert into rasters (kind, title, file_name, size_bytes, attribution, created_at)
        values ('orthophoto', ${AWKWARD}, 'one.tif', ${RASTER.length}, '', now())`,
  )
})
/** A green speed with a photo, which is a row of the database and no file. */
const addRecordWithPhoto = async (zoneId: string): Promise<void> => {
  const id = crypto.randomUUID()
  const at = new Date(server.clock.now().getTime() - 60_000).toISOString()
  const body = { id, kind: 'greenSpeed' as const, value: 3, product: null, at }
  const added = await server.call('ROLE_GREENKEEPER', lateCalls.zoneRecords.add, { params: { id: zoneId }, body })
  expect(added.status).toBe(200)
  await server.app.ctx.db.insert(recordPhotos).values({
    id: crypto.randomUUID(),
    recordId: id,
    type: 'image/jpeg',
    data: PHOTO,
    hash: 'of it',
    addedAt: new Date(at),
  })
}

afterAll(async () => {
  await server.close()
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

/** The content of a course, read over the server that has it. */
const courseOf = async (from: TestServer, admin: string) => {
  const query = { perPage: 500 }
  const map = (await from.as(admin, calls.map.get)).result
  return {
    // The features of a map are a set; the database gives them in any order.
    map: { ...map, features: map.features.toSorted((a, b) => a.id.localeCompare(b.id)) },
    users: (await from.as(admin, calls.users.list, { query })).result.items,
    blades: (await from.as(admin, calls.blades.list, { query })).result,
    mowers: (await from.as(admin, calls.mowers.list, { query })).result,
    rasters: (await from.as(admin, calls.rasters.list)).result,
    settings: (await from.as(admin, calls.settings.get)).result,
    audit: (await from.as(admin, lateCalls.audit.list, { query })).result,
    records: await from.app.ctx.db.select().from(zoneRecords),
    photos: await from.app.ctx.db.select().from(recordPhotos),
  }
}

const addBlade = (name: string) =>
  server.call('ROLE_ADMIN', calls.blades.create, { body: { name, widthM: 1, missionSpeedMps: 1 } })

describe('a backup', () => {
  it('is consistent while people write, and restores course, people, history and rasters into an empty folder', async () => {
    for (const name of [AWKWARD.slice(0, 40), 'kept']) await addBlade(name)
    let isOver = false
    let written = 0
    const writing = (async () => {
      while (!isOver) {
        written += 1
        await addBlade(`while ${written}`)
      }
    })()
    archive = join(folder(), 'course.tar')
    const backedUp = await run('backup', dataDir, [archive])
    isOver = true
    await writing
    expect(backedUp).toMatchObject({ code: 0 })
    expect(written).toBeGreaterThan(0)
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    const { manifest } = await openArchive(archive)
    const rowsOf = (name: string) => manifest.tables.find(table => table.name === name)?.rows ?? 0
    // Every blade that was written has its line in the record: the two tables are of the same moment.
    expect(rowsOf('audit')).toBeGreaterThanOrEqual(rowsOf('blades'))
    expect(manifest.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['secrets.key', 'rasters/one.tif', 'rasters/one.slope.tif']),
    )
    expect(manifest.files.map(({ path }) => path)).not.toContain('rasters/nobody-lists-this.tif')

    // Quiet now: this one is compared with the course as it is.
    const quiet = join(folder(), 'quiet.tar')
    expect((await run('backup', dataDir, [quiet])).code).toBe(0)
    const before = await courseOf(server, await server.openSession('ROLE_ADMIN'))
    const target = join(folder(), 'restored')
    const restored = await run('restore', target, [quiet])
    expect(restored).toMatchObject({ code: 0 })
    expect(readFileSync(join(target, 'rasters', 'one.tif')).equals(RASTER)).toBe(true)
    expect(readFileSync(join(target, 'secrets.key'))).toEqual(readFileSync(join(dataDir, 'secrets.key')))

    const second = await startTestServer({ dataDir: target, hasOwnPostgres: true })
    try {
      const after = await courseOf(second, await second.openSessionOf(server.userIds.ROLE_ADMIN))
      // The second server's own people came after the restore, and have numbers that were never given out before.
      const ids = new Set(before.users.map(({ id }) => id))
      expect(after.users.filter(({ id }) => ids.has(id))).toEqual(before.users)
      expect(after.users.filter(({ id }) => !ids.has(id))).toHaveLength(Object.keys(second.userIds).length)
      expect(before.photos.map(({ data }) => PHOTO.equals(data))).toEqual([true])
      for (const what of ['map', 'blades', 'mowers', 'rasters', 'settings', 'audit', 'records', 'photos'] as const)
        expect(after[what]).toEqual(before[what])
      expect((await second.as(server.tokens.ROLE_ADMIN, calls.profile.get)).status).toBe(401)
    } finally {
      await second.close()
    }
  }, 120_000)

  it('can be made while the server does not run', async () => {
    const stopped = folder()
    const own = await startTestServer({ dataDir: stopped, hasOwnPostgres: true })
    await own.close()
    const path = join(folder(), 'cold.tar')
    expect((await run('backup', stopped, [path])).code).toBe(0)
    expect((await run('backup', stopped, ['--check', path])).words).toContain('is whole')
    expect(existsSync(join(stopped, 'database', 'cluster', 'postmaster.pid'))).toBe(false)
  }, 60_000)

  it('leaves the keys out where that is asked', async () => {
    const path = join(folder(), 'keyless.tar')
    expect((await run('backup', dataDir, [path, '--without-keys'])).code).toBe(0)
    expect((await openArchive(path)).manifest.files.map(({ path: name }) => name)).not.toContain('secrets.key')
  })
})

describe('a restore', () => {
  it('refuses a folder that is not empty, in words, and touches nothing in it', async () => {
    const full = folder()
    writeFileSync(join(full, 'precious'), 'x')
    const refused = await run('restore', full, [archive])
    expect(refused).toMatchObject({ code: 1, words: expect.stringContaining('is not empty') })
    expect(readdirSync(full)).toEqual(['precious'])
  })

  it('refuses a database that is not empty and leaves it as it was', async () => {
    const refused = await run('restore', join(folder(), 'new'), [archive], {
      DATABASE_URL: server.app.postgres?.url ?? '',
    })
    expect(refused).toMatchObject({ code: 1, words: expect.stringContaining('The database is not empty') })
    expect((await server.call(null, lateCalls.operation.health)).result.ready).toBe(true)
  })

  it('refuses an archive that was changed by a single bit, before anything is written', async () => {
    const damaged = join(folder(), 'damaged.tar')
    cpSync(archive, damaged)
    const bytes = readFileSync(damaged)
    const entry = (await listTar(damaged)).find(({ name }) => name === 'files/rasters/one.tif')
    const at = (entry?.offset ?? 0) + 100
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(damaged, bytes)
    const target = join(folder(), 'new')
    const refused = await run('restore', target, [damaged])
    expect(refused).toMatchObject({ code: 1, words: expect.stringContaining('is damaged: files/rasters/one.tif') })
    expect(existsSync(target)).toBe(false)
  })

  it('refuses an archive that breaks off', async () => {
    const cut = join(folder(), 'cut.tar')
    writeFileSync(cut, readFileSync(archive).subarray(0, statSync(archive).size - 5_000))
    expect(await run('restore', join(folder(), 'new'), [cut])).toMatchObject({
      code: 1,
      words: expect.stringMatching(/breaks off|never finished/),
    })
  })

  it.each([
    ['its database', { migration: '9999_from_the_future' }],
    ['its format', { format: 99 }],
  ])('refuses an archive of a newer program, recognised by %s', async (_, change) => {
    const newer = join(folder(), 'newer.tar')
    const tar = await createTar(newer, 0)
    for (const entry of await listTar(archive)) {
      if (entry.name !== MANIFEST) await tar.add(entry.name, readEntry(archive, entry))
    }
    const { manifest } = await openArchive(archive)
    await tar.add(
      MANIFEST,
      (async function* () {
        yield Buffer.from(JSON.stringify({ ...manifest, ...change }))
      })(),
    )
    await tar.finish()
    await tar.close()
    const refused = await run('restore', join(folder(), 'new'), [newer])
    expect(refused).toMatchObject({ code: 1, words: expect.stringContaining('newer version of Greensward') })
  })

  it('refuses a file that is not a backup', async () => {
    const other = join(folder(), 'other.tar')
    writeFileSync(other, 'x'.repeat(2_000))
    expect(await run('restore', join(folder(), 'new'), [other])).toMatchObject({
      code: 1,
      words: expect.stringContaining('not a Greensward archive'),
    })
  })
})

describe('backups by themselves', () => {
  it('are made at the set interval, keep the newest, and report a failure in health until one succeeds', async () => {
    const own = folder()
    const backupDir = join(own, 'backups')
    const scheduled = await startTestServer({
      dataDir: own,
      hasOwnPostgres: true,
      config: { backupHours: 0.01, backupKeep: 2, backupDir },
    })
    try {
      const names = () => (existsSync(backupDir) ? readdirSync(backupDir).filter(name => name.endsWith('.tar')) : [])
      const seen = new Set<string>()
      const another = (count: number) =>
        vi.waitFor(
          () => {
            for (const name of names()) seen.add(name)
            expect(seen.size).toBe(count)
          },
          { timeout: 30_000, interval: 100 },
        )
      await another(1)
      for (const count of [2, 3]) {
        scheduled.clock.advance(40_000)
        await another(count)
      }
      await vi.waitFor(() => expect(names()).toHaveLength(2), { timeout: 5_000 })
      expect(names()).toEqual([...seen].sort().slice(1))
      const degraded = async () => (await scheduled.call(null, lateCalls.operation.health)).result.degraded
      expect(await degraded()).toEqual([])
      rmSync(backupDir, { recursive: true })
      writeFileSync(backupDir, 'in the way')
      scheduled.clock.advance(40_000)
      await vi.waitFor(async () => expect(await degraded()).toEqual(['backup']), { timeout: 30_000, interval: 200 })
      rmSync(backupDir)
      scheduled.clock.advance(40_000)
      await vi.waitFor(async () => expect(await degraded()).toEqual([]), { timeout: 30_000, interval: 200 })
    } finally {
      await scheduled.close()
    }
  }, 120_000)
})
