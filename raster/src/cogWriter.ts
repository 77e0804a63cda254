/**
 * Writes GeoTIFF files laid out for reading by byte ranges: all directories first, then the overviews' tiles from the
 * smallest up, the full picture last (the cloud-optimised layout of OGC 21-026), deflated. Rows come in from the north
 * and go out at once, so that a picture need not fit into memory. Our own: the alternatives, GDAL and libvips, are native.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { ascii, directoryBytes, double, long, short, type Tag, writeDirectory } from './tiffDirectory.ts'

const deflated = promisify(deflate)

/** Side of a tile in pixels. */
const TILE_SIDE = 512
const DEFLATE_LEVEL = 4
/** Tiles in the making at once; zlib packs them on the thread pool. */
const TILES_AT_ONCE = 8
/** Represents a pixel without a height. */
const NO_HEIGHT = -9_999
/** Offsets of classic TIFF have 32 bits. */
const MOST_BYTES = 2 ** 32 - 1

export interface CogShape {
  readonly width: number
  readonly height: number
  /** Bytes: red, green, blue, and with four bands how opaque. One band: heights as 32-bit floats, NaN for none. */
  readonly bands: 1 | 3 | 4
  /** West, south, east, north in metres of EPSG:3857. */
  readonly bbox: readonly [number, number, number, number]
  /** How many times the picture is halved. */
  readonly overviews: number
  /** Said in the file's own words; ASCII. */
  readonly description: string
}

export type Samples = Uint8Array | Float32Array

export interface CogWriter {
  /** Whole rows, the northernmost first; three or four bytes or one float a pixel. */
  readonly addRows: (samples: Samples) => Promise<void>
  /** Puts the file in its place whole, or not at all. @returns its bytes */
  readonly finish: () => Promise<number>
  readonly abandon: () => Promise<void>
}

/** How often a picture is halved until it fits a screen; each halving is an overview in the file. */
export const overviewCount = (width: number, height: number): number => {
  let count = 0
  while (Math.max(width, height) / 2 ** count > 300) count++
  return count
}

interface Level {
  readonly width: number
  readonly height: number
  readonly path: string
  readonly file: FileHandle
  readonly band: Samples
  readonly tileBytes: number[]
  /** Rows in the band, and rows that came in altogether. */
  rows: number
  total: number
  /** The upper of two rows that become one. */
  upper: Samples | null
}

const halvedRow = (upper: Samples, lower: Samples, bands: 1 | 3 | 4): Samples => {
  const width = Math.floor(upper.length / bands / 2)
  if (bands === 1) {
    const row = new Float32Array(width)
    for (let x = 0; x < width; x++) {
      let sum = 0
      let count = 0
      for (const value of [upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1]]) {
        if (value === undefined || Number.isNaN(value)) continue
        sum += value
        count++
      }
      row[x] = count === 0 ? Number.NaN : sum / count
    }
    return row
  }
  const row = new Uint8Array(width * bands)
  for (let x = 0; x < width; x++) {
    const i = 2 * x * bands
    const j = i + bands
    if (bands === 3) {
      for (let band = 0; band < 3; band++) {
        const sum = (upper[i + band] ?? 0) + (upper[j + band] ?? 0) + (lower[i + band] ?? 0) + (lower[j + band] ?? 0)
        row[x * 3 + band] = sum / 4 + 0.5
      }
      continue
    }
    // A clear pixel has no colour to give.
    const a = upper[i + 3] ?? 0
    const b = upper[j + 3] ?? 0
    const c = lower[i + 3] ?? 0
    const d = lower[j + 3] ?? 0
    const opacity = a + b + c + d
    if (opacity === 0) continue
    for (let band = 0; band < 3; band++) {
      const sum =
        (upper[i + band] ?? 0) * a +
        (upper[j + band] ?? 0) * b +
        (lower[i + band] ?? 0) * c +
        (lower[j + band] ?? 0) * d
      row[x * 4 + band] = sum / opacity + 0.5
    }
    row[x * 4 + 3] = opacity / 4 + 0.5
  }
  return row
}

/** One tile's bytes; beyond the picture's edge its last pixels continue, which packs well and shows no seam. */
const tileBytes = (level: Level, column: number, bands: 1 | 3 | 4): Uint8Array => {
  const { band: samples, width, rows } = level
  const left = column * TILE_SIDE
  if (bands === 1) {
    const bytes = new Uint8Array(TILE_SIDE * TILE_SIDE * 4)
    const view = new DataView(bytes.buffer)
    for (let y = 0; y < TILE_SIDE; y++) {
      const source = Math.min(rows - 1, y) * width
      for (let x = 0; x < TILE_SIDE; x++) {
        const value = samples[source + Math.min(width - 1, left + x)] ?? Number.NaN
        view.setFloat32((y * TILE_SIDE + x) * 4, Number.isNaN(value) ? NO_HEIGHT : value, true)
      }
    }
    return bytes
  }
  const bytes = new Uint8Array(TILE_SIDE * TILE_SIDE * bands)
  for (let y = 0; y < TILE_SIDE; y++) {
    const source = Math.min(rows - 1, y) * width
    let target = y * TILE_SIDE * bands
    const last = [0, 0, 0, 0]
    for (let x = 0; x < TILE_SIDE; x++) {
      const i = (source + Math.min(width - 1, left + x)) * bands
      for (let band = 0; band < bands; band++) {
        // Predictor 2: each sample is stored as its difference from the one to the left.
        const value = samples[i + band] ?? 0
        bytes[target++] = value - (last[band] ?? 0)
        last[band] = value
      }
    }
  }
  return bytes
}

const CITATION = 'WGS 84 / Pseudo-Mercator|'
// GeoTIFF 1.1 keys: projected, pixel is area, citation, EPSG:3857, metres.
const GEO_KEYS = [1, 1, 0, 5, 1024, 0, 1, 1, 1025, 0, 1, 1, 1026, 34737, CITATION.length, 0, 3072, 0, 1, 3857].concat([
  3076, 0, 1, 9001,
])

/** Tags of one directory, ascending as the format demands. */
const directory = (shape: CogShape, level: Level, index: number, offsets: readonly number[]): Tag[] => {
  const isFloat = shape.bands === 1
  const bands = Array.from({ length: shape.bands }, (_, i) => i)
  const [west, south, east, north] = shape.bbox
  return [
    long(254, [index === 0 ? 0 : 1]),
    long(256, [level.width]),
    long(257, [level.height]),
    short(258, ...bands.map(() => (isFloat ? 32 : 8))),
    short(259, 8),
    short(262, isFloat ? 1 : 2),
    ...(index === 0 ? [ascii(270, shape.description.replace(/[^ -~]/g, '?'))] : []),
    short(277, shape.bands),
    short(284, 1),
    short(317, isFloat ? 1 : 2),
    short(322, TILE_SIDE),
    short(323, TILE_SIDE),
    long(324, offsets),
    long(325, level.tileBytes),
    ...(shape.bands === 4 ? [short(338, 2)] : []),
    short(339, ...bands.map(() => (isFloat ? 3 : 1))),
    ...(index === 0
      ? [
          double(33550, (east - west) / shape.width, (north - south) / shape.height, 0),
          double(33922, 0, 0, 0, west, north, 0),
          short(34735, ...GEO_KEYS),
          ascii(34737, CITATION),
        ]
      : []),
    ...(isFloat ? [ascii(42113, String(NO_HEIGHT))] : []),
  ]
}

const HEADER_BYTES = 8

export const createCogWriter = async (path: string, shape: CogShape): Promise<CogWriter> => {
  const { bands } = shape
  const levels: Level[] = []
  for (let i = 0; i <= shape.overviews; i++) {
    const width = Math.floor(shape.width / 2 ** i)
    const height = Math.floor(shape.height / 2 ** i)
    const levelPath = `${path}.level${i}`
    levels.push({
      width,
      height,
      path: levelPath,
      file: await open(levelPath, 'w'),
      band: bands === 1 ? new Float32Array(width * TILE_SIDE) : new Uint8Array(width * TILE_SIDE * bands),
      tileBytes: [],
      rows: 0,
      total: 0,
      upper: null,
    })
  }

  const packBand = async (level: Level): Promise<void> => {
    const columns = Math.ceil(level.width / TILE_SIDE)
    for (let first = 0; first < columns; first += TILES_AT_ONCE) {
      const batch = Array.from({ length: Math.min(TILES_AT_ONCE, columns - first) }, (_, k) => first + k)
      const packed = await Promise.all(
        batch.map(column => deflated(tileBytes(level, column, bands), { level: DEFLATE_LEVEL })),
      )
      for (const tile of packed) {
        level.tileBytes.push(tile.byteLength)
        await level.file.writeFile(tile)
      }
    }
    level.rows = 0
  }
  const addRow = async (index: number, row: Samples): Promise<void> => {
    const level = levels[index]
    if (level === undefined || level.total === level.height) return
    level.band.set(row, level.rows * level.width * bands)
    level.rows++
    level.total++
    if (level.rows === TILE_SIDE || level.total === level.height) await packBand(level)
    if (index === shape.overviews) return
    if (level.upper === null) {
      level.upper = row
      return
    }
    const halved = halvedRow(level.upper, row, bands)
    level.upper = null
    await addRow(index + 1, halved)
  }
  const clear = async (): Promise<void> => {
    for (const level of levels) {
      await level.file.close().catch(() => undefined)
      await rm(level.path, { force: true })
    }
    await rm(`${path}.part`, { force: true })
  }

  return {
    addRows: async samples => {
      const rowLength = shape.width * bands
      if (samples.length % rowLength !== 0) throw new RangeError('rows must be whole')
      for (let at = 0; at < samples.length; at += rowLength) await addRow(0, samples.slice(at, at + rowLength))
    },
    finish: async () => {
      if (levels.some(level => level.total !== level.height)) throw new RangeError('rows are missing')
      let end = HEADER_BYTES
      const starts = levels.map((level, index) => {
        const start = end
        end += directoryBytes(directory(shape, level, index, level.tileBytes))
        return start
      })
      const head = new Uint8Array(end)
      const view = new DataView(head.buffer)
      view.setUint16(0, 0x4949, true)
      view.setUint16(2, 42, true)
      view.setUint32(4, starts[0] ?? 0, true)
      for (let index = levels.length - 1; index >= 0; index--) {
        const level = levels[index]
        if (level === undefined) continue
        const offsets = level.tileBytes.map(bytes => {
          const offset = end
          end += bytes
          return offset
        })
        writeDirectory(view, starts[index] ?? 0, directory(shape, level, index, offsets), starts[index + 1] ?? 0)
      }
      if (end > MOST_BYTES) throw new RangeError('the file would be larger than 4 GB')
      for (const level of levels) await level.file.close()
      // Under another name first, so that a reader never meets half a file.
      await writeFile(`${path}.part`, head)
      for (const level of levels.toReversed()) {
        await pipeline(createReadStream(level.path), createWriteStream(`${path}.part`, { flags: 'a' }))
      }
      const whole = await open(`${path}.part`, 'r+')
      await whole.sync()
      await whole.close()
      await rename(`${path}.part`, path)
      await clear()
      return end
    },
    abandon: clear,
  }
}

/** A whole picture at once. */
export const writeCog = async (path: string, shape: CogShape, samples: Samples): Promise<number> => {
  const writer = await createCogWriter(path, shape)
  try {
    await writer.addRows(samples)
    return await writer.finish()
  } catch (error) {
    await writer.abandon()
    throw error
  }
}
