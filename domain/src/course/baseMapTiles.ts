/** Where one picture of a base map is: its place in the grid of Web Mercator, and the address that a service has for it. */
import { type BaseMapPictures, quadkeyOf } from './baseMap.ts'

export interface TilePlace {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Larger pictures are fewer requests, and fewer labels that a seam cuts. */
export const WMS_SIDE_PX = 512
const WORLD = 20_037_508.342789244
/** Web Mercator ends here. */
const MOST_LAT = 85.051_128

/** The address of one tile, whose host is one of several where the address names a range such as {a-c}. */
export const tileAddress = (template: string, { z, x, y }: TilePlace): string =>
  template
    .replace(/\{(.)-(.)\}/, (_, from: string, to: string) => {
      const first = from.charCodeAt(0)
      return String.fromCharCode(first + ((x + y) % (to.charCodeAt(0) - first + 1)))
    })
    .replaceAll('{z}', String(z))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y))
    .replaceAll('{-y}', String(2 ** z - 1 - y))
    .replaceAll('{q}', quadkeyOf(z, x, y))

/** The address of one square picture of a WMS; 1.3.0 says CRS where the versions before say SRS. */
export const pictureAddress = ({ url, version, params }: BaseMapPictures, { z, x, y }: TilePlace): string => {
  const side = (2 * WORLD) / 2 ** z
  const [left, top] = [-WORLD + x * side, WORLD - y * side]
  const parts = {
    ...params,
    SERVICE: 'WMS',
    REQUEST: 'GetMap',
    [version === '1.3.0' ? 'CRS' : 'SRS']: 'EPSG:3857',
    BBOX: [left, top - side, left + side, top].join(','),
    WIDTH: String(WMS_SIDE_PX),
    HEIGHT: String(WMS_SIDE_PX),
  }
  return `${url}?${Object.entries(parts)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')}`
}

/** The tile that holds a position. */
export const tileAt = (lonDeg: number, latDeg: number, z: number): TilePlace => {
  const count = 2 ** z
  const lat = (Math.min(Math.max(latDeg, -MOST_LAT), MOST_LAT) * Math.PI) / 180
  const within = (share: number): number => Math.min(Math.max(Math.floor(share * count), 0), count - 1)
  return { z, x: within(lonDeg / 360 + 0.5), y: within(0.5 - Math.asinh(Math.tan(lat)) / (2 * Math.PI)) }
}
