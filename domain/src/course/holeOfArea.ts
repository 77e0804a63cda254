/** To which hole an area belongs, by where it is: import and editor propose the same. */
import {
  contains,
  distanceToLineM,
  nearestOnLine,
  type PolygonXY,
  type PolylineXY,
  pointAlong,
} from '@greensward/geometry'

/** Areas farther from the line of a hole than this belong to none, metres. */
export const FARTHEST_FROM_HOLE_M = 90

/** Step in which a line is tried for being inside a polygon, metres. */
const STEP_M = 5
/** A line that is longer than this many steps is not a hole; trying all of it would take minutes. */
const MOST_STEPS = 1_000

const lengthOf = (line: PolylineXY): number => nearestOnLine(line, line[line.length - 1] ?? [0, 0])?.alongM ?? 0

const insideLengthM = (polygon: PolygonXY, line: PolylineXY): number => {
  const steps = Math.min(MOST_STEPS, Math.ceil(lengthOf(line) / STEP_M))
  let inside = 0
  for (let i = 0; i <= steps; i++) {
    const point = pointAlong(line, i * STEP_M)
    if (point !== undefined && contains({ outer: polygon.outer, holes: [] }, point)) inside += STEP_M
  }
  return inside
}

/**
 * How far an area is from a hole, metres; the farther below 0, the more of the hole's line is in it.
 * @param line from tee to green
 * @param end that the area can only be at: a green is at the end of its own hole, not where another hole passes
 */
export const awayFromHoleM = (polygon: PolygonXY, line: PolylineXY, end: 'tee' | 'green' | null): number => {
  const ring = [...polygon.outer, ...polygon.outer.slice(0, 1)]
  const awayM = (from: PolylineXY): number =>
    Math.min(
      ...from.map(point => (contains(polygon, point) ? 0 : distanceToLineM(ring, point))),
      ...polygon.outer.map(corner => distanceToLineM(from, corner)),
    )
  if (end === 'green') return awayM(line.slice(-1))
  if (end === 'tee') return awayM(line.slice(0, 1))
  const inside = insideLengthM(polygon, line)
  return inside > 0 ? -inside : awayM(line)
}
