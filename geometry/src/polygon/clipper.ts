import { Clipper, ClipperOffset, EndType, FillRule, JoinType, type Paths64 } from 'clipper2-ts'
import type { PolygonXY, PolylineXY, Ring, XY } from '../units.ts'
import { boxOf, signedAreaM2 } from './measure.ts'
import { nest } from './nest.ts'

/**
 * The only file that knows Clipper2. It works on integers; a unit of 0.1 mm keeps a course of 10 km well inside the
 * range in which its products are exact, and is 100 times finer than RTK.
 */
const UNITS_PER_M = 10_000

/** How far a rounded corner may be from its true arc. */
const ARC_TOLERANCE_M = 0.005

const toPath = (ring: readonly XY[]): { x: number; y: number }[] =>
  ring.map(([x, y]) => ({ x: Math.round(x * UNITS_PER_M), y: Math.round(y * UNITS_PER_M) }))

const orientedPath = (ring: Ring, counterClockwise: boolean) => {
  const path = toPath(ring)
  return signedAreaM2(ring) > 0 === counterClockwise ? path : path.reverse()
}

// Outer rings run counter-clockwise and holes clockwise, so that the non-zero rule reads many polygons as their union.
const toPaths = (polygons: readonly PolygonXY[]): Paths64 =>
  polygons.flatMap(({ outer, holes }) => [orientedPath(outer, true), ...holes.map(hole => orientedPath(hole, false))])

const toPolygons = (paths: Paths64): PolygonXY[] =>
  nest(paths.map(path => path.map(({ x, y }): XY => [x / UNITS_PER_M, y / UNITS_PER_M])))

/** How the outward corners of an offset are made. */
export type OffsetCorners = 'round' | 'mitre'

/**
 * Grows (`deltaM` > 0) or shrinks (`deltaM` < 0) polygons by a distance; what grows together is merged. Corners that turn
 * away from the move are rounded, to 5 mm unless given otherwise; the input must be finite.
 */
export const offset = (
  polygons: readonly PolygonXY[],
  deltaM: number,
  corners: OffsetCorners = 'round',
  arcToleranceM = ARC_TOLERANCE_M,
): PolygonXY[] => {
  if (polygons.length === 0) return []
  const paths = toPaths(polygons)
  if (deltaM === 0) return toPolygons(Clipper.union(paths, FillRule.NonZero))
  const clipper = new ClipperOffset(4, arcToleranceM * UNITS_PER_M)
  clipper.addPaths(paths, corners === 'round' ? JoinType.Round : JoinType.Miter, EndType.Polygon)
  const solution: Paths64 = []
  clipper.execute(deltaM * UNITS_PER_M, solution)
  return toPolygons(solution)
}

/** The strip within `radiusM` of open lines: with ends cut `flat` at the last point or `round` past it. */
export const bufferLines = (lines: readonly PolylineXY[], radiusM: number, ends: 'flat' | 'round'): PolygonXY[] => {
  const usable = lines.filter(line => line.length > 1)
  if (usable.length === 0 || radiusM <= 0) return []
  const clipper = new ClipperOffset(2, ARC_TOLERANCE_M * UNITS_PER_M)
  clipper.addPaths(usable.map(toPath), JoinType.Round, ends === 'flat' ? EndType.Butt : EndType.Round)
  const solution: Paths64 = []
  clipper.execute(radiusM * UNITS_PER_M, solution)
  return toPolygons(solution)
}

/** Everything that is in at least one of the polygons. */
export const union = (...groups: readonly (readonly PolygonXY[])[]): PolygonXY[] =>
  toPolygons(Clipper.union(toPaths(groups.flat()), FillRule.NonZero))

/** The area in `a` and not in `b`. */
export const difference = (a: readonly PolygonXY[], b: readonly PolygonXY[]): PolygonXY[] =>
  a.length === 0 ? [] : toPolygons(Clipper.difference(toPaths(a), toPaths(b), FillRule.NonZero))

/** The area both in `a` and in `b`. */
export const intersection = (a: readonly PolygonXY[], b: readonly PolygonXY[]): PolygonXY[] =>
  a.length === 0 || b.length === 0 ? [] : toPolygons(Clipper.intersect(toPaths(a), toPaths(b), FillRule.NonZero))

/** Corners of `a` this near to the box of `b` stay as they are. */
const NEAR_M = 1

/** `intersection` for a `b` that is much smaller than `a`: quicker, as `a` has few corners beyond the box of `b`. */
export const intersectionNear = (a: readonly PolygonXY[], b: readonly PolygonXY[]): PolygonXY[] => {
  if (a.length === 0 || b.length === 0) return []
  const box = boxOf(b.flatMap(({ outer }) => outer))
  const [minX, minY] = [(box.minX - NEAR_M) * UNITS_PER_M, (box.minY - NEAR_M) * UNITS_PER_M]
  const [maxX, maxY] = [(box.maxX + NEAR_M) * UNITS_PER_M, (box.maxY + NEAR_M) * UNITS_PER_M]
  const sidesOf = ({ x, y }: PathCorner): number =>
    (x < minX ? 1 : 0) + (x > maxX ? 2 : 0) + (y < minY ? 4 : 0) + (y > maxY ? 8 : 0)
  const near = toPaths(a).map(path => withoutRuns(path, sidesOf))
  return toPolygons(Clipper.intersect(near, toPaths(b), FillRule.NonZero))
}

interface PathCorner {
  readonly x: number
  readonly y: number
}

/** Of corners that follow each other on one side of a box only the first and the last stay: in the box nothing changes. */
const withoutRuns = <C extends PathCorner>(path: readonly C[], sidesOf: (corner: C) => number): C[] => {
  const kept: C[] = []
  let common = 0
  path.forEach((corner, i) => {
    const next = path[i + 1] ?? path[0] ?? corner
    const sides = sidesOf(corner)
    if (kept.length > 0 && (common & sides & sidesOf(next)) !== 0) {
      common &= sides
      return
    }
    kept.push(corner)
    common = sides
  })
  return kept
}
