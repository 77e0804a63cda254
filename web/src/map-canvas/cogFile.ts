/**
 * Reads the one kind of GeoTIFF that the server writes: little-endian, in EPSG:3857, tiled, deflated, bytes of three or
 * four bands or one band of 32-bit floats. Pure but for the browser's own unpacking: the caller passes the bytes.
 */

export interface CogLevel {
  readonly width: number
  readonly height: number
  readonly offsets: readonly number[]
  readonly byteCounts: readonly number[]
}

export interface CogFile {
  /** Four bands have an opacity; one band holds heights in metres. */
  readonly bands: 1 | 3 | 4
  readonly tileSidePx: number
  /** Left, bottom, right, top in EPSG:3857. */
  readonly extent: readonly [number, number, number, number]
  /** From the finest to the coarsest. */
  readonly levels: readonly CogLevel[]
  readonly noData: number | null
}

/** More of the file has to be read before its directories can be: at least this number of bytes. */
export class NeedsMore extends Error {
  readonly bytes: number
  constructor(bytes: number) {
    super('more of the file is needed')
    this.bytes = bytes
  }
}

const TYPE_BYTES: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 12: 8 }
const WIDTH = 256
const HEIGHT = 257
const BANDS = 277
const TILE_WIDTH = 322
const TILE_OFFSETS = 324
const TILE_BYTES = 325
const PIXEL_SCALE = 33_550
const TIEPOINT = 33_922
const NO_DATA = 42_113
const MOST_LEVELS = 24

type Tags = ReadonlyMap<number, readonly number[]>

const need = (view: DataView, end: number): void => {
  if (end > view.byteLength) throw new NeedsMore(end)
}

const readTags = (view: DataView, at: number): { readonly tags: Tags; readonly next: number } => {
  need(view, at + 2)
  const count = view.getUint16(at, true)
  need(view, at + 2 + count * 12 + 4)
  const tags = new Map<number, readonly number[]>()
  for (let i = 0; i < count; i++) {
    const entry = at + 2 + i * 12
    const type = view.getUint16(entry + 2, true)
    const length = view.getUint32(entry + 4, true)
    const size = TYPE_BYTES[type]
    if (size === undefined) continue
    const from = size * length > 4 ? view.getUint32(entry + 8, true) : entry + 8
    need(view, from + size * length)
    const value = (index: number): number =>
      type === 2
        ? view.getUint8(from + index)
        : type === 3
          ? view.getUint16(from + index * 2, true)
          : type === 4
            ? view.getUint32(from + index * 4, true)
            : view.getFloat64(from + index * 8, true)
    tags.set(
      view.getUint16(entry, true),
      Array.from({ length }, (_, index) => value(index)),
    )
  }
  return { tags, next: view.getUint32(at + 2 + count * 12, true) }
}

const one = (tags: Tags, code: number): number => tags.get(code)?.[0] ?? 0

/**
 * @param head the first bytes of the file
 * @throws NeedsMore, or an Error for a file that is not one of the server's
 */
export const readCog = (head: ArrayBuffer): CogFile => {
  const view = new DataView(head)
  need(view, 8)
  if (view.getUint32(0, true) !== 0x002a4949) throw new Error('This is not a raster of the course')
  const levels: CogLevel[] = []
  let first: Tags | undefined
  for (let at = view.getUint32(4, true); at !== 0 && levels.length < MOST_LEVELS; ) {
    const { tags, next } = readTags(view, at)
    first ??= tags
    levels.push({
      width: one(tags, WIDTH),
      height: one(tags, HEIGHT),
      offsets: tags.get(TILE_OFFSETS) ?? [],
      byteCounts: tags.get(TILE_BYTES) ?? [],
    })
    at = next
  }
  const finest = levels[0]
  const bands = first === undefined ? 0 : one(first, BANDS)
  const [scale = 0] = first?.get(PIXEL_SCALE) ?? []
  const [, , , left = 0, top = 0] = first?.get(TIEPOINT) ?? []
  if (first === undefined || finest === undefined || scale <= 0 || (bands !== 1 && bands !== 3 && bands !== 4)) {
    throw new Error('This is not a raster of the course')
  }
  const noData = first.get(NO_DATA)
  return {
    bands,
    tileSidePx: one(first, TILE_WIDTH),
    extent: [left, top - finest.height * scale, left + finest.width * scale, top],
    levels,
    noData: noData === undefined ? null : Number.parseFloat(String.fromCharCode(...noData)),
  }
}

/** Where a tile's bytes lie; undefined beyond the picture. */
export const tileRange = (
  file: CogFile,
  level: CogLevel,
  column: number,
  row: number,
): { readonly offset: number; readonly bytes: number } | undefined => {
  const across = Math.ceil(level.width / file.tileSidePx)
  const down = Math.ceil(level.height / file.tileSidePx)
  if (column < 0 || row < 0 || column >= across || row >= down) return undefined
  const offset = level.offsets[row * across + column]
  const bytes = level.byteCounts[row * across + column]
  return offset === undefined || bytes === undefined ? undefined : { offset, bytes }
}

const inflated = async (packed: ArrayBuffer): Promise<ArrayBuffer> =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer()

/** Red, green, blue and opacity of one tile. */
export const colourTile = async (file: CogFile, packed: ArrayBuffer): Promise<Uint8ClampedArray<ArrayBuffer>> => {
  const bytes = new Uint8Array(await inflated(packed))
  const { bands, tileSidePx: side } = file
  const pixels = new Uint8ClampedArray(side * side * 4)
  for (let row = 0; row < side; row++) {
    let red = 0
    let green = 0
    let blue = 0
    let opacity = bands === 4 ? 0 : 255
    for (let column = 0; column < side; column++) {
      const from = (row * side + column) * bands
      const to = (row * side + column) * 4
      // Predictor 2: each value is kept as its difference from the one to the left.
      red = (red + (bytes[from] ?? 0)) & 255
      green = (green + (bytes[from + 1] ?? 0)) & 255
      blue = (blue + (bytes[from + 2] ?? 0)) & 255
      if (bands === 4) opacity = (opacity + (bytes[from + 3] ?? 0)) & 255
      pixels[to] = red
      pixels[to + 1] = green
      pixels[to + 2] = blue
      pixels[to + 3] = opacity
    }
  }
  return pixels
}

/** Heights in metres of one tile, NaN where there is none. */
export const heightTile = async (file: CogFile, packed: ArrayBuffer): Promise<Float32Array> => {
  const heights = new Float32Array(await inflated(packed))
  const { noData } = file
  if (noData !== null) {
    for (let i = 0; i < heights.length; i++) if (heights[i] === noData) heights[i] = Number.NaN
  }
  return heights
}
