import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fixture } from '@greensward/testing/fixtures'
import { fromFile } from 'geotiff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convertRaster, type RasterKind } from './convert.ts'
import { writeReliefs } from './relief.ts'
import { mercator, utm } from './testing/krueger.ts'

const FIXTURES = fixture('rasters')
const SHARED = fileURLToPath(new URL('../../../shared/data/rasters/', import.meta.url))
const isThere = existsSync(SHARED)
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'raster-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Picture {
  readonly width: number
  readonly height: number
  readonly bands: number
  readonly values: ArrayLike<number>
  readonly bbox: readonly number[]
  readonly pixel: number
}

const read = async (path: string): Promise<Picture> => {
  const file = await fromFile(path)
  const image = await file.getImage()
  const values = (await image.readRasters({ interleave: true })) as unknown as ArrayLike<number>
  await file.close()
  return {
    width: image.getWidth(),
    height: image.getHeight(),
    bands: image.getSamplesPerPixel(),
    values,
    bbox: image.getBoundingBox(),
    pixel: image.getResolution()[0] ?? 1,
  }
}

const convert = async (name: string, kind: RasterKind, from = SHARED): Promise<Picture> => {
  const to = join(folder, name)
  await convertRaster({ from: join(from, name), to, kind, description: name })
  return read(to)
}

/** The green of a picture, or the height of a model, at a place of EPSG:3857, between its pixels; null where there is none. */
const at = ({ width, height, bands, values, bbox, pixel }: Picture, x: number, y: number): number | null => {
  const column = (x - (bbox[0] ?? 0)) / pixel - 0.5
  const row = ((bbox[3] ?? 0) - y) / pixel - 0.5
  const [c, r] = [Math.floor(column), Math.floor(row)]
  if (c < 0 || r < 0 || c >= width - 1 || r >= height - 1) return null
  const band = bands > 1 ? 1 : 0
  let sum = 0
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const i = ((r + dy) * width + c + dx) * bands
    if (bands === 4 && (values[i + 3] ?? 0) < 255) return null
    const value = values[i + band] ?? -9_999
    if (value === -9_999) return null
    sum += value * (1 - Math.abs(column - c - dx)) * (1 - Math.abs(row - r - dy))
  }
  return sum
}

/** Root mean square of the differences with the second picture moved by some units. */
const difference = (a: Picture, b: Picture, dx: number, dy: number): number => {
  let sum = 0
  let count = 0
  const [west = 0, south = 0, east = 0, north = 0] = a.bbox
  for (let i = 1; i < 120; i++) {
    for (let j = 1; j < 120; j++) {
      const x = west + ((east - west) * i) / 120
      const y = south + ((north - south) * j) / 120
      const one = at(a, x, y)
      const other = at(b, x + dx, y + dy)
      if (one === null || other === null) continue
      sum += (one - other) ** 2
      count++
    }
  }
  expect(count).toBeGreaterThan(2_000)
  return Math.sqrt(sum / count)
}

/** How far the second picture has to be moved to fit best, in units of EPSG:3857. */
const bestShift = (a: Picture, b: Picture): [number, number] => {
  let best: [number, number] = [0, 0]
  for (const step of [a.pixel, a.pixel / 4]) {
    const [fromX, fromY] = best
    let least = Number.POSITIVE_INFINITY
    for (let i = -3; i <= 3; i++) {
      for (let j = -3; j <= 3; j++) {
        const rms = difference(a, b, fromX + i * step, fromY + j * step)
        if (rms >= least) continue
        least = rms
        best = [fromX + i * step, fromY + j * step]
      }
    }
  }
  return best
}

const expectReliefsOf = async (name: string, dem: Picture): Promise<void> => {
  const paths = { hillshade: join(folder, `${name}.hillshade.tif`), slope: join(folder, `${name}.slope.tif`) }
  await writeReliefs(join(folder, name), paths)
  for (const path of Object.values(paths)) {
    const picture = await read(path)
    expect([picture.width, picture.height, picture.bands]).toEqual([dem.width, dem.height, 4])
    picture.bbox.forEach((side, i) => {
      expect(side).toBeCloseTo(dem.bbox[i] ?? 0, 3)
    })
  }
}

/** The highest pixel and where its middle is, in EPSG:3857. */
const summitOf = ({ values, width, bbox, pixel }: Picture): { heightM: number; x: number; y: number } => {
  const all = Array.from(values)
  const heightM = Math.max(...all)
  const index = all.indexOf(heightM)
  const [column, row] = [index % width, Math.floor(index / width)]
  return { heightM, x: (bbox[0] ?? 0) + (column + 0.5) * pixel, y: (bbox[3] ?? 0) - (row + 0.5) * pixel }
}

describe('invented rasters that other libraries wrote', () => {
  it('puts one photograph in UTM and in EPSG:3857 in the same position', async () => {
    const projected = await convert('photo-utm.tif', 'orthophoto', FIXTURES)
    const plain = await convert('photo-mercator.tif', 'orthophoto', FIXTURES)
    const [dx, dy] = bestShift(plain, projected)
    expect(Math.hypot(dx, dy)).toBeLessThan(plain.pixel / 2)
    expect(difference(plain, projected, 0, 0)).toBeLessThan(4)
  })

  it('begins the photograph at the corner that was written', async () => {
    const plain = await convert('photo-mercator.tif', 'orthophoto', FIXTURES)
    const [x, y] = mercator(-2.7, 52.755)
    expect(plain.bbox[0]).toBeCloseTo(x, 3)
    expect(plain.bbox[3]).toBeCloseTo(y, 3)
  })

  it('turns feet on the ground and feet of height into metres', async () => {
    const feet = await convert('heights-feet.tif', 'dem', FIXTURES)
    const degrees = await convert('heights-degrees.tif', 'dem', FIXTURES)
    expect(difference(degrees, feet, 0, 0)).toBeLessThan(0.1)
    const [dx, dy] = bestShift(degrees, feet)
    expect(Math.hypot(dx, dy)).toBeLessThan(degrees.pixel)
  })

  it('finds the strips of a big-endian photograph whose list of them is long', async () => {
    const tiled = await convert('photo-utm.tif', 'orthophoto', FIXTURES)
    const strips = await convert('photo-strips-big-endian.tif', 'orthophoto', FIXTURES)
    expect(strips.bbox).toEqual(tiled.bbox)
    expect(strips.values).toEqual(tiled.values)
  })

  it('reads big-endian heights that are stored as differences', async () => {
    const little = await convert('heights-degrees.tif', 'dem', FIXTURES)
    const big = await convert('heights-big-endian.tif', 'dem', FIXTURES)
    expect(difference(little, big, 0, 0)).toBeLessThan(0.001)
  })

  it('refuses big-endian heights in LERC, which no two programs pack alike', async () => {
    await expect(convert('heights-lerc-big-endian.tif', 'dem', FIXTURES)).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('reads the factor, the offset and the unit that are written beside heights', async () => {
    const words = await convert('heights-words.tif', 'dem', FIXTURES)
    const degrees = await convert('heights-degrees.tif', 'dem', FIXTURES)
    // Tenths of a foot are rounded to 1.5 cm.
    expect(difference(degrees, words, 0, 0)).toBeLessThan(0.02)
  })

  it.each(['heights-feet.tif', 'heights-degrees.tif'])('%s has its summit where the hill was put', async name => {
    const { heightM, x, y } = summitOf(await convert(name, 'dem', FIXTURES))
    const [hillX, hillY] = mercator(-79 + 60 / 90_750, 35.5 - 50 / 110_950)
    // A hill of 25 m on 103 m of slope; two pixels of the grid in feet are 3.7 m.
    expect(heightM).toBeCloseTo(128, 0)
    expect(Math.hypot(x - hillX, y - hillY)).toBeLessThan(4.6)
  })

  it('gives relief pictures the size and position of their model', async () => {
    const dem = await convert('heights-feet.tif', 'dem', FIXTURES)
    await expectReliefsOf('heights-feet.tif', dem)
  })
})

// Rasters of the public domain, in a folder beside the repository on a developer's machine.
describe.skipIf(!isThere)(`real rasters (skipped where ${SHARED} is absent)`, () => {
  it('the same photograph in UTM with JPEG and in EPSG:3857 lands on the same place', async () => {
    const projected = await convert('naip_2020_rgb_epsg26914.tif', 'orthophoto')
    const plain = await convert('naip_2020_rgb_epsg3857.tif', 'orthophoto')
    const [dx, dy] = bestShift(plain, projected)
    expect(Math.hypot(dx, dy)).toBeLessThan(plain.pixel)
  })
  it('the same ground in UTM and in degrees lands on the same place, with the same heights', async () => {
    const projected = await convert('course-a-dem-epsg32617.tif', 'dem')
    const degrees = await convert('course-a-dem-epsg4326.tif', 'dem')
    const [dx, dy] = bestShift(degrees, projected)
    expect(Math.hypot(dx, dy)).toBeLessThan(degrees.pixel)
    expect(difference(degrees, projected, 0, 0)).toBeLessThan(0.5)
  })
  it('the middle of each is where an independent projection puts it', async () => {
    for (const [name, meridian] of [
      ['naip_2020_rgb_epsg26914.tif', -99],
      ['usgs_hro_colorado.tif', -105],
      ['course-a-dem-epsg32617.tif', -81],
    ] as const) {
      const original = await read(join(SHARED, name))
      const made = await convert(name, name.includes('dem') ? 'dem' : 'orthophoto')
      // The corner of the original, sought by its own numbers, through the series and not the library.
      const [west = 0, , , north = 0] = original.bbox
      let [lon, lat] = [meridian, 35]
      for (let i = 0; i < 40; i++) {
        const [east, up] = utm(lon, lat, meridian)
        lon += (west - east) / 91_000
        lat += (north - up) / 111_000
      }
      const [x, y] = mercator(lon, lat)
      const [left = 0, bottom = 0, right = 0, top = 0] = made.bbox
      // Turned a little by the projection, the picture's box is larger, but never by less than nothing.
      expect(x).toBeGreaterThanOrEqual(left - made.pixel)
      expect(y).toBeLessThanOrEqual(top + made.pixel)
      const clear = at(made, x - 2 * made.pixel, y + 2 * made.pixel)
      expect(clear).toBeNull()
      expect(right).toBeGreaterThan(x)
      expect(bottom).toBeLessThan(y)
    }
  })
  it('a model has its pictures of relief beside it, of the same size and place', async () => {
    await convert('course-a-dem-epsg32617.tif', 'dem')
    await expectReliefsOf('course-a-dem-epsg32617.tif', await read(join(folder, 'course-a-dem-epsg32617.tif')))
  })
})
