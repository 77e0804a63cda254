/** Lengths of what was driven. */
import type { Position } from '@greensward/domain'

const METRES_A_DEGREE = 111_320

/** Metres between two positions near each other, to three parts in a thousand: enough to tell near from far. */
export const apartM = ([lonA, latA]: Position, [lonB, latB]: Position): number =>
  Math.hypot((lonB - lonA) * Math.cos((latA * Math.PI) / 180), latB - latA) * METRES_A_DEGREE

/** The point that is farthest from home; the entry without a home. */
export const farthestFrom = (points: readonly Position[], home: Position | undefined, entry: Position): Position =>
  home === undefined
    ? entry
    : points.reduce((worst, point) => (apartM(point, home) > apartM(worst, home) ? point : worst), entry)

const RAD = Math.PI / 180

/** Metres along a path, on the WGS 84 ellipsoid: series for the length of a degree, better than a metre in a hundred kilometres. */
export const pathLengthM = (points: readonly Position[]): number => {
  let sum = 0
  let last: Position | undefined
  for (const point of points) {
    if (last !== undefined) {
      const lat = ((last[1] + point[1]) / 2) * RAD
      const northM = 111_132.92 - 559.82 * Math.cos(2 * lat) + 1.175 * Math.cos(4 * lat)
      const eastM = 111_412.84 * Math.cos(lat) - 93.5 * Math.cos(3 * lat)
      sum += Math.hypot((point[0] - last[0]) * eastM, (point[1] - last[1]) * northM)
    }
    last = point
  }
  return sum
}
