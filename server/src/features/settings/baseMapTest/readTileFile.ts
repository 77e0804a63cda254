/** The header of a file of tiles: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md#3-header */
import type { BaseMapProblem } from '@greensward/contract'

export const HEADER_BYTES = 127
const DEGREE = 1e7
/** Types 1 and 6 are vector tiles. */
const TYPES: Readonly<Record<number, string>> = { 2: 'png', 3: 'jpg', 4: 'webp', 5: 'avif' }

export interface TileFileFault {
  readonly problem: BaseMapProblem
  readonly params: Readonly<Record<string, string>>
}

interface Place {
  readonly lon: number
  readonly lat: number
}

/** @returns the type of its pictures, or why the map cannot draw the place from it */
export const readTileFile = (header: Buffer, { lon, lat }: Place): string | TileFileFault => {
  const isOurs = header.length >= HEADER_BYTES && header.toString('latin1', 0, 7) === 'PMTiles' && header[7] === 3
  if (!isOurs) return { problem: 'notPmtiles', params: {} }
  const type = TYPES[header[99] ?? 0]
  if (type === undefined) return { problem: 'vectorTiles', params: {} }
  const [west = 0, south = 0, east = 0, north = 0] = [102, 106, 110, 114].map(at => header.readInt32LE(at) / DEGREE)
  const isInside = lon >= west && lon <= east && lat >= south && lat <= north
  return isInside ? type : { problem: 'outside', params: {} }
}
