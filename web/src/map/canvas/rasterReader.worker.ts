/**
 * Reads GeoTIFF files by byte ranges, away from the page's own thread: unpacking a tile of a photograph takes longer
 * than a frame may. Every request carries the newest key; a refused one waits for the next key and is sent again.
 */
import { BaseClient, fromCustomClient, type GeoTIFF, type GeoTIFFImage } from 'geotiff'
import type { FromReader, RasterInfo, ToReader } from './rasterMessages.ts'
import { type Shading, shade } from './shade.ts'

const say = (message: FromReader, moved: Transferable[] = []): void => self.postMessage(message, { transfer: moved })

let key: string | undefined
let waiting: (() => void)[] = []
let images: readonly GeoTIFFImage[] = []
let info: RasterInfo | null = null
const forgotten = new Set<number>()

const newKey = (used: string | undefined): Promise<void> => {
  if (key !== used) return Promise.resolve()
  if (waiting.length === 0) say({ type: 'needKey', used })
  return new Promise(done => waiting.push(done))
}

class KeyedClient extends BaseClient {
  override async request(options: RequestInit = {}): Promise<Awaited<ReturnType<BaseClient['request']>>> {
    const send = (): Promise<Response> =>
      fetch(this.url, {
        ...options,
        headers: { ...(options.headers as Record<string, string>), ...(key === undefined ? {} : { 'x-api-key': key }) },
      })
    let used = key
    let response = await send()
    if (response.status === 401) {
      await newKey(used)
      used = key
      response = await send()
    }
    return {
      ok: response.ok,
      status: response.status,
      getHeader: name => response.headers.get(name) ?? undefined,
      getData: () => response.arrayBuffer(),
    }
  }
}

const projectionOf = (image: GeoTIFFImage): string => {
  const keys = image.getGeoKeys()
  const code = keys?.ProjectedCSTypeGeoKey ?? keys?.GeographicTypeGeoKey
  return typeof code === 'number' ? `EPSG:${code}` : 'EPSG:3857'
}

const TILE_PX = 256

const open = async (url: string): Promise<RasterInfo> => {
  const file: GeoTIFF = await fromCustomClient(new KeyedClient(url), { blockSize: 65_536, cacheSize: 200 })
  const count = await file.getImageCount()
  const found: GeoTIFFImage[] = []
  for (let i = 0; i < count; i++) {
    const image = await file.getImage(i)
    // A mask has no picture to show.
    const kind = image.fileDirectory.hasTag('NewSubfileType')
      ? Number(image.fileDirectory.getValue('NewSubfileType'))
      : 0
    if ((kind & 4) === 0) found.push(image)
  }
  found.sort((a, b) => a.getWidth() - b.getWidth())
  const finest = found.at(-1)
  if (finest === undefined) throw new Error('The file holds no image.')
  const [left = 0, bottom = 0, right = 0, top = 0] = finest.getBoundingBox()
  images = found
  return {
    projection: projectionOf(finest),
    extent: [left, bottom, right, top],
    levels: found.map(image => ({
      width: image.getWidth(),
      height: image.getHeight(),
      resolution: (right - left) / image.getWidth(),
    })),
    tileSizePx: TILE_PX,
  }
}

const pictureOf = (width: number, height: number, pixels: Uint8ClampedArray<ArrayBuffer>): ImageBitmap => {
  const canvas = new OffscreenCanvas(TILE_PX, TILE_PX)
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0)
  return canvas.transferToImageBitmap()
}

const colourTile = async (image: GeoTIFFImage, window: [number, number, number, number]): Promise<ImageBitmap> => {
  const width = window[2] - window[0]
  const height = window[3] - window[1]
  const bands = image.getSamplesPerPixel()
  const values = await image.readRGB({ window, interleave: true, enableAlpha: bands > 3 })
  const step = values.length / (width * height)
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    pixels[i * 4] = values[i * step] ?? 0
    pixels[i * 4 + 1] = values[i * step + 1] ?? 0
    pixels[i * 4 + 2] = values[i * step + 2] ?? 0
    pixels[i * 4 + 3] = step > 3 ? (values[i * step + 3] ?? 255) : 255
  }
  return pictureOf(width, height, pixels)
}

/** True ground metres of one pixel, also in projections that stretch. */
const cellMetres = (resolution: number, projection: string, middleY: number): number =>
  projection === 'EPSG:4326'
    ? resolution * 111_320
    : projection === 'EPSG:3857'
      ? resolution / Math.cosh(middleY / 6_378_137)
      : resolution

const heightTile = async (
  image: GeoTIFFImage,
  window: [number, number, number, number],
  cellM: number,
  shading: Shading,
): Promise<ImageBitmap> => {
  const width = window[2] - window[0]
  const height = window[3] - window[1]
  const inside: [number, number, number, number] = [
    Math.max(0, window[0] - 1),
    Math.max(0, window[1] - 1),
    Math.min(image.getWidth(), window[2] + 1),
    Math.min(image.getHeight(), window[3] + 1),
  ]
  const read = await image.readRasters({ window: inside, samples: [0], interleave: true })
  const readWidth = inside[2] - inside[0]
  const readHeight = inside[3] - inside[1]
  const values = new Float32Array((width + 2) * (height + 2))
  for (let row = 0; row < height + 2; row++) {
    const fromRow = Math.min(readHeight - 1, Math.max(0, window[1] - 1 + row - inside[1]))
    for (let column = 0; column < width + 2; column++) {
      const fromColumn = Math.min(readWidth - 1, Math.max(0, window[0] - 1 + column - inside[0]))
      values[row * (width + 2) + column] = read[fromRow * readWidth + fromColumn] ?? Number.NaN
    }
  }
  return pictureOf(width, height, shade({ values, width, height, cellM, noData: image.getGDALNoData() }, shading))
}

const tile = async (
  level: number,
  column: number,
  row: number,
  shading: Shading | null,
): Promise<ImageBitmap | null> => {
  const image = images[level]
  const size = info?.levels[level]
  if (image === undefined || size === undefined || info === null) return null
  const window: [number, number, number, number] = [
    column * TILE_PX,
    row * TILE_PX,
    Math.min(size.width, (column + 1) * TILE_PX),
    Math.min(size.height, (row + 1) * TILE_PX),
  ]
  if (window[0] < 0 || window[1] < 0 || window[2] <= window[0] || window[3] <= window[1]) return null
  const middleY = (info.extent[1] + info.extent[3]) / 2
  return shading === null
    ? colourTile(image, window)
    : heightTile(image, window, cellMetres(size.resolution, info.projection, middleY), shading)
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
      try {
        info = await open(data.url)
        say({ type: 'opened', info })
      } catch (error) {
        say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
      }
      return
    case 'forget':
      forgotten.add(data.tile)
      return
    case 'tile': {
      let picture: ImageBitmap | null = null
      try {
        if (!forgotten.delete(data.tile)) picture = await tile(data.level, data.column, data.row, data.shading)
      } catch {
        // One tile that cannot be read stays empty; the map asks for it again when it comes into view anew.
      }
      say({ type: 'tile', tile: data.tile, picture }, picture === null ? [] : [picture])
    }
  }
})
