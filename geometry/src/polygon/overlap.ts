import type { PolygonXY } from '../units.ts'
import { intersection, offset } from './clipper.ts'
import { boxesMeet, boxOf, totalAreaM2 } from './measure.ts'

/** Neighbours drawn along the same edge may lap over by this much without counting as an intersection. */
const EDGE_TOLERANCE_M = 0.01

/** Area that two polygons have in common, square metres. */
export const overlapAreaM2 = (a: PolygonXY, b: PolygonXY): number =>
  boxesMeet(boxOf(a.outer), boxOf(b.outer)) ? totalAreaM2(intersection([a], [b])) : 0

/** Whether two polygons have ground in common; sharing an edge, or lapping over by up to `toleranceM`, is none. */
export const polygonsIntersect = (a: PolygonXY, b: PolygonXY, toleranceM = EDGE_TOLERANCE_M): boolean => {
  if (!boxesMeet(boxOf(a.outer), boxOf(b.outer))) return false
  const common = intersection([a], [b])
  // A strip narrower than the tolerance is gone after shrinking it by half of that.
  return offset(common, -toleranceM / 2).length > 0
}
