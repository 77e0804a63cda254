/** Whole shapes with other corners: fewer of them, curves through them, or all of them turned and scaled. */
import type { CourseFeature } from '@greensward/domain'
import { type Ring, simplifyLine, simplifyRing, type XY } from '@greensward/geometry'
import { pathsOf, withPaths } from './corners.ts'
import type { Plane } from './plane.ts'

/** A boundary may move by this much when it gets fewer corners, metres: less than a mower's own error. */
export const SIMPLER_WITHIN_M = 0.2
/** A curve is drawn by chords that stay this close to it, metres. */
const CHORD_WITHIN_M = 0.05
/** Points between two corners from which those chords are chosen. */
const STEPS = 16

export const cornersOf = (feature: CourseFeature): number =>
  pathsOf(feature).reduce((sum, path) => sum + path.length, 0)

const isClosed = ({ geometry }: CourseFeature): boolean => geometry.type === 'Polygon'

const thinned = (line: Ring, closed: boolean, withinM: number): Ring =>
  closed ? simplifyRing(line, withinM) : simplifyLine(line, withinM)

const reshaped = (feature: CourseFeature, plane: Plane, change: (path: Ring) => Ring): CourseFeature =>
  withPaths(
    feature,
    pathsOf(feature).map(path => change(path.map(plane.toFlat)).map(plane.toPosition)),
  ) ?? feature

/** Without the corners that its shape does not need. */
export const simplified = (feature: CourseFeature, plane: Plane): CourseFeature =>
  reshaped(feature, plane, path => thinned(path, isClosed(feature), SIMPLER_WITHIN_M))

/** Of a centripetal Catmull-Rom spline between two of its points: it has no loops, and goes through all of them. */
const between = (before: XY, from: XY, to: XY, after: XY, share: number): XY => {
  // Two corners on one spot would divide by zero.
  const knot = (a: XY, b: XY): number => Math.max(1e-6, Math.sqrt(Math.hypot(b[0] - a[0], b[1] - a[1])))
  const [d1, d2, d3] = [knot(before, from), knot(from, to), knot(to, after)]
  const at = (axis: 0 | 1): number => {
    const start =
      d2 * ((from[axis] - before[axis]) / d1 - (to[axis] - before[axis]) / (d1 + d2)) + to[axis] - from[axis]
    const end = d2 * ((after[axis] - to[axis]) / d3 - (after[axis] - from[axis]) / (d2 + d3)) + to[axis] - from[axis]
    const [a, b] = [2 * (from[axis] - to[axis]) + start + end, -3 * (from[axis] - to[axis]) - 2 * start - end]
    return ((a * share + b) * share + start) * share + from[axis]
  }
  return [at(0), at(1)]
}

const curved = (path: Ring, closed: boolean): Ring => {
  const count = path.length
  if (count < 3) return path
  const at = (index: number): XY =>
    path[closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)] ?? [0, 0]
  const points: XY[] = []
  for (let i = 0; i < (closed ? count : count - 1); i++)
    for (let part = 0; part < STEPS; part++) points.push(between(at(i - 1), at(i), at(i + 1), at(i + 2), part / STEPS))
  if (!closed) points.push(at(count - 1))
  return thinned(points, closed, CHORD_WITHIN_M)
}

/** With a curve through its corners. */
export const smoothed = (feature: CourseFeature, plane: Plane): CourseFeature =>
  reshaped(feature, plane, path => curved(path, isClosed(feature)))

/** The middle of the box around some features, metres on the plane. */
export const middleOf = (features: readonly CourseFeature[], plane: Plane): XY => {
  const flats = features.map(plane.flatOf)
  const left = Math.min(...flats.map(({ minX }) => minX))
  const right = Math.max(...flats.map(({ maxX }) => maxX))
  const bottom = Math.min(...flats.map(({ minY }) => minY))
  const top = Math.max(...flats.map(({ maxY }) => maxY))
  return [(left + right) / 2, (bottom + top) / 2]
}

export interface Turn {
  /** Clockwise. */
  readonly turnDeg: number
  /** 1 leaves the size as it is. */
  readonly scale: number
}

/** Turned and scaled around a place of the plane; what is round gets its radius scaled. */
export const turned = (feature: CourseFeature, [x0, y0]: XY, { turnDeg, scale }: Turn, plane: Plane): CourseFeature => {
  const turn = (turnDeg * Math.PI) / 180
  const [cos, sin] = [scale * Math.cos(turn), scale * Math.sin(turn)]
  const after = reshaped(feature, plane, path =>
    path.map(([x, y]): XY => [x0 + (x - x0) * cos + (y - y0) * sin, y0 - (x - x0) * sin + (y - y0) * cos]),
  )
  if (after.kind !== 'radius') return after
  const radiusM = Math.min(1_000, Math.max(0.1, Math.round(after.properties.radiusM * scale * 100) / 100))
  return { ...after, properties: { ...after.properties, radiusM } }
}
