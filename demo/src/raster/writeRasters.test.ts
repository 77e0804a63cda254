import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromFile, type GeoTIFF } from 'geotiff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mere, westPond } from '../course/landscape.ts'
import { boxOf, contains } from '../course/shape.ts'
import { siteBounds } from '../course/site.ts'
import { toMercator } from './canvas.ts'
import { orthophoto } from './orthophoto.ts'
import { WATER_LEVEL_M } from './terrain.ts'
import { heightModel, writeDemoRasters } from './writeRasters.ts'

const METRES_PER_PIXEL = 1.5

describe('the rasters of the demo course', () => {
  let folder = ''
  const shares: number[] = []
  const opened: GeoTIFF[] = []
  // Drawn apart from the file, so that each proves the other.
  const drawn = orthophoto({ metresPerPixel: METRES_PER_PIXEL })
  const openTiff = async (name: string): Promise<GeoTIFF> => {
    const tiff = await fromFile(join(folder, name))
    opened.push(tiff)
    return tiff
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-rasters-'))
    await writeDemoRasters(folder, { metresPerPixel: METRES_PER_PIXEL, onProgress: share => shares.push(share) })
  })
  afterAll(async () => {
    for (const tiff of opened) await tiff.close()
    await rm(folder, { recursive: true })
  })

  it('are two whole files, and progress only rises', async () => {
    expect((await readdir(folder)).sort()).toEqual(['dem.tif', 'orthophoto.tif'])
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
  })

  it('are in EPSG:3857 on the course, within two pixels of its bounds', async () => {
    const bounds = siteBounds()
    const [west, south] = toMercator([bounds.west, bounds.south])
    const [east, north] = toMercator([bounds.east, bounds.north])
    for (const name of ['orthophoto.tif', 'dem.tif']) {
      const image = await (await openTiff(name)).getImage()
      expect(image.getGeoKeys()).toMatchObject({
        GTModelTypeGeoKey: 1,
        GTRasterTypeGeoKey: 1,
        ProjectedCSTypeGeoKey: 3857,
      })
      const bbox = image.getBoundingBox()
      const pixel = Math.abs(image.getResolution()[0] ?? 0)
      ;[west, south, east, north].forEach((wanted, i) => {
        expect(Math.abs((bbox[i] ?? 0) - wanted)).toBeLessThan(pixel * 2)
      })
    }
  })

  it('are tiled, halved exactly at each overview, and laid out with all directories before the tiles', async () => {
    const tiff = await openTiff('orthophoto.tif')
    const full = await tiff.getImage()
    expect(full.isTiled).toBe(true)
    expect(full.getSamplesPerPixel()).toBe(3)
    const count = await tiff.getImageCount()
    expect(count).toBe(3)
    const starts: number[] = []
    for (let level = 0; level < count; level++) {
      const image = await tiff.getImage(level)
      expect(image.getWidth() * 2 ** level).toBe(full.getWidth())
      expect(image.getHeight() * 2 ** level).toBe(full.getHeight())
      const offsets: unknown = await image.fileDirectory.loadValue('TileOffsets')
      starts.push(Math.min(...Array.from(offsets as ArrayLike<number>)))
    }
    expect(starts).toEqual([...starts].sort((a, b) => b - a))
    expect(Math.min(...starts)).toBeLessThan(8192)
  })

  it('say that they are drawn', async () => {
    const image = await (await openTiff('orthophoto.tif')).getImage()
    expect(String(await image.fileDirectory.loadValue('ImageDescription'))).toContain('drawn, not photographed')
  })

  it('hold the very picture that was drawn, and the same at every drawing', async () => {
    const image = await (await openTiff('orthophoto.tif')).getImage()
    const read = await image.readRasters({ interleave: true })
    const digest = (bytes: ArrayLike<number>) => createHash('sha256').update(Uint8Array.from(bytes)).digest('hex')
    expect([image.getWidth(), image.getHeight()]).toEqual([drawn.width, drawn.height])
    expect(digest(read as unknown as ArrayLike<number>)).toBe(digest(drawn.rgb))
  })

  it('show water blue, sand pale and fairways green where the map has them', async () => {
    const colourAt = (x: number, y: number): number[] => {
      const column = Math.round(drawn.width / 2 + x / drawn.eastM)
      const row = Math.round(drawn.height / 2 - y / drawn.southM)
      return [...drawn.rgb.slice((row * drawn.width + column) * 3, (row * drawn.width + column) * 3 + 3)]
    }
    const [waterRed = 0, , waterBlue = 0] = colourAt(225, 100)
    expect(waterBlue).toBeGreaterThan(waterRed + 40)
    const { holes } = await import('../course/holes.ts')
    for (const { bunkers, line } of holes()) {
      const [fairRed = 0, fairGreen = 0, fairBlue = 0] = colourAt(...line.place(line.lengthM - 34))
      expect(fairGreen).toBeGreaterThan(Math.max(fairRed, fairBlue) + 20)
      const bunker = bunkers[0] ?? []
      const middle = bunker.reduce((sum, point) => [sum[0] + point[0], sum[1] + point[1]] as const, [0, 0] as const)
      const [, , sandBlue = 0] = colourAt(middle[0] / bunker.length, middle[1] / bunker.length)
      expect(sandBlue).toBeGreaterThan(135)
    }
  })

  it('have level water and ground within twenty-five metres of it', () => {
    const ground = heightModel()
    const heightAt = ([x, y]: readonly [number, number]): number => {
      const column = Math.round(ground.width / 2 + x / ground.eastM - 0.5)
      const row = Math.round(ground.height / 2 - y / ground.southM - 0.5)
      return ground.heightsM[row * ground.width + column] ?? Number.NaN
    }
    for (const [ring, level] of [
      [mere, WATER_LEVEL_M.mere],
      [westPond, WATER_LEVEL_M.westPond],
    ] as const) {
      const box = boxOf(ring)
      let asked = 0
      for (let x = box.minX; x < box.maxX; x += 7) {
        for (let y = box.minY; y < box.maxY; y += 7) {
          if (!contains(ring, [x, y])) continue
          asked++
          expect(heightAt([x, y])).toBeCloseTo(level, 4)
        }
      }
      expect(asked).toBeGreaterThan(100)
    }
    for (const height of ground.heightsM) {
      if (!(height > 80 && height < 113)) throw new Error(`a height of ${height} m`)
    }
  })

  it('refuse pixels too small or too large to draw', () => {
    for (const metresPerPixel of [0, 0.01, -1, Number.NaN, 1000]) {
      expect(() => orthophoto({ metresPerPixel })).toThrow(RangeError)
    }
  })
})
