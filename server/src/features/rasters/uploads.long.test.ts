import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, type RasterUpload } from '@greensward/contract'
import { writeCog } from '@greensward/raster'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { claimed } from '../../platform/db/alone.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { rasterFolder, uploadPath } from './rasterFiles.ts'
import { createRasterWorks } from './rasterWorks.ts'

let server: TestServer
let folder = ''
let photo: Uint8Array
let heights: Uint8Array
const BBOX = [-313_000, 6_936_000, -312_000, 6_936_600] as const

beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'uploads-'))
  const shape = { width: 1_000, height: 600, bbox: BBOX, overviews: 2, description: 'a trial' }
  const noise = Uint8Array.from({ length: 1_000 * 600 * 3 }, (_, i) => (i * 7_919) % 251)
  await writeCog(join(folder, 'photo.tif'), { ...shape, bands: 3 }, noise)
  const hill = Float32Array.from({ length: 1_000 * 600 }, (_, i) => 80 + (i % 1_000) * 0.05)
  await writeCog(join(folder, 'dem.tif'), { ...shape, bands: 1 }, hill)
  photo = readFileSync(join(folder, 'photo.tif'))
  heights = readFileSync(join(folder, 'dem.tif'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const open = async (kind: 'orthophoto' | 'dem', sizeBytes: number, at = server): Promise<RasterUpload> =>
  (
    await at.call('ROLE_GREENKEEPER', calls.rasters.openUpload, {
      body: {
        kind,
        title: 'Flight in May',
        attribution: 'Our own drone',
        takenOn: '2026-05-04',
        fileName: 'a.tif',
        sizeBytes,
      },
    })
  ).result

const send = async (
  id: string,
  offset: number,
  bytes: Uint8Array,
  at = server,
): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${at.url}/api/rasters/uploads/${id}/bytes?offset=${offset}`, {
    method: 'PATCH',
    headers: { 'x-api-key': at.tokens.ROLE_GREENKEEPER, 'content-type': 'application/octet-stream' },
    body: bytes.slice(),
  })
  return { status: response.status, body: await response.json() }
}

const upload = (id: string, at = server) => at.call('ROLE_GREENKEEPER', calls.rasters.upload, { params: { id } })
const ended = (id: string, at = server): Promise<RasterUpload> =>
  vi.waitFor(
    async () => {
      const { result } = await upload(id, at)
      expect(['done', 'failed']).toContain(result.state)
      return result
    },
    { timeout: 120_000, interval: 100 },
  )

/** Announces more than it sends and hangs up. */
const breakOff = (id: string, offset: number, bytes: Uint8Array): Promise<void> =>
  new Promise(done => {
    const { hostname, port } = new URL(server.url)
    const sent = request({
      hostname,
      port,
      method: 'PATCH',
      path: `/api/rasters/uploads/${id}/bytes?offset=${offset}`,
      headers: {
        'x-api-key': server.tokens.ROLE_GREENKEEPER,
        'content-type': 'application/octet-stream',
        'content-length': bytes.length + 1_000_000,
      },
    })
    sent.on('error', () => done())
    sent.write(bytes, () => setTimeout(() => sent.destroy(), 100))
    sent.on('close', () => done())
  })

describe('an upload', () => {
  it('comes in parts, continues where a broken connection left it, and becomes an orthophoto', async () => {
    const { id, receivedBytes } = await open('orthophoto', photo.length)
    expect(receivedBytes).toBe(0)
    expect((await send(id, 0, photo.subarray(0, 10_000))).status).toBe(200)
    expect(await send(id, 0, photo.subarray(0, 10))).toMatchObject({
      status: 409,
      body: { error: { details: { receivedBytes: 10_000 } } },
    })
    await breakOff(id, 10_000, photo.subarray(10_000, 50_000))
    const here = await vi.waitFor(async () => {
      const { result } = await upload(id)
      expect(result.receivedBytes).toBeGreaterThan(10_000)
      const again = await send(id, result.receivedBytes, photo.subarray(result.receivedBytes, result.receivedBytes + 1))
      expect(again.status).toBe(200)
      return result.receivedBytes + 1
    }, 10_000)
    expect((await send(id, here, photo.subarray(here))).status).toBe(200)
    const done = await ended(id)
    expect(done).toMatchObject({ state: 'done', fault: null, receivedBytes: photo.length })
    const { items } = (await server.call('ROLE_TEST_USER', calls.rasters.list)).result
    const raster = items.find(item => item.id === done.rasterId)
    expect(raster).toMatchObject({ kind: 'orthophoto', title: 'Flight in May', takenOn: '2026-05-04' })
    expect(raster?.metresPerPixel).toBeCloseTo(0.605, 1)
    expect(raster?.bounds?.[0]).toBeCloseTo(-2.81174, 4)
    const file = await fetch(`${server.url}/api/rasters/${done.rasterId}/file`, {
      headers: { 'x-api-key': server.tokens.ROLE_TEST_USER, range: 'bytes=0-3' },
    })
    expect([file.status, Buffer.from(await file.arrayBuffer()).toString('hex')]).toEqual([206, '49492a00'])
    expect(readdirSync(join(rasterFolder(server.dataDir), 'uploads'))).toEqual([])
  })

  it('of heights creates hillshade and slope, and all of it is deleted with the raster', async () => {
    const { id } = await open('dem', heights.length)
    await send(id, 0, heights)
    const { rasterId } = await ended(id)
    const params = { id: rasterId ?? '' }
    for (const picture of ['hillshade', 'slope']) {
      const file = await fetch(`${server.url}/api/rasters/${rasterId}/file?picture=${picture}`, {
        headers: { 'x-api-key': server.tokens.ROLE_TEST_USER },
      })
      expect(file.status).toBe(200)
      await file.arrayBuffer()
    }
    const renamed = await server.call('ROLE_GREENKEEPER', calls.rasters.update, {
      params,
      body: { title: 'Laser scan' },
    })
    expect(renamed.result).toMatchObject({ title: 'Laser scan', hasReliefs: true })
    expect((await server.call('ROLE_GREENKEEPER', calls.rasters.remove, { params })).status).toBe(200)
    expect(readdirSync(rasterFolder(server.dataDir)).filter(name => name.startsWith(id))).toEqual([])
  })

  it('reports why it cannot be used, and stores nothing of it', async () => {
    const { id } = await open('dem', photo.length)
    await send(id, 0, photo)
    expect(await ended(id)).toMatchObject({ state: 'failed', fault: { code: 'notElevation' } })
    const text = new TextEncoder().encode('Certainly not a picture')
    const other = await open('orthophoto', text.length)
    expect((await send(other.id, 0, text)).status).toBe(422)
    expect((await upload(other.id)).result).toMatchObject({ state: 'failed', fault: { code: 'notTiff' } })
    expect(readdirSync(join(rasterFolder(server.dataDir), 'uploads'))).toEqual([])
  })

  it('is made by the next server after the last one ended at any moment, and a half sent one continues', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'uploads-'))
    const first = await startTestServer({ dataDir })
    const making = await open('orthophoto', photo.length, first)
    expect((await send(making.id, 0, photo, first)).status).toBe(200)
    const half = await open('orthophoto', photo.length, first)
    expect((await send(half.id, 0, photo.subarray(0, 10_000), first)).status).toBe(200)
    // All of it arrived, and nothing was noted of that any more.
    const unnoted = await open('orthophoto', photo.length, first)
    writeFileSync(uploadPath(dataDir, unnoted.id), photo)
    await first.close()

    const next = await startTestServer({ dataDir })
    try {
      expect(await ended(making.id, next)).toMatchObject({ state: 'done', fault: null })
      expect(await ended(unnoted.id, next)).toMatchObject({ state: 'done', fault: null })
      expect((await upload(half.id, next)).result).toMatchObject({ state: 'receiving', receivedBytes: 10_000 })
      expect((await send(half.id, 10_000, photo.subarray(10_000), next)).status).toBe(200)
      expect(await ended(half.id, next)).toMatchObject({ state: 'done', fault: null })
    } finally {
      await next.close()
      rmSync(dataDir, { recursive: true })
    }
  }, 240_000)

  it('is left to the server that makes it, and taken up by another when that one is gone', async () => {
    const { id } = await open('orthophoto', photo.length)
    let end = (): void => undefined
    const elsewhere = claimed(server.app.ctx.db, `raster ${id}`, () => new Promise(resolve => (end = resolve)))
    expect((await send(id, 0, photo)).status).toBe(200)
    // Its turn has passed here by the time that the next one is made.
    const after = await open('orthophoto', photo.length)
    await send(after.id, 0, photo)
    expect(await ended(after.id)).toMatchObject({ state: 'done' })
    expect((await upload(id)).result.state).toBe('waiting')
    end()
    expect(await elsewhere).toBe(true)
    expect(await ended(id)).toMatchObject({ state: 'done', fault: null })
  }, 240_000)

  it('can be cancelled, and takes no more than was announced', async () => {
    const { id } = await open('orthophoto', 1_000)
    expect((await send(id, 0, photo.subarray(0, 1_001))).status).toBe(413)
    await send(id, 0, photo.subarray(0, 500))
    await server.call('ROLE_GREENKEEPER', calls.rasters.cancelUpload, { params: { id } })
    expect((await upload(id)).status).toBe(404)
    expect(readdirSync(join(rasterFolder(server.dataDir), 'uploads'))).toEqual([])
  })

  it('blocks nobody else after an hour without its sender', async () => {
    const left = await Promise.all(Array.from({ length: 8 }, () => open('orthophoto', photo.length)))
    await expect(open('orthophoto', photo.length)).rejects.toThrow('otherUploads')
    server.clock.advance(3_600_001)
    await server.signInAgain()
    const next = await open('orthophoto', photo.length)
    expect(next.state).toBe('receiving')
    for (const { id } of [...left, next])
      await server.call('ROLE_GREENKEEPER', calls.rasters.cancelUpload, { params: { id } })
  })

  it('is refused to people who may not change the map, and above a gigabyte', async () => {
    const body = { kind: 'dem', title: 'x', attribution: '', takenOn: null, fileName: 'x.tif', sizeBytes: 100 } as const
    expect((await server.call('ROLE_TEST_USER', calls.rasters.openUpload, { body })).status).toBe(403)
    const large = await server.call('ROLE_ADMIN', calls.rasters.openUpload, { body: { ...body, sizeBytes: 2 ** 31 } })
    expect([large.status, large.error.fields]).toEqual([
      422,
      { 'body.sizeBytes': { code: 'rasterTooLarge', params: { maximum: 2 ** 30 } } },
    ])
  })
})

describe('the making of a raster', () => {
  const order = (name: string) => ({
    source: { path: join(folder, 'photo.tif'), kind: 'orthophoto' as const, description: 'x' },
    raster: join(folder, name),
  })
  it('is ended where it takes more memory or time than it may', async () => {
    // Too little for the program itself, with any input.
    const small = createRasterWorks({ memoryMb: 8, timeoutMs: 20_000 })
    expect(await small.run('a', order('small.tif'), () => undefined)).toMatchObject({ ok: false })
    const short = createRasterWorks({ memoryMb: 2_560, timeoutMs: 50 })
    expect(await short.run('a', order('short.tif'), () => undefined)).toMatchObject({
      ok: false,
      fault: { code: 'tooSlow' },
    })
    expect(existsSync(join(folder, 'small.tif')) || existsSync(join(folder, 'short.tif'))).toBe(false)
  })
  it('can be cancelled while it runs and while it waits', async () => {
    const works = createRasterWorks({ memoryMb: 2_560, timeoutMs: 20_000 })
    const first = works.run('first', order('first.tif'), () => works.cancel('first'))
    const second = works.run('second', order('second.tif'), () => undefined)
    works.cancel('second')
    expect(await second).toEqual({ ok: false, fault: null })
    works.cancel('first')
    expect(await first).toEqual({ ok: false, fault: null })
    await works.stop()
  })
})
