/** Makes of anybody's GeoTIFF one of ours: in EPSG:3857, tiled, with overviews, in rows of tiles from the north. */
import { makeBlockCache } from './blockCache.ts'
import { type CogWriter, createCogWriter } from './cogWriter.ts'
import { colourBands, colourDecoder, findStretch, heightDecoder, needsStretch } from './decode.ts'
import { Fault } from './fault.ts'
import { type Grid, planGrid, sourcePlaces } from './grid.ts'
import { fromMercator } from './mercator.ts'
import { sampleColours, sampleHeights } from './sample.ts'
import { openSource, type RasterSource } from './source.ts'

export type RasterKind = 'orthophoto' | 'dem'

export interface ConvertRequest {
  readonly from: string
  readonly to: string
  readonly kind: RasterKind
  readonly description: string
  /** Share of the work done, 0..1. */
  readonly onProgress?: (share: number) => void
}

export interface ConvertedRaster {
  readonly sizeBytes: number
  readonly width: number
  readonly height: number
  /** West, south, east, north in degrees. */
  readonly bounds: readonly [number, number, number, number]
  readonly metresPerPixel: number
  /** How far it may be off for its datum's sake; null where that is nothing. */
  readonly accuracyM: number | null
}

const TILE_SIDE = 512
const KEEP_BYTES = 256 * 1024 * 1024
const MOST_WINDOW_PIXELS = 64_000_000

const checkKind = ({ image }: RasterSource, kind: RasterKind): void => {
  const colours = image.photometric === 2 || image.photometric === 6 || image.photometric === 3
  if (kind === 'dem' && (colours || (image.bands > 2 && image.bits <= 8))) {
    throw new Fault('notElevation', { bands: image.bands })
  }
  if (kind === 'orthophoto') {
    if (image.format === 3 && image.bands < 3) {
      throw new Fault('notPicture')
    }
    colourBands(image)
  }
}

interface Work {
  readonly source: RasterSource
  readonly grid: Grid
  readonly writer: CogWriter
  readonly onProgress: (share: number) => void
}

interface TilePlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The part of the source that a tile needs, one pixel around it included; null where it needs none. */
const windowOf = (
  { image }: RasterSource,
  columns: Float64Array,
  rows: Float64Array,
): readonly [left: number, top: number, right: number, bottom: number] | null => {
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] ?? Number.NaN
    const row = rows[i] ?? Number.NaN
    if (!(column >= 0 && row >= 0 && column <= image.width && row <= image.height)) continue
    if (column < left) left = column
    if (column > right) right = column
    if (row < top) top = row
    if (row > bottom) bottom = row
  }
  if (left > right) return null
  const window = [
    Math.max(0, Math.floor(left) - 2),
    Math.max(0, Math.floor(top) - 2),
    Math.min(image.width, Math.ceil(right) + 2),
    Math.min(image.height, Math.ceil(bottom) + 2),
  ] as const
  if ((window[2] - window[0]) * (window[3] - window[1]) > MOST_WINDOW_PIXELS) {
    throw new Fault('unsupported')
  }
  return window
}

/** Goes over the grid tile by tile; `fill` puts one tile into the band of rows. */
const eachTile = async (
  { source, grid, writer, onProgress }: Work,
  makeBand: (rows: number) => Uint8Array | Float32Array,
  fill: (
    band: Uint8Array | Float32Array,
    tile: TilePlace,
    columns: Float64Array,
    rows: Float64Array,
    window: readonly [number, number, number, number],
  ) => Promise<void>,
): Promise<void> => {
  const { image, affine, projection } = source
  const placed = { width: image.width, height: image.height, affine, projection }
  for (let top = 0; top < grid.height; top += TILE_SIDE) {
    const height = Math.min(TILE_SIDE, grid.height - top)
    const band = makeBand(height)
    for (let left = 0; left < grid.width; left += TILE_SIDE) {
      const tile = { left, top, width: Math.min(TILE_SIDE, grid.width - left), height }
      const { columns, rows } = sourcePlaces(placed, grid, tile)
      const window = windowOf(source, columns, rows)
      if (window !== null) await fill(band, tile, columns, rows, window)
    }
    await writer.addRows(band)
    onProgress((top + height) / grid.height)
  }
}

const warpColours = async (work: Work): Promise<void> => {
  const { source, grid } = work
  const { image, mask } = source
  const stretch = needsStretch(image) ? await findStretch(image) : null
  const decode = colourDecoder(image, stretch)
  const cache = makeBlockCache({
    image,
    bands: 4,
    decode,
    empty: length => new Uint8Array(length),
    keepBytes: KEEP_BYTES,
  })
  const maskCache =
    mask === undefined
      ? undefined
      : makeBlockCache({
          image: mask,
          bands: 1,
          decode: ({ values, width, height }) =>
            Uint8Array.from({ length: width * height }, (_, i) => ((values[i * mask.bands] ?? 0) > 0 ? 255 : 0)),
          empty: length => new Uint8Array(length),
          keepBytes: KEEP_BYTES / 8,
        })
  await eachTile(
    work,
    rows => new Uint8Array(grid.width * rows * 4),
    async (band, tile, columns, rows, [left, top, right, bottom]) => {
      const pixels = await cache.window(left, top, right, bottom)
      const masked = await maskCache?.window(left, top, right, bottom)
      if (masked !== undefined) {
        for (let i = 0; i < masked.length; i++) if (masked[i] === 0) pixels[i * 4 + 3] = 0
      }
      sampleColours(
        { pixels, left, top, width: right - left, height: bottom - top },
        columns,
        rows,
        image,
        (index, red, green, blue, opacity) => {
          const row = Math.floor(index / tile.width)
          const at = (row * grid.width + tile.left + (index - row * tile.width)) * 4
          band[at] = red
          band[at + 1] = green
          band[at + 2] = blue
          band[at + 3] = opacity
        },
      )
    },
  )
}

const warpHeights = async (work: Work): Promise<void> => {
  const { source, grid } = work
  const { image, projection, heightValues } = source
  const cache = makeBlockCache({
    image,
    bands: 1,
    decode: heightDecoder(image, heightValues, projection.heightToMetres),
    empty: length => new Float32Array(length),
    keepBytes: KEEP_BYTES,
  })
  await eachTile(
    work,
    rows => new Float32Array(grid.width * rows).fill(Number.NaN),
    async (band, tile, columns, rows, [left, top, right, bottom]) => {
      const pixels = await cache.window(left, top, right, bottom)
      sampleHeights(
        { pixels, left, top, width: right - left, height: bottom - top },
        columns,
        rows,
        image,
        (index, height) => {
          const row = Math.floor(index / tile.width)
          band[row * grid.width + tile.left + (index - row * tile.width)] = height
        },
      )
    },
  )
}

/**
 * Takes as long as there are pixels, most of it without yielding: call it in a process of its own.
 * @throws Fault that says why the file cannot be used; other errors where the machine is at its end
 */
export const convertRaster = async (request: ConvertRequest): Promise<ConvertedRaster> => {
  const { from, to, kind, description, onProgress = () => {} } = request
  const source = await openSource(from)
  try {
    checkKind(source, kind)
    const { image, affine, projection } = source
    const grid = planGrid({ width: image.width, height: image.height, affine, projection })
    const writer = await createCogWriter(to, {
      width: grid.width,
      height: grid.height,
      bands: kind === 'dem' ? 1 : 4,
      bbox: grid.bbox,
      overviews: grid.overviews,
      description,
    })
    try {
      await (kind === 'dem' ? warpHeights : warpColours)({ source, grid, writer, onProgress })
      const sizeBytes = await writer.finish()
      const [west, south] = fromMercator(grid.bbox[0], grid.bbox[1])
      const [east, north] = fromMercator(grid.bbox[2], grid.bbox[3])
      return {
        sizeBytes,
        width: grid.width,
        height: grid.height,
        bounds: [west, south, east, north],
        metresPerPixel: grid.metresPerPixel,
        accuracyM: projection.accuracyM,
      }
    } catch (error) {
      await writer.abandon()
      throw error
    }
  } finally {
    await source.close()
  }
}
