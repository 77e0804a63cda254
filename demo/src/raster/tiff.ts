/**
 * Georeferenced TIFF files laid out for reading by byte ranges: all directories first, then the overviews' tiles from
 * the smallest up, the full picture last (the cloud-optimised layout of OGC 21-026), deflated.
 */
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

const deflated = promisify(deflate)

/** Side of a tile in pixels. */
const TILE_SIDE = 512
const DEFLATE_LEVEL = 4
/** Tiles in the making at once; zlib packs them on the thread pool. */
const TILES_AT_ONCE = 8

export interface Picture {
  readonly width: number
  readonly height: number
  /** Bytes: three samples a pixel (red, green, blue). Floats: one sample. Rows from the north. */
  readonly samples: Uint8Array | Float32Array
}

export interface TiffRequest {
  readonly picture: Picture
  /** West, south, east, north in metres of EPSG:3857. */
  readonly bbox: readonly [number, number, number, number]
  /** How many times the picture is halved. */
  readonly overviews: number
  /** Said in the file's own words; ASCII. */
  readonly description: string
}

const samplesPerPixel = (picture: Picture): 1 | 3 => (picture.samples instanceof Float32Array ? 1 : 3)

/** Half the sides, each pixel the mean of four. */
const halve = (picture: Picture): Picture => {
  const bands = samplesPerPixel(picture)
  const width = Math.floor(picture.width / 2)
  const height = Math.floor(picture.height / 2)
  const from = picture.samples
  const samples =
    from instanceof Float32Array ? new Float32Array(width * height) : new Uint8Array(width * height * bands)
  const round = from instanceof Float32Array ? 0 : 0.5
  const rowLength = picture.width * bands
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let band = 0; band < bands; band++) {
        const i = 2 * y * rowLength + 2 * x * bands + band
        const sum =
          (from[i] ?? 0) + (from[i + bands] ?? 0) + (from[i + rowLength] ?? 0) + (from[i + rowLength + bands] ?? 0)
        samples[(y * width + x) * bands + band] = sum / 4 + round
      }
    }
  }
  return { width, height, samples }
}

/** One tile's bytes; beyond the picture's edge its last pixels go on, which packs well and shows no seam. */
const tileBytes = (picture: Picture, column: number, row: number): Uint8Array => {
  const bands = samplesPerPixel(picture)
  const { samples } = picture
  if (samples instanceof Float32Array) {
    const bytes = new Uint8Array(TILE_SIDE * TILE_SIDE * 4)
    const view = new DataView(bytes.buffer)
    for (let y = 0; y < TILE_SIDE; y++) {
      const sourceY = Math.min(picture.height - 1, row * TILE_SIDE + y)
      for (let x = 0; x < TILE_SIDE; x++) {
        const sourceX = Math.min(picture.width - 1, column * TILE_SIDE + x)
        view.setFloat32((y * TILE_SIDE + x) * 4, samples[sourceY * picture.width + sourceX] ?? 0, true)
      }
    }
    return bytes
  }
  const bytes = new Uint8Array(TILE_SIDE * TILE_SIDE * bands)
  for (let y = 0; y < TILE_SIDE; y++) {
    const source = Math.min(picture.height - 1, row * TILE_SIDE + y) * picture.width
    let target = y * TILE_SIDE * bands
    const last = [0, 0, 0]
    for (let x = 0; x < TILE_SIDE; x++) {
      const i = (source + Math.min(picture.width - 1, column * TILE_SIDE + x)) * bands
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

const packTiles = async (picture: Picture): Promise<Uint8Array[]> => {
  const columns = Math.ceil(picture.width / TILE_SIDE)
  const rows = Math.ceil(picture.height / TILE_SIDE)
  const tiles: Uint8Array[] = []
  for (let first = 0; first < columns * rows; first += TILES_AT_ONCE) {
    const batch = Array.from({ length: Math.min(TILES_AT_ONCE, columns * rows - first) }, (_, k) => first + k)
    tiles.push(
      ...(await Promise.all(
        batch.map(i => deflated(tileBytes(picture, i % columns, Math.floor(i / columns)), { level: DEFLATE_LEVEL })),
      )),
    )
  }
  return tiles
}

type TagValues =
  | { readonly type: 'ascii'; readonly text: string }
  | { readonly type: 'short' | 'long' | 'double'; readonly values: readonly number[] }

interface Tag {
  readonly code: number
  readonly content: TagValues
}

const TYPE_CODE = { ascii: 2, short: 3, long: 4, double: 12 } as const
const TYPE_BYTES = { ascii: 1, short: 2, long: 4, double: 8 } as const

const short = (code: number, ...values: number[]): Tag => ({ code, content: { type: 'short', values } })
const long = (code: number, ...values: number[]): Tag => ({ code, content: { type: 'long', values } })
const double = (code: number, ...values: number[]): Tag => ({ code, content: { type: 'double', values } })
const ascii = (code: number, text: string): Tag => ({ code, content: { type: 'ascii', text: `${text}\0` } })

const countOf = (content: TagValues): number => (content.type === 'ascii' ? content.text.length : content.values.length)
const bytesOf = (content: TagValues): number => countOf(content) * TYPE_BYTES[content.type]
const overflow = (content: TagValues): number => (bytesOf(content) > 4 ? bytesOf(content) + (bytesOf(content) % 2) : 0)
const directoryBytes = (tags: readonly Tag[]): number =>
  2 + tags.length * 12 + 4 + tags.reduce((sum, tag) => sum + overflow(tag.content), 0)

/** Tags of one directory, ascending as the format demands; tile offsets are filled in once known. */
const directory = (
  request: TiffRequest,
  level: number,
  picture: Picture,
  tiles: readonly Uint8Array[],
  offsets: readonly number[],
): Tag[] => {
  const float = picture.samples instanceof Float32Array
  const [west, south, east, north] = request.bbox
  const { width, height } = request.picture
  const common = [
    long(254, level === 0 ? 0 : 1),
    long(256, picture.width),
    long(257, picture.height),
    float ? short(258, 32) : short(258, 8, 8, 8),
    short(259, 8),
    short(262, float ? 1 : 2),
    ...(level === 0 ? [ascii(270, request.description)] : []),
    short(277, float ? 1 : 3),
    short(284, 1),
    short(317, float ? 1 : 2),
    short(322, TILE_SIDE),
    short(323, TILE_SIDE),
    long(324, ...offsets),
    long(325, ...tiles.map(tile => tile.byteLength)),
    float ? short(339, 3) : short(339, 1, 1, 1),
  ]
  if (level !== 0) return common
  const citation = 'WGS 84 / Pseudo-Mercator|'
  return [
    ...common,
    double(33550, (east - west) / width, (north - south) / height, 0),
    double(33922, 0, 0, 0, west, north, 0),
    // GeoTIFF 1.1 keys: projected, pixel is area, citation, EPSG:3857, metres.
    short(
      34735,
      1,
      1,
      0,
      5,
      1024,
      0,
      1,
      1,
      1025,
      0,
      1,
      1,
      1026,
      34737,
      citation.length,
      0,
      3072,
      0,
      1,
      3857,
      3076,
      0,
      1,
      9001,
    ),
    ascii(34737, citation),
  ]
}

const writeDirectory = (view: DataView, at: number, tags: readonly Tag[], nextAt: number): void => {
  view.setUint16(at, tags.length, true)
  let spill = at + 2 + tags.length * 12 + 4
  tags.forEach(({ code, content }, i) => {
    const entry = at + 2 + i * 12
    view.setUint16(entry, code, true)
    view.setUint16(entry + 2, TYPE_CODE[content.type], true)
    view.setUint32(entry + 4, countOf(content), true)
    let target = entry + 8
    if (overflow(content) > 0) {
      view.setUint32(entry + 8, spill, true)
      target = spill
      spill += overflow(content)
    }
    if (content.type === 'ascii') {
      for (let k = 0; k < content.text.length; k++) view.setUint8(target + k, content.text.charCodeAt(k) & 0x7f)
      return
    }
    content.values.forEach((value, k) => {
      if (content.type === 'short') view.setUint16(target + k * 2, value, true)
      else if (content.type === 'long') view.setUint32(target + k * 4, value, true)
      else view.setFloat64(target + k * 8, value, true)
    })
  })
  view.setUint32(at + 2 + tags.length * 12, nextAt, true)
}

/** The whole file as pieces to write one after the other. */
export const encodeTiff = async (request: TiffRequest): Promise<Uint8Array[]> => {
  const pictures = [request.picture]
  for (let i = 0; i < request.overviews; i++) {
    const last = pictures.at(-1)
    if (last !== undefined) pictures.push(halve(last))
  }
  const levels: { picture: Picture; tiles: Uint8Array[] }[] = []
  for (const picture of pictures) levels.push({ picture, tiles: await packTiles(picture) })
  const HEADER_BYTES = 8
  const starts: number[] = []
  let end = HEADER_BYTES
  levels.forEach(({ picture, tiles }, level) => {
    starts.push(end)
    end += directoryBytes(
      directory(
        request,
        level,
        picture,
        tiles,
        tiles.map(() => 0),
      ),
    )
  })
  const head = new Uint8Array(end)
  const view = new DataView(head.buffer)
  view.setUint16(0, 0x4949, true)
  view.setUint16(2, 42, true)
  view.setUint32(4, starts[0] ?? 0, true)
  const pieces: Uint8Array[] = [head]
  for (let level = levels.length - 1; level >= 0; level--) {
    const one = levels[level]
    if (one === undefined) continue
    const offsets = one.tiles.map(tile => {
      const offset = end
      end += tile.byteLength
      pieces.push(tile)
      return offset
    })
    writeDirectory(
      view,
      starts[level] ?? 0,
      directory(request, level, one.picture, one.tiles, offsets),
      starts[level + 1] ?? 0,
    )
  }
  return pieces
}
