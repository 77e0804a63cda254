import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import encode, { init } from '@jsquash/webp/encode.js'
import { fromFile, type GeoTIFFImage } from 'geotiff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConvertedRaster, convertRaster, type RasterKind } from './convert.ts'
import { mercator, utm } from './testing/krueger.ts'
import { geographicKeys, projectedKeys, type TrialTiff, writeTrialTiff } from './testing/trialTiff.ts'
import { claimedSides } from './webp.ts'

let folder = ''
let made = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'raster-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Read {
  readonly raster: ConvertedRaster
  readonly image: GeoTIFFImage
  readonly values: ArrayLike<number>
  readonly bands: number
  readonly pixel: number
  /** Column and row, fractions included, of a place on the map. */
  readonly at: (x: number, y: number) => [number, number]
}

const converted = async (tiff: TrialTiff, kind: RasterKind): Promise<Read> => {
  const from = join(folder, `${++made}.tif`)
  writeTrialTiff(from, tiff)
  const to = join(folder, `${made}.out.tif`)
  const raster = await convertRaster({ from, to, kind, description: 'a trial' })
  const file = await fromFile(to)
  const image = await file.getImage()
  const values = (await image.readRasters({ interleave: true })) as unknown as ArrayLike<number>
  await file.close()
  const [west = 0, , , north = 0] = image.getBoundingBox()
  const pixel = image.getResolution()[0] ?? 1
  return {
    raster,
    image,
    values,
    bands: image.getSamplesPerPixel(),
    pixel,
    at: (x, y) => [(x - west) / pixel, (north - y) / pixel],
  }
}

/** Where the brightest spot is, by the middle of all that is brighter than the ground. */
const spotOf = ({ values, bands, image }: Read): [number, number] => {
  let sum = 0
  let x = 0
  let y = 0
  for (let row = 0; row < image.getHeight(); row++) {
    for (let column = 0; column < image.getWidth(); column++) {
      const value = values[(row * image.getWidth() + column) * bands] ?? 0
      if (value < 60) continue
      sum += value
      x += value * (column + 0.5)
      y += value * (row + 0.5)
    }
  }
  return [x / sum, y / sum]
}

const spot =
  (column: number, row: number) =>
  (x: number, y: number): number =>
    20 + 200 * Math.exp(-((x + 0.5 - column) ** 2 + (y + 0.5 - row) ** 2) / 18)

const AT = [-2.81, 52.737] as const

describe('a picture lands where its georeference says, within half a pixel of an independent projection', () => {
  const picture = (value: (x: number, y: number) => number) => ({
    width: 160,
    height: 120,
    bands: 3,
    bits: 8 as const,
    format: 1 as const,
    value,
  })
  const expectSpotAt = async (tiff: TrialTiff, lonLat: readonly [number, number]) => {
    const read = await converted(tiff, 'orthophoto')
    const [column, row] = read.at(...mercator(lonLat[0], lonLat[1]))
    const [foundColumn, foundRow] = spotOf(read)
    expect(Math.hypot(foundColumn - column, foundRow - row)).toBeLessThan(0.5)
  }

  it('in UTM', async () => {
    const [east, north] = utm(...AT, -3)
    await expectSpotAt(
      {
        ...picture(spot(70.25, 40.75)),
        keys: projectedKeys(32_630),
        scale: [0.25, 0.25],
        tiepoint: [east - 70.25 * 0.25, north + 40.75 * 0.25],
      },
      AT,
    )
  })
  it('in UTM, turned by thirty degrees and mirrored', async () => {
    const [east, north] = utm(...AT, -3)
    for (const mirror of [1, -1]) {
      const cos = Math.cos(Math.PI / 6) * 0.5
      const sin = Math.sin(Math.PI / 6) * 0.5
      const [a, b, d, e] = [cos * mirror, sin, sin * mirror, -cos]
      const matrix = [a, b, 0, east - a * 70 - b * 40, d, e, 0, north - d * 70 - e * 40, 0, 0, 0, 0, 0, 0, 0, 1]
      await expectSpotAt({ ...picture(spot(70, 40)), keys: projectedKeys(32_630), matrix }, AT)
    }
  })
  it('in degrees, whose pixels are not square on the ground', async () => {
    const [lon, lat] = AT
    await expectSpotAt(
      {
        ...picture(spot(50, 60)),
        keys: geographicKeys(4326),
        scale: [4e-6, 4e-6],
        tiepoint: [lon - 50 * 4e-6, lat + 60 * 4e-6],
      },
      AT,
    )
  })
  it('in EPSG:3857, to the last value', async () => {
    const [x, y] = mercator(...AT)
    const value = (column: number, row: number, band: number): number => (column * 7 + row * 13 + band * 31) % 256
    const read = await converted(
      { ...picture(() => 0), value, keys: projectedKeys(3857), scale: [0.5, 0.5], tiepoint: [x, y] },
      'orthophoto',
    )
    const width = read.image.getWidth()
    for (const [column, row] of [
      [0, 0],
      [159, 119],
      [33, 77],
    ] as const) {
      const at = (row * width + column) * 4
      expect([0, 1, 2].map(band => read.values[at + band])).toEqual([0, 1, 2].map(band => value(column, row, band)))
    }
  })
  it('with coordinates that mean the middle of a pixel', async () => {
    const [east, north] = utm(...AT, -3)
    const keys = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 2, 3072, 0, 1, 32_630]
    await expectSpotAt(
      { ...picture(spot(70, 40)), keys, scale: [0.25, 0.25], tiepoint: [east - 69.5 * 0.25, north + 39.5 * 0.25] },
      AT,
    )
  })
  it('on the datum OSGB36, within the five metres that its shift is good for', async () => {
    // Ordnance Survey, A Guide to Coordinate Systems in Great Britain, annexe C: Caister water tower.
    const [east, north] = [651_409.903, 313_177.27]
    const read = await converted(
      { ...picture(spot(70, 40)), keys: projectedKeys(27_700), scale: [1, 1], tiepoint: [east - 70, north + 40] },
      'orthophoto',
    )
    const [column, row] = read.at(...mercator(1 + 42 / 60 + 57.8663 / 3_600, 52 + 39 / 60 + 28.8282 / 3_600))
    const [foundColumn, foundRow] = spotOf(read)
    expect(Math.hypot(foundColumn - column, foundRow - row) * read.raster.metresPerPixel).toBeLessThan(6)
    expect(read.raster.accuracyM).toBe(5)
  })
})

describe('forms of files', () => {
  const [east, north] = utm(...AT, -3)
  const place = { keys: projectedKeys(32_630), scale: [1, 1], tiepoint: [east, north] } as const
  const middle = async (tiff: Omit<TrialTiff, 'width' | 'height'>, kind: RasterKind) => {
    const read = await converted({ width: 40, height: 40, ...tiff }, kind)
    const [x, y] = mercator(...AT)
    const [column, row] = read.at(x + 20 * 1.65, y - 20 * 1.65)
    const at = (Math.round(row) * read.image.getWidth() + Math.round(column)) * read.bands
    return Array.from({ length: read.bands }, (_, band) => read.values[at + band] ?? Number.NaN)
  }

  it('16 bits a colour are stretched to what is in the picture', async () => {
    const [red = 0, green = 0, blue = 0, opacity] = await middle(
      { ...place, bands: 3, bits: 16, format: 1, value: (x, _, band) => (band === 0 ? 3_000 : x < 20 ? 400 : 800) },
      'orthophoto',
    )
    expect(red).toBeGreaterThan(250)
    expect(Math.min(green, blue)).toBeLessThan(60)
    expect(opacity).toBe(255)
  })
  it('16 bits a colour are stretched by what can be seen of the picture', async () => {
    // The left half is clear and black, the rest has values from 4,000 to 5,900.
    const value = (x: number, y: number, band: number): number =>
      x < 20 ? 0 : band === 3 ? 65_535 : 4_000 + (y < 20 ? 0 : 1_900)
    const read = await converted(
      { ...place, width: 40, height: 40, bands: 4, bits: 16, format: 1, value, extra: [2] },
      'orthophoto',
    )
    const opaque = Array.from({ length: read.values.length / 4 }, (_, i) => i * 4).filter(
      i => read.values[i + 3] === 255,
    )
    expect(Math.min(...opaque.map(i => read.values[i] ?? Number.NaN))).toBeLessThan(20)
    expect(Math.max(...opaque.map(i => read.values[i] ?? Number.NaN))).toBeGreaterThan(235)
  })
  it('bands apart from each other, deflated, come together', async () => {
    const value = (_x: number, _y: number, band: number): number => [200, 120, 40][band] ?? 0
    expect(
      await middle({ ...place, bands: 3, bits: 8, format: 1, value, isPlanar: true, compression: 8 }, 'orthophoto'),
    ).toEqual([200, 120, 40, 255])
  })
  it('WebP blocks become what was packed, with and without opacity, and claim no other size', async () => {
    const [width, height] = [40, 24]
    const value = (x: number, y: number, band: number): number => (band === 3 ? 255 : (x * 5 + y * 9 + band * 40) % 256)
    const data = new Uint8ClampedArray(
      Array.from({ length: width * height * 4 }, (_, i) =>
        value((i >> 2) % width, Math.floor((i >> 2) / width), i % 4),
      ),
    )
    await init({
      wasmBinary: readFileSync(createRequire(import.meta.url).resolve('@jsquash/webp/codec/enc/webp_enc.wasm')),
    })
    const packed = new Uint8Array(
      await encode({ data, width, height } as Parameters<typeof encode>[0], { lossless: 1 }),
    )
    expect(claimedSides(packed)).toEqual({ width, height })
    const [east, north] = mercator(...AT)
    const plain = {
      ...{ width, height, bits: 8 as const, format: 1 as const, value },
      ...{ keys: projectedKeys(3857), scale: [1, 1] as const, tiepoint: [east, north] as const },
    }
    for (const more of [{ bands: 3 }, { bands: 4, extra: [2] }]) {
      const expected = await converted({ ...plain, ...more }, 'orthophoto')
      const read = await converted({ ...plain, ...more, compression: 50_001, packed }, 'orthophoto')
      expect(read.values).toEqual(expected.values)
    }
    const bad = { ...plain, bands: 3, compression: 50_001 }
    await expect(converted({ ...bad, claims: { width: 41, height }, packed }, 'orthophoto')).rejects.toThrow(
      'fileDamaged',
    )
    await expect(converted({ ...bad, packed: packed.slice(0, 22) }, 'orthophoto')).rejects.toThrow('fileDamaged')
    await expect(converted({ ...bad, bits: 16, packed }, 'orthophoto')).rejects.toThrow('unsupported')
  })
  it('a palette is looked up, one band is grey', async () => {
    const palette = Array.from({ length: 768 }, (_, i) => (i === 7 ? 65_535 : i === 256 + 7 ? 32_768 : 0))
    expect(
      await middle({ ...place, bands: 1, bits: 8, format: 1, value: () => 7, photometric: 3, palette }, 'orthophoto'),
    ).toEqual([255, 128, 0, 255])
    expect(await middle({ ...place, bands: 1, bits: 8, format: 1, value: () => 90 }, 'orthophoto')).toEqual([
      90, 90, 90, 255,
    ])
  })
  it('what has no data is clear, and so is what its fourth band says', async () => {
    const value = (x: number, _y: number, band: number): number => (x < 60 ? 0 : band === 3 ? 255 : 9)
    const [, , , noData] = await middle({ ...place, bands: 3, bits: 8, format: 1, value, noData: 0 }, 'orthophoto')
    const [, , , clear] = await middle({ ...place, bands: 4, bits: 8, format: 1, value, extra: [2] }, 'orthophoto')
    const [, , , infrared] = await middle({ ...place, bands: 4, bits: 8, format: 1, value, extra: [0] }, 'orthophoto')
    expect([noData, clear, infrared]).toEqual([0, 0, 255])
  })
  it('colours that were multiplied by their opacity are as bright as before, and those that only say so stay', async () => {
    const half =
      (...colours: number[]) =>
      (_x: number, _y: number, band: number): number =>
        [...colours, 128][band] ?? 0
    const read = (bits: 8 | 16, extra: number, value: (x: number, y: number, band: number) => number) =>
      middle({ ...place, bands: 4, bits, format: 1, value, extra: [extra] }, 'orthophoto')
    expect(await read(8, 1, half(100, 60, 20))).toEqual([199, 120, 40, 128])
    expect(await read(8, 2, half(100, 60, 20))).toEqual([100, 60, 20, 128])
    expect(await read(8, 1, half(200, 60, 20))).toEqual([200, 60, 20, 128])
    expect(await middle({ ...place, bands: 2, bits: 8, format: 1, value: half(64), extra: [1] }, 'orthophoto')).toEqual(
      [128, 128, 128, 128],
    )
    expect(await read(16, 1, (_x, _y, band) => (band === 3 ? 65_535 : 20_000))).toEqual(
      await read(16, 2, (_x, _y, band) => (band === 3 ? 65_535 : 20_000)),
    )
  })
  it('heights of whole numbers, below zero too, and in feet', async () => {
    const feet = projectedKeys(32_630, 4099, 0, 1, 9002)
    expect((await middle({ ...place, bands: 1, bits: 16, format: 2, value: () => -3 }, 'dem'))[0]).toBeCloseTo(-3, 5)
    expect(
      (await middle({ ...place, keys: feet, bands: 1, bits: 32, format: 3, value: () => 100 }, 'dem'))[0],
    ).toBeCloseTo(30.48, 4)
  })
  it('a gap in the heights stays one and does not pull its neighbours down', async () => {
    const value = (x: number): number => (x === 20 ? -9_999 : 50)
    const read = await converted(
      { width: 40, height: 40, ...place, bands: 1, bits: 32, format: 3, value, noData: -9_999 },
      'dem',
    )
    const seen = new Set(Array.from(read.values, one => Math.round(one)))
    expect([...seen].sort((a, b) => a - b)).toEqual([-9_999, 50])
  })
})

describe('what is refused, and why', () => {
  const [east, north] = utm(...AT, -3)
  const good: TrialTiff = {
    width: 20,
    height: 20,
    bands: 3,
    bits: 8,
    format: 1,
    value: () => 9,
    keys: projectedKeys(32_630),
    scale: [1, 1],
    tiepoint: [east, north],
  }
  const { keys: _keys, ...keyless } = good
  const { tiepoint: _tiepoint, ...unplaced } = good
  it.each([
    ['noGeoreference', unplaced, 'orthophoto'],
    ['noGeoreference', keyless, 'orthophoto'],
    ['unknownProjection', { ...good, keys: projectedKeys(9_999) }, 'orthophoto'],
    ['unknownDatum', { ...good, keys: projectedKeys(24_817) }, 'orthophoto'],
    ['offTheMap', { ...good, keys: geographicKeys(4326) }, 'orthophoto'],
    // UTM zone 60 reaches 3 degrees east of 177 at 833,979 m on the equator.
    ['acrossDateLine', { ...good, keys: projectedKeys(32_660), tiepoint: [833_970, 1_000] }, 'orthophoto'],
    ['tooManyPixels', { ...good, claims: { width: 150_000, height: 150_000 } }, 'orthophoto'],
    ['claimsTooMuch', { ...good, compression: 8, claims: { width: 9_000, height: 9_000 } }, 'orthophoto'],
    ['fileDamaged', { ...good, claims: { width: 40, height: 40 } }, 'orthophoto'],
    ['notElevation', good, 'dem'],
    ['notPicture', { ...good, bands: 1, bits: 32, format: 3 }, 'orthophoto'],
  ] as const)('%s', async (code, tiff, as) => {
    await expect(converted(tiff, as)).rejects.toMatchObject({ code })
  })

  it('says of a file that was cut off before its directory that it is damaged, not what the rest would have said', async () => {
    const from = join(folder, 'cut.tif')
    const bytes = Buffer.alloc(1_000, 7)
    bytes.write('II*\0', 'latin1')
    bytes.writeUInt32LE(280_072, 4)
    writeFileSync(from, bytes)
    const to = join(folder, 'cut.out.tif')
    const made = convertRaster({ from, to, kind: 'orthophoto', description: 'a trial' })
    await expect(made).rejects.toMatchObject({ code: 'fileDamaged' })
  })
})
