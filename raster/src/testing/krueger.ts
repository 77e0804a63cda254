/**
 * Transverse Mercator by Krüger's series to the fourth order (L. Krüger 1912, as in Karney 2011), written for tests from
 * the paper alone, so that it judges the projections that the product takes from a library.
 */
const DEG = Math.PI / 180

/** @returns easting and northing in metres, within a micrometre near the central meridian */
export const utm = (lon: number, lat: number, centralMeridian: number): [east: number, north: number] => {
  const a = 6_378_137
  const f = 1 / 298.257223563
  const n = f / (2 - f)
  const A = (a / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64)
  const alpha = [
    n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3 + (41 / 180) * n ** 4,
    (13 / 48) * n ** 2 - (3 / 5) * n ** 3 + (557 / 1440) * n ** 4,
    (61 / 240) * n ** 3 - (103 / 140) * n ** 4,
    (49_561 / 161_280) * n ** 4,
  ]
  const e = Math.sqrt(f * (2 - f))
  const phi = lat * DEG
  const lambda = (lon - centralMeridian) * DEG
  const t = Math.sinh(Math.atanh(Math.sin(phi)) - e * Math.atanh(e * Math.sin(phi)))
  const xi = Math.atan2(t, Math.cos(lambda))
  const eta = Math.atanh(Math.sin(lambda) / Math.hypot(1, t))
  const along = (series: (j: number) => number): number =>
    alpha.reduce((sum, term, index) => sum + term * series(2 * (index + 1)), 0)
  const east = 500_000 + 0.9996 * A * (eta + along(j => Math.cos(j * xi) * Math.sinh(j * eta)))
  const north = 0.9996 * A * (xi + along(j => Math.sin(j * xi) * Math.cosh(j * eta)))
  return [east, north]
}

/** EPSG:3857 from the definition. */
export const mercator = (lon: number, lat: number): [x: number, y: number] => [
  6_378_137 * lon * DEG,
  6_378_137 * Math.asinh(Math.tan(lat * DEG)),
]
