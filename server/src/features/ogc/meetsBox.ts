/** Whether a shape really meets a box, and not only the box round it: in the plane of their coordinates, as the standard asks. */
import type { CourseFeature, Position } from '@greensward/domain'
import type { LonLatBox } from '../../shared/course/featureBox.ts'

const isIn = ([lon, lat]: Position, [west, south, east, north]: LonLatBox): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north

/** Clips the segment by each side in turn (Liang and Barsky); something is left where it meets the box. */
const segmentMeets = ([x0, y0]: Position, [x1, y1]: Position, [west, south, east, north]: LonLatBox): boolean => {
  let [from, to] = [0, 1]
  for (const [towards, room] of [
    [x0 - x1, x0 - west],
    [x1 - x0, east - x0],
    [y0 - y1, y0 - south],
    [y1 - y0, north - y0],
  ] as const) {
    if (towards === 0) {
      if (room < 0) return false
    } else if (towards < 0) from = Math.max(from, room / towards)
    else to = Math.min(to, room / towards)
    if (from > to) return false
  }
  return true
}

const lineMeets = (line: readonly Position[], box: LonLatBox): boolean =>
  line.some((position, i) => {
    const before = line[i - 1]
    return before === undefined ? isIn(position, box) : segmentMeets(before, position, box)
  })

export const ringHolds = (ring: readonly Position[], [x, y]: Position): boolean => {
  let inside = false
  for (const [i, [x1, y1]] of ring.entries()) {
    const [x0, y0] = ring[i - 1] ?? ring[ring.length - 1] ?? [x1, y1]
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside
  }
  return inside
}

/** @param box in the system of the geometry */
export const meetsBox = (geometry: CourseFeature['geometry'], box: LonLatBox): boolean => {
  // A radius is a point to other programs, and meets what its point meets.
  if (geometry.type === 'Point') return isIn(geometry.coordinates, box)
  if (geometry.type === 'LineString') return lineMeets(geometry.coordinates, box)
  if (geometry.coordinates.some(ring => lineMeets(ring, box))) return true
  // No edge meets it, so the box is wholly in the polygon, wholly in a hole or wholly outside.
  const corner: Position = [box[0], box[1]]
  const [outer = [], ...holes] = geometry.coordinates
  return ringHolds(outer, corner) && !holes.some(hole => ringHolds(hole, corner))
}
