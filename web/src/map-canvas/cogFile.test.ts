import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCog } from '@greensward/raster'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colourTile, heightTile, NeedsMore, readCog, tileRange } from './cogFile.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cog-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const SHAPE = {
  width: 700,
  height: 600,
  bbox: [1_000, 2_000, 1_700, 2_600],
  overviews: 1,
  description: 'a trial',
} as const

const bytesOf = (name: string): ArrayBuffer => {
  const file = readFileSync(join(folder, name))
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer
}

test.each([3, 4] as const)('a picture of %s bands is read as the server wrote it', async bands => {
  const samples = Uint8Array.from({ length: 700 * 600 * bands }, (_, i) => (i * 31 + Math.floor(i / 977)) % 256)
  if (bands === 4) for (let i = 3; i < samples.length; i += 4) samples[i] = i % 8 === 3 ? 255 : 0
  await writeCog(join(folder, 'photo.tif'), { ...SHAPE, bands }, samples)
  const all = bytesOf('photo.tif')
  const file = readCog(all)
  expect(file).toMatchObject({ bands, tileSidePx: 512, extent: [1_000, 2_000, 1_700, 2_600] })
  expect(file.levels.map(({ width, height }) => [width, height])).toEqual([
    [700, 600],
    [350, 300],
  ])
  const [finest] = file.levels
  const range = finest === undefined ? undefined : tileRange(file, finest, 1, 1)
  expect(range).toBeDefined()
  const pixels = await colourTile(file, all.slice(range?.offset, (range?.offset ?? 0) + (range?.bytes ?? 0)))
  const from = ((512 + 40) * 700 + 512 + 100) * bands
  const to = (40 * 512 + 100) * 4
  expect([...pixels.slice(to, to + 4)]).toEqual([...samples.slice(from, from + bands), ...(bands === 3 ? [255] : [])])
  expect(finest === undefined ? null : tileRange(file, finest, 2, 0)).toBeUndefined()
})

test('heights are read, gaps are gaps, and a file that is cut off says how much more is needed', async () => {
  const heights = Float32Array.from({ length: 700 * 600 }, (_, i) => (i === 5 ? Number.NaN : i / 10))
  await writeCog(join(folder, 'dem.tif'), { ...SHAPE, bands: 1 }, heights)
  const all = bytesOf('dem.tif')
  const file = readCog(all)
  const range = file.levels[0] === undefined ? undefined : tileRange(file, file.levels[0], 0, 0)
  const tile = await heightTile(file, all.slice(range?.offset, (range?.offset ?? 0) + (range?.bytes ?? 0)))
  expect([tile[4], tile[5], tile[512]]).toEqual([Math.fround(0.4), Number.NaN, 70])
  expect(() => readCog(all.slice(0, 100))).toThrow(NeedsMore)
  expect(() => readCog(new TextEncoder().encode('no raster at all').buffer)).toThrow('not a raster')
})
