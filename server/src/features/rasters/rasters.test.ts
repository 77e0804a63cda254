import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { rasterFolder } from './rasterFiles.ts'
import { addRaster } from './rasterStore.ts'

const BYTES = Uint8Array.from({ length: 5_000 }, (_, index) => index % 251)
let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer()
  const folder = rasterFolder(server.dataDir)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'a.tif'), BYTES)
  await addRaster(server.app.ctx.db, {
    kind: 'dem',
    title: 'Heights',
    fileName: 'a.tif',
    sizeBytes: BYTES.length,
    attribution: 'test',
    createdAt: server.clock.now(),
  })
  const { items } = (await server.call('ROLE_TEST_USER', calls.rasters.list)).result
  url = `${server.url}/api/rasters/${items[0]?.id}/file`
})
afterAll(() => server.close())

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url, { method, headers: { 'x-api-key': server.tokens.ROLE_TEST_USER, ...headers } })

describe('the file of a raster', () => {
  it('is served as a TIFF that only this browser may cache', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/tiff')
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=/)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES)
  })
  it('is served by byte ranges', async () => {
    const response = await get({ range: 'bytes=100-199' })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('bytes 100-199/5000')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES.slice(100, 200))
  })
  it('answers its size, and 304 when it is known', async () => {
    const beyond = await get({ range: 'bytes=5000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */5000'])
    const etag = (await get()).headers.get('etag') ?? ''
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
    expect((await get({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200)
    expect((await get({}, 'HEAD')).headers.get('content-length')).toBe('5000')
  })
  it('does not come without a token', async () => {
    expect((await fetch(url)).status).toBe(401)
  })
})
