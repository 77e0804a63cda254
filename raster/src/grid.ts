/** The plane of EPSG:3857 that a picture will cover, and where each of its pixels comes from. */
import type { Affine } from './affine.ts'
import { overviewCount } from './cogWriter.ts'
import { Fault } from './fault.ts'
import { fromMercator, groundMetresPerUnit, MOST_LATITUDE, toMercator } from './mercator.ts'
import type { Projection } from './projection.ts'
import { MOST_PIXELS } from './source.ts'

export interface Placed {
  readonly width: number
  readonly height: number
  readonly affine: Affine
  readonly projection: Projection
}

export interface Grid {
  readonly width: number
  readonly height: number
  readonly overviews: number
  /** Side of a pixel in units of EPSG:3857. */
  readonly resolution: number
  readonly bbox: readonly [west: number, south: number, east: number, north: number]
  readonly metresPerPixel: number
}

/** Points along each side of the picture whose place is worked out: sides are bent in another projection. */
const POINTS_A_SIDE = 32

/** @throws Fault where the picture is nowhere on the map */
export const planGrid = ({ width, height, affine, projection }: Placed): Grid => {
  const place = (column: number, row: number): readonly [number, number] => {
    const [lon, lat] = projection.toLonLat(...affine.toModel(column, row))
    if (!(Math.abs(lon) <= 180.0001 && Math.abs(lat) <= MOST_LATITUDE)) {
      throw new Fault('offTheMap')
    }
    return toMercator(lon, lat)
  }
  let west = Number.POSITIVE_INFINITY
  let south = Number.POSITIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  let north = Number.NEGATIVE_INFINITY
  for (let i = 0; i <= POINTS_A_SIDE; i++) {
    const column = (width * i) / POINTS_A_SIDE
    const row = (height * i) / POINTS_A_SIDE
    for (const [x, y] of [place(column, 0), place(column, height), place(0, row), place(width, row)]) {
      west = Math.min(west, x)
      east = Math.max(east, x)
      south = Math.min(south, y)
      north = Math.max(north, y)
    }
  }
  // No picture of a course is half as wide as the world: its sides lie on both ends of the map.
  if (east - west > toMercator(180, 0)[0]) throw new Fault('acrossDateLine')
  const [x, y] = place(width / 2, height / 2)
  const [xRight, yRight] = place(width / 2 + 1, height / 2)
  const [xBelow, yBelow] = place(width / 2, height / 2 + 1)
  let resolution = Math.min(Math.hypot(xRight - x, yRight - y), Math.hypot(xBelow - x, yBelow - y))
  if (!(resolution > 0.001)) throw new Fault('noGeoreference')
  // A picture that was long and thin, or turned, must not become one that is too large.
  while (((east - west) / resolution) * ((north - south) / resolution) > MOST_PIXELS) resolution *= 1.1
  const across = Math.max(1, Math.ceil((east - west) / resolution - 1e-6))
  const down = Math.max(1, Math.ceil((north - south) / resolution - 1e-6))
  const overviews = overviewCount(across, down)
  // Sides that every halving divides: an overview then is exactly on its picture.
  const even = 2 ** overviews
  const gridWidth = Math.ceil(across / even) * even
  const gridHeight = Math.ceil(down / even) * even
  return {
    width: gridWidth,
    height: gridHeight,
    overviews,
    resolution,
    bbox: [west, north - gridHeight * resolution, west + gridWidth * resolution, north],
    metresPerPixel: resolution * groundMetresPerUnit((north + south) / 2),
  }
}

/** Pixels of the source that an approximation may be off by. */
const TOLERANCE_PX = 0.03
const COARSEST_STEP = 64

/**
 * Where the pixels of one tile of the grid are in the source, computed at the corners of a lattice and straight in
 * between: projecting every pixel would take ten times as long. The lattice is made finer until it is good enough.
 */
export const sourcePlaces = (
  { affine, projection }: Placed,
  grid: Grid,
  tile: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): { readonly columns: Float64Array; readonly rows: Float64Array } => {
  const exact = (column: number, row: number): readonly [number, number] => {
    const x = grid.bbox[0] + (tile.left + column) * grid.resolution
    const y = grid.bbox[3] - (tile.top + row) * grid.resolution
    return affine.toPixel(...projection.fromLonLat(...fromMercator(x, y)))
  }
  const columns = new Float64Array(tile.width * tile.height)
  const rows = new Float64Array(tile.width * tile.height)
  let step = COARSEST_STEP
  const isGoodEnough = (): boolean => {
    for (const [column, row] of [
      [0, 0],
      [Math.max(0, tile.width - step), 0],
      [0, Math.max(0, tile.height - step)],
      [Math.max(0, tile.width - step), Math.max(0, tile.height - step)],
    ] as const) {
      const corners = [exact(column, row), exact(column + step, row), exact(column, row + step)]
      const last = exact(column + step, row + step)
      const [middleX, middleY] = exact(column + step / 2, row + step / 2)
      const meanX = (corners.reduce((sum, [one]) => sum + one, 0) + last[0]) / 4
      const meanY = (corners.reduce((sum, [, one]) => sum + one, 0) + last[1]) / 4
      if (!(Math.hypot(meanX - middleX, meanY - middleY) <= TOLERANCE_PX)) return false
    }
    return true
  }
  while (step > 1 && !isGoodEnough()) step /= 2
  for (let top = 0; top < tile.height; top += step) {
    for (let left = 0; left < tile.width; left += step) {
      const [x00, y00] = exact(left + 0.5, top + 0.5)
      const [x10, y10] = exact(left + step + 0.5, top + 0.5)
      const [x01, y01] = exact(left + 0.5, top + step + 0.5)
      const [x11, y11] = exact(left + step + 0.5, top + step + 0.5)
      for (let row = top; row < Math.min(tile.height, top + step); row++) {
        const v = (row - top) / step
        const leftX = x00 + (x01 - x00) * v
        const leftY = y00 + (y01 - y00) * v
        const alongX = (x10 + (x11 - x10) * v - leftX) / step
        const alongY = (y10 + (y11 - y10) * v - leftY) / step
        for (let column = left; column < Math.min(tile.width, left + step); column++) {
          columns[row * tile.width + column] = leftX + alongX * (column - left)
          rows[row * tile.width + column] = leftY + alongY * (column - left)
        }
      }
    }
  }
  return { columns, rows }
}
