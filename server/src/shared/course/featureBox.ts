import type { CourseFeature, Position } from '@greensward/domain'

/** West, south, east, north in degrees. */
export type LonLatBox = readonly [number, number, number, number]

const METRES_A_DEGREE = 111_000

export const boxOfPositions = (positions: readonly Position[]): LonLatBox => {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [lon, lat] of positions) {
    if (lon < west) west = lon
    if (lon > east) east = lon
    if (lat < south) south = lat
    if (lat > north) north = lat
  }
  return [west, south, east, north]
}

/** The box round all of a feature; a radius counts with its circle. */
export const boxOfFeature = (feature: CourseFeature): LonLatBox => {
  switch (feature.geometry.type) {
    case 'Polygon':
      return boxOfPositions(feature.geometry.coordinates[0] ?? [])
    case 'LineString':
      return boxOfPositions(feature.geometry.coordinates)
    case 'Point': {
      const [lon, lat] = feature.geometry.coordinates
      const reachM = feature.kind === 'radius' ? feature.properties.radiusM : 0
      const north = reachM / METRES_A_DEGREE
      const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
      return [lon - east, lat - north, lon + east, lat + north]
    }
  }
}

/** The box round all of these; one that touches nothing for none. */
export const boxAround = (boxes: readonly LonLatBox[]): LonLatBox => {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const box of boxes) {
    west = Math.min(west, box[0])
    south = Math.min(south, box[1])
    east = Math.max(east, box[2])
    north = Math.max(north, box[3])
  }
  return [west, south, east, north]
}

export const boxesTouch = (a: LonLatBox, b: LonLatBox): boolean =>
  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]

/** About `metres` wider on every side. */
export const widened = (box: LonLatBox, metres: number): LonLatBox => {
  const north = metres / METRES_A_DEGREE
  const east = north / Math.max(0.01, Math.cos((box[1] * Math.PI) / 180))
  return [box[0] - east, box[1] - north, box[2] + east, box[3] + north]
}
