/** A real file of tiles on a real server that answers ranges. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zxyToTileId } from 'pmtiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTileFile } from './tileFile.ts'

const HEADER_BYTES = 127
const PNG = 2
const MVT = 1

/** PMTiles 3 with one tile at zoom 1, column 1, row 0, nothing of it compressed. */
const fileOf = (tile: string, tileType: number): Uint8Array => {
  const data = new TextEncoder().encode(tile)
  // One entry: how many, the tile's number, for one tile, its bytes, its place and one.
  const directory = [1, zxyToTileId(1, 1, 0), 1, data.length, 1]
  const view = new DataView(new ArrayBuffer(HEADER_BYTES))
  for (const [i, byte] of new TextEncoder().encode('PMTiles').entries()) view.setUint8(i, byte)
  view.setUint8(7, 3)
  const put = (at: number, offset: number, length: number): void => {
    view.setBigUint64(at, BigInt(offset), true)
    view.setBigUint64(at + 8, BigInt(length), true)
  }
  put(8, HEADER_BYTES, directory.length)
  put(56, HEADER_BYTES + directory.length, data.length)
  for (const [i, byte] of [1, 1, 1, tileType, 1, 1].entries()) view.setUint8(96 + i, byte)
  return new Uint8Array([...new Uint8Array(view.buffer), ...directory, ...data])
}

const FILES: Readonly<Record<string, Uint8Array>> = {
  '/pictures.pmtiles': fileOf('a picture', PNG),
  '/vectors.pmtiles': fileOf('vectors', MVT),
}
let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    const bytes = FILES[request.url ?? '']
    const [, first = '0', last = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
    if (bytes === undefined) response.writeHead(404).end()
    else response.writeHead(206).end(bytes.slice(Number(first), Number(last) + 1))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a tile is read from its range, and beside the area there is none', async () => {
  const file = await openTileFile(`${origin}/pictures.pmtiles`)
  expect([file.minZoom, file.maxZoom]).toEqual([1, 1])
  expect(new TextDecoder().decode(await file.tile(1, 1, 0))).toBe('a picture')
  expect(await file.tile(1, 0, 0)).toBeUndefined()
})

test('a file of vector tiles and one that is missing are refused', async () => {
  await expect(openTileFile(`${origin}/vectors.pmtiles`)).rejects.toThrow('vector tiles')
  await expect(openTileFile(`${origin}/nothing.pmtiles`)).rejects.toThrow()
})
