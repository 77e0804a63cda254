import type { PolygonXY, Ring, XY } from '../units.ts'

/** Whether a point is inside a ring; for a point exactly on the ring either answer may come. */
export const ringContains = (ring: Ring, [x, y]: XY): boolean => {
  let inside = false
  let previous = ring[ring.length - 1]
  for (const corner of ring) {
    if (previous !== undefined && corner[1] > y !== previous[1] > y) {
      const crossingX = corner[0] + ((previous[0] - corner[0]) * (y - corner[1])) / (previous[1] - corner[1])
      if (x < crossingX) inside = !inside
    }
    previous = corner
  }
  return inside
}

/** Whether a point is inside a polygon and in none of its holes; points on an edge may get either answer. */
export const contains = (polygon: PolygonXY, point: XY): boolean =>
  ringContains(polygon.outer, point) && !polygon.holes.some(hole => ringContains(hole, point))
