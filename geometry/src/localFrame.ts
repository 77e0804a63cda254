import type { LonLat, XY } from './units.ts'

// WGS 84 (NGA.STND.0036): semi-major axis in metres and first eccentricity squared.
const SEMI_MAJOR_AXIS_M = 6378137
const ECCENTRICITY_SQUARED = 6.69437999014e-3
const DEG = Math.PI / 180

/** A flat metric frame round an origin: exact at the origin, about 1 mm off over 1 km at golf latitudes. */
export interface LocalFrame {
  readonly origin: LonLat
  toLocal(position: LonLat): XY
  toLonLat(point: XY): LonLat
}

/**
 * East-north frame from the ellipsoid's radii of curvature at the origin's latitude, so that a metre is a metre in
 * Iceland as at the equator (a plain equal-area or Mercator projection is not).
 * @param origin degrees, EPSG:4326
 */
export const localFrame = (origin: LonLat): LocalFrame => {
  const sin = Math.sin(origin[1] * DEG)
  const w = Math.sqrt(1 - ECCENTRICITY_SQUARED * sin * sin)
  const eastM = (SEMI_MAJOR_AXIS_M / w) * Math.cos(origin[1] * DEG) * DEG
  const northM = ((SEMI_MAJOR_AXIS_M * (1 - ECCENTRICITY_SQUARED)) / w ** 3) * DEG
  return {
    origin,
    toLocal: ([lon, lat]) => [(lon - origin[0]) * eastM, (lat - origin[1]) * northM],
    toLonLat: ([x, y]) => [origin[0] + x / eastM, origin[1] + y / northM],
  }
}
