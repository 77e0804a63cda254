/**
 * Reads rasters by byte ranges, away from the page's own thread: unpacking a tile of a photograph takes longer than a
 * frame may. Every request carries the newest key; a refused one waits for the next key and is sent again.
 */
import type { Position } from '@greensward/domain'
import { type CogFile, colourTile, heightTile, NeedsMore, readCog, tileRange } from './cogFile.ts'
import { contourPixels, contourStepM } from './contour.ts'
import { type HeightWindow, heightBetween, isInside, slopeAt } from './heightField.ts'
import { CONTOUR_SIDE_PX, type FromReader, type GroundPoint, type RasterInfo, type ToReader } from './rasterMessages.ts'

const say = (message: FromReader, moved: Transferable[] = []): void => self.postMessage(message, { transfer: moved })

let key: string | undefined
let waiting: (() => void)[] = []
let address = ''
/** The whole file, where it is kept on this device. */
let whole: Blob | null = null
let file: CogFile | null = null
const forgotten = new Set<number>()

const newKey = (used: string | undefined): Promise<void> => {
  if (key !== used) return Promise.resolve()
  if (waiting.length === 0) say({ type: 'needKey', used })
  return new Promise(done => waiting.push(done))
}

/** @throws where the server does not give them */
const bytes = async (from: number, length: number): Promise<ArrayBuffer> => {
  if (whole !== null) return whole.slice(from, from + length).arrayBuffer()
  const send = (): Promise<Response> =>
    fetch(address, {
      headers: { range: `bytes=${from}-${from + length - 1}`, ...(key === undefined ? {} : { 'x-api-key': key }) },
    })
  const used = key
  let response = await send()
  if (response.status === 401) {
    await newKey(used)
    response = await send()
  }
  if (!response.ok) throw new Error(`The raster cannot be read: ${response.status}`)
  const body = await response.arrayBuffer()
  // A server without range requests answers with the whole file.
  return response.status === 206 ? body : body.slice(from, from + length)
}

const HEAD_BYTES = 65_536
const MOST_HEAD_BYTES = 16 * 1024 * 1024

const open = async (): Promise<CogFile> => {
  for (let length = HEAD_BYTES; ; ) {
    const head = await bytes(0, length)
    try {
      return readCog(head)
    } catch (error) {
      if (!(error instanceof NeedsMore) || head.byteLength < length || error.bytes > MOST_HEAD_BYTES) throw error
      length = Math.max(length * 2, error.bytes)
    }
  }
}

const resolutionOf = ({ extent, levels }: CogFile, level: number): number =>
  (extent[2] - extent[0]) / (levels[level]?.width ?? 1)

const infoOf = (opened: CogFile): RasterInfo => ({
  extent: opened.extent,
  resolutions: opened.levels.map((_, level) => resolutionOf(opened, level)).reverse(),
  tileSidePx: opened.tileSidePx,
})

/** @param side of the pixels; a smaller `width` or `height` leaves out the pixels beyond the picture */
const pictureOf = (pixels: Uint8ClampedArray<ArrayBuffer>, side: number, width = side, height = side): ImageBitmap => {
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, side, side), 0, 0, 0, 0, width, height)
  return canvas.transferToImageBitmap()
}

const picture = async (
  opened: CogFile,
  coarseness: number,
  column: number,
  row: number,
): Promise<ImageBitmap | null> => {
  const level = opened.levels[opened.levels.length - 1 - coarseness]
  const range = level === undefined ? undefined : tileRange(opened, level, column, row)
  if (level === undefined || range === undefined) return null
  const pixels = await colourTile(opened, await bytes(range.offset, range.bytes))
  const side = opened.tileSidePx
  return pictureOf(pixels, side, Math.min(side, level.width - column * side), Math.min(side, level.height - row * side))
}

/** A tile of heights is a megabyte. */
const MOST_TILES = 24
const tiles = new Map<string, Promise<Float32Array | null>>()

const heightsOf = (opened: CogFile, level: number, column: number, row: number): Promise<Float32Array | null> => {
  const name = `${level} ${column} ${row}`
  const known = tiles.get(name)
  if (known !== undefined) {
    tiles.delete(name)
    tiles.set(name, known)
    return known
  }
  const size = opened.levels[level]
  const range = size === undefined ? undefined : tileRange(opened, size, column, row)
  const read =
    range === undefined
      ? Promise.resolve(null)
      : bytes(range.offset, range.bytes).then(packed => heightTile(opened, packed))
  read.catch(() => tiles.delete(name))
  tiles.set(name, read)
  const [oldest] = tiles.keys()
  if (tiles.size > MOST_TILES && oldest !== undefined) tiles.delete(oldest)
  return read
}

const windowOf = async (
  opened: CogFile,
  level: number,
  left: number,
  top: number,
  width: number,
  height: number,
): Promise<HeightWindow> => {
  const side = opened.tileSidePx
  const size = opened.levels[level]
  const values = new Float32Array(width * height).fill(Number.NaN)
  if (size === undefined) return { values, width, height, left, top }
  for (let row = Math.floor(top / side); row * side < top + height; row++) {
    for (let column = Math.floor(left / side); column * side < left + width; column++) {
      const tile = await heightsOf(opened, level, column, row)
      if (tile === null) continue
      const toX = Math.min(left + width, (column + 1) * side, size.width)
      const toY = Math.min(top + height, (row + 1) * side, size.height)
      for (let y = Math.max(top, row * side); y < toY; y++) {
        for (let x = Math.max(left, column * side); x < toX; x++) {
          values[(y - top) * width + x - left] = tile[(y - row * side) * side + x - column * side] ?? Number.NaN
        }
      }
    }
  }
  return { values, width, height, left, top }
}

const EARTH_RADIUS_M = 6_378_137
const groundMetres = (y: number): number => 1 / Math.cosh(y / EARTH_RADIUS_M)

/** The coarsest level that is as fine as asked, the finest where none is. */
const levelFor = (opened: CogFile, resolution: number): number => {
  for (let level = opened.levels.length - 1; level > 0; level--) {
    if (resolutionOf(opened, level) <= resolution) return level
  }
  return 0
}

const contours = async (
  opened: CogFile,
  left: number,
  top: number,
  resolution: number,
): Promise<ImageBitmap | null> => {
  const side = CONTOUR_SIDE_PX
  const [west, south, east, north] = opened.extent
  if (left > east || left + side * resolution < west || top < south || top - side * resolution > north) return null
  const level = levelFor(opened, resolution * 1.2)
  const cell = resolutionOf(opened, level)
  const scale = resolution / cell
  const fromX = (left - west) / cell
  const fromY = (north - top) / cell
  const windowLeft = Math.floor(fromX - scale) - 2
  const windowTop = Math.floor(fromY - scale) - 2
  const size = Math.ceil((side + 2) * scale) + 6
  const window = await windowOf(opened, level, windowLeft, windowTop, size, size)
  const stride = side + 2
  const values = new Float32Array(stride * stride)
  const shape = opened.levels[level]
  for (let row = 0; row < stride; row++) {
    for (let column = 0; column < stride; column++) {
      const x = fromX + (column - 0.5) * scale
      const y = fromY + (row - 0.5) * scale
      const isOn = shape !== undefined && x >= 0 && y >= 0 && x <= shape.width && y <= shape.height
      values[row * stride + column] = isOn ? heightBetween(window, x, y) : Number.NaN
    }
  }
  const stepM = contourStepM(resolution * groundMetres(top))
  return pictureOf(contourPixels({ values, side, stepM }), side)
}

const pointAt = async (opened: CogFile, [x, y]: Position): Promise<GroundPoint | null> => {
  const cell = resolutionOf(opened, 0)
  const column = (x - opened.extent[0]) / cell
  const row = (opened.extent[3] - y) / cell
  const finest = opened.levels[0]
  if (finest === undefined || column < 0 || row < 0 || column > finest.width || row > finest.height) return null
  const window = await windowOf(opened, 0, Math.floor(column) - 3, Math.floor(row) - 3, 7, 7)
  const heightM = heightBetween(window, column, row)
  const slope = slopeAt(window, Math.floor(column), Math.floor(row), cell * groundMetres(y))
  return Number.isNaN(heightM) || Number.isNaN(slope) ? null : { heightM, slope }
}

/** Of an area, no more values than this are looked at; a coarser level has fewer. */
const MOST_VALUES = 400_000

const meanSlope = async (opened: CogFile, rings: readonly (readonly Position[])[]): Promise<number | null> => {
  const outer = rings[0] ?? []
  const xs = outer.map(([x]) => x)
  const ys = outer.map(([, y]) => y)
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  let level = 0
  while (
    level < opened.levels.length - 1 &&
    ((right - left) / resolutionOf(opened, level)) * ((top - bottom) / resolutionOf(opened, level)) > MOST_VALUES
  ) {
    level++
  }
  const cell = resolutionOf(opened, level)
  const [west, , , north] = opened.extent
  const column = Math.floor((left - west) / cell) - 1
  const row = Math.floor((north - top) / cell) - 1
  const width = Math.ceil((right - left) / cell) + 3
  const height = Math.ceil((top - bottom) / cell) + 3
  const window = await windowOf(opened, level, column, row, width, height)
  const cellM = cell * groundMetres((top + bottom) / 2)
  let sum = 0
  let count = 0
  for (let r = row + 1; r < row + height - 1; r++) {
    for (let c = column + 1; c < column + width - 1; c++) {
      if (!isInside(rings, [west + (c + 0.5) * cell, north - (r + 0.5) * cell])) continue
      const slope = slopeAt(window, c, r, cellM)
      if (Number.isNaN(slope)) continue
      sum += slope
      count++
    }
  }
  if (count > 0) return sum / count
  // Smaller than the values are apart: how it is in its middle.
  return (await pointAt(opened, [(left + right) / 2, (top + bottom) / 2]))?.slope ?? null
}

const answerPicture = async (ask: number, make: (opened: CogFile) => Promise<ImageBitmap | null>): Promise<void> => {
  let made: ImageBitmap | null = null
  try {
    if (!forgotten.delete(ask) && file !== null) made = await make(file)
  } catch {
    // One tile that cannot be read stays empty; the map asks for it again when it comes back into view.
  }
  say({ type: 'picture', ask, picture: made }, made === null ? [] : [made])
}

self.addEventListener('message', async ({ data }: MessageEvent<ToReader>) => {
  switch (data.type) {
    case 'key': {
      key = data.key
      const ready = waiting
      waiting = []
      for (const done of ready) done()
      return
    }
    case 'open':
      key = data.key
      address = data.url
      whole = data.whole
      try {
        file = await open()
        say({ type: 'opened', info: infoOf(file) })
      } catch (error) {
        say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
      }
      return
    case 'forget':
      forgotten.add(data.ask)
      return
    case 'tile':
      await answerPicture(data.ask, opened => picture(opened, data.level, data.column, data.row))
      return
    case 'contours':
      await answerPicture(data.ask, opened => contours(opened, data.left, data.top, data.resolution))
      return
    case 'point': {
      const opened = file
      const point = opened === null ? null : await pointAt(opened, data.at).catch(() => null)
      say({ type: 'point', ask: data.ask, point })
      return
    }
    case 'area': {
      const opened = file
      const slope = opened === null ? null : await meanSlope(opened, data.rings).catch(() => null)
      say({ type: 'area', ask: data.ask, slope })
    }
  }
})
