import { distanceM, nearestOnLine } from '../polyline.ts'
import type { PolygonXY, PolylineXY, XY } from '../units.ts'
import { bufferLines, difference } from './clipper.ts'
import { heal } from './heal.ts'
import { areaM2 } from './measure.ts'

/** Half the width of the cut that is made first and closed again afterwards. */
const KERF_M = 0.000_2

/** A line that ends on the edge is meant to cross it. */
const OVERSHOOT_M = 0.01

/** A part smaller than this is a slip of the pen. */
const LEAST_AREA_M2 = 0.01

const lengthened = (from: XY | undefined, end: XY | undefined): XY | undefined => {
  if (from === undefined || end === undefined) return end
  const length = distanceM(from, end)
  if (length === 0) return end
  const share = OVERSHOOT_M / length
  return [end[0] + (end[0] - from[0]) * share, end[1] + (end[1] - from[1]) * share]
}

/**
 * Cuts a polygon along a line, the largest part first; parts share the corners along the cut to 0.5 mm. One part when the
 * line does not cross from edge to edge.
 */
export const splitPolygon = (polygon: PolygonXY, line: PolylineXY): PolygonXY[] => {
  const first = lengthened(line[1], line[0])
  const last = lengthened(line[line.length - 2], line[line.length - 1])
  if (line.length < 2 || first === undefined || last === undefined) return [polygon]
  const long = [first, ...line.slice(1, -1), last]
  const kerf = bufferLines([long], KERF_M, 'flat')
  const parts = difference([polygon], kerf).filter(part => areaM2(part) > LEAST_AREA_M2)
  if (parts.length < 2) return [polygon]
  const onLine = (corner: XY): XY => {
    const nearest = nearestOnLine(long, corner)
    return nearest === undefined || nearest.distanceM > KERF_M * 2 ? corner : nearest.point
  }
  const straightened = parts.map(({ outer, holes }) => ({
    outer: outer.map(onLine),
    holes: holes.map(hole => hole.map(onLine)),
  }))
  return heal(straightened, [polygon], KERF_M * 3, line).sort((a, b) => areaM2(b) - areaM2(a))
}
