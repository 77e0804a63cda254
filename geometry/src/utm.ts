/** The metric grid of UTM on WGS84, by Krüger's series: exact to a millimetre within a zone. */
import type { LonLat, XY } from './units.ts'

export interface UtmFrame {
  /** @param xy metres east and north of the origin, along the grid */
  toLonLat(xy: XY): LonLat
  toXY(at: LonLat): XY
}

const DEG = Math.PI / 180
/** WGS84: metres, and the flattening. */
const EQUATOR_M = 6_378_137
const FLATTENING = 1 / 298.257223563
/** At the central meridian of a zone. */
const SCALE = 0.9996

const n = FLATTENING / (2 - FLATTENING)
const ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING))
const RADIUS_M = (SCALE * EQUATOR_M * (1 + n ** 2 / 4 + n ** 4 / 64)) / (1 + n)

const ALPHA = [
  n / 2 - (2 * n ** 2) / 3 + (5 * n ** 3) / 16 + (41 * n ** 4) / 180,
  (13 * n ** 2) / 48 - (3 * n ** 3) / 5 + (557 * n ** 4) / 1440,
  (61 * n ** 3) / 240 - (103 * n ** 4) / 140,
  (49_561 * n ** 4) / 161_280,
]
const BETA = [
  n / 2 - (2 * n ** 2) / 3 + (37 * n ** 3) / 96 - n ** 4 / 360,
  n ** 2 / 48 + n ** 3 / 15 - (437 * n ** 4) / 1440,
  (17 * n ** 3) / 480 - (37 * n ** 4) / 840,
  (4397 * n ** 4) / 161_280,
]
const DELTA = [
  2 * n - (2 * n ** 2) / 3 - 2 * n ** 3 + (116 * n ** 4) / 45,
  (7 * n ** 2) / 3 - (8 * n ** 3) / 5 - (227 * n ** 4) / 45,
  (56 * n ** 3) / 15 - (136 * n ** 4) / 35,
  (4279 * n ** 4) / 630,
]

const series = (factors: readonly number[], term: (multiple: number) => number): number =>
  factors.reduce((sum, factor, index) => sum + factor * term(2 * (index + 1)), 0)

/** The zones over Norway and Svalbard have other limits than all others. */
export const utmZone = ([lon, lat]: LonLat): number => {
  if (lat >= 56 && lat < 64 && lon >= 3 && lon < 12) return 32
  if (lat >= 72 && lat < 84 && lon >= 0 && lon < 42) return lon < 9 ? 31 : lon < 21 ? 33 : lon < 33 ? 35 : 37
  return Math.min(60, Math.floor((lon + 180) / 6) + 1)
}

const project = ([lon, lat]: LonLat, meridianDeg: number): XY => {
  const sine = Math.sin(lat * DEG)
  const lambda = (lon - meridianDeg) * DEG
  const t = Math.sinh(Math.atanh(sine) - ECCENTRICITY * Math.atanh(ECCENTRICITY * sine))
  const xi = Math.atan2(t, Math.cos(lambda))
  const eta = Math.atanh(Math.sin(lambda) / Math.sqrt(1 + t * t))
  return [
    RADIUS_M * (eta + series(ALPHA, k => Math.cos(k * xi) * Math.sinh(k * eta))),
    RADIUS_M * (xi + series(ALPHA, k => Math.sin(k * xi) * Math.cosh(k * eta))),
  ]
}

const unproject = ([east, north]: XY, meridianDeg: number): LonLat => {
  const xi = north / RADIUS_M
  const eta = east / RADIUS_M
  const xiOnSphere = xi - series(BETA, k => Math.sin(k * xi) * Math.cosh(k * eta))
  const etaOnSphere = eta - series(BETA, k => Math.cos(k * xi) * Math.sinh(k * eta))
  const chi = Math.asin(Math.sin(xiOnSphere) / Math.cosh(etaOnSphere))
  const lambda = Math.atan2(Math.sinh(etaOnSphere), Math.cos(xiOnSphere))
  return [meridianDeg + lambda / DEG, (chi + series(DELTA, k => Math.sin(k * chi))) / DEG]
}

/** Metres along the grid of the origin's zone, counted from the origin. Its north is not true north: the grid converges. */
export const utmFrame = (origin: LonLat): UtmFrame => {
  const meridianDeg = utmZone(origin) * 6 - 183
  const [originEast, originNorth] = project(origin, meridianDeg)
  return {
    toLonLat: ([x, y]) => unproject([originEast + x, originNorth + y], meridianDeg),
    toXY: at => {
      const [east, north] = project(at, meridianDeg)
      return [east - originEast, north - originNorth]
    },
  }
}
