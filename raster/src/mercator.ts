/** EPSG:3857, the plane every raster is drawn on. */

/** Of the sphere that EPSG:3857 is made with. */
const EARTH_RADIUS_M = 6_378_137
const DEG = Math.PI / 180
/** Where the plane ends: it is a square. */
export const MOST_LATITUDE = 85.06

export const toMercator = (lon: number, lat: number): [x: number, y: number] => [
  EARTH_RADIUS_M * lon * DEG,
  EARTH_RADIUS_M * Math.log(Math.tan(Math.PI / 4 + (lat * DEG) / 2)),
]

export const fromMercator = (x: number, y: number): [lon: number, lat: number] => [
  x / EARTH_RADIUS_M / DEG,
  (2 * Math.atan(Math.exp(y / EARTH_RADIUS_M)) - Math.PI / 2) / DEG,
]

/** True metres on the ground for one unit of the plane at this northing. */
export const groundMetresPerUnit = (y: number): number => 1 / Math.cosh(y / EARTH_RADIUS_M)
