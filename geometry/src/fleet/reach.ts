/** Where the blade of a cell may cut: over its seams, so that nothing stays uncut between two machines. */
import type { CoveragePlan } from '../coverage/plan.ts'
import { intersection, offset, union } from '../polygon/clipper.ts'
import { wayCheck } from '../polygon/fence.ts'
import { areaM2, ringsOf } from '../polygon/measure.ts'
import { distanceToLineM } from '../polyline.ts'
import { simplifyRing } from '../simplify.ts'
import type { PolygonXY, PolylineXY, Ring, XY } from '../units.ts'

const THIN_M = 0.003

/** Corners this near to a line are on it: cutting rounds to a tenth of a millimetre. */
const ON_LINE_M = 0.003

const closed = (ring: Ring): PolylineXY => [...ring, ...ring.slice(0, 1)]

/** Where a cell's seams meet the edge of the field. */
export const seamEndsOf = (cell: PolygonXY, others: readonly PolygonXY[], field: PolygonXY): readonly XY[] => {
  const edges = ringsOf([field]).map(closed)
  const theirs = ringsOf(others).map(closed)
  const on = (lines: readonly PolylineXY[], corner: XY): boolean =>
    lines.some(line => distanceToLineM(line, corner) < ON_LINE_M)
  return ringsOf([cell])
    .flat()
    .filter(corner => on(edges, corner) && on(theirs, corner))
}

const DISC_CORNERS = 32

const discRound = ([x, y]: XY, radiusM: number): PolygonXY => ({
  outer: Array.from({ length: DISC_CORNERS }, (_, i): XY => {
    const angle = (2 * Math.PI * i) / DISC_CORNERS
    return [x + radiusM * Math.cos(angle), y + radiusM * Math.sin(angle)]
  }),
  holes: [],
})

/** Round the whole frame: further out is nothing. */
const EVERYWHERE: PolygonXY = {
  outer: [
    [-1e6, -1e6],
    [1e6, -1e6],
    [1e6, 1e6],
    [-1e6, 1e6],
  ],
  holes: [],
}

/** Whether the machine's middle never comes into another's cell by more than it may cut over the seam. */
export const keepsOut = ({ legs }: CoveragePlan, others: readonly PolygonXY[], over: number): boolean => {
  const check = wayCheck([EVERYWHERE], offset(others, -over), ON_LINE_M)
  return legs.every(({ points }) => check.pathInside(points))
}

/**
 * Where the blade of a cell may cut: the cell and half a lap over its seams. Where a seam meets the edge of the field a width more,
 * so that the machine, its middle still on its own side, turns where the seam ends and two round corners leave nothing between them.
 */
export const reachOf = (
  cell: PolygonXY,
  boundary: PolygonXY,
  over: number,
  seamEnds: readonly XY[],
  widthM: number,
): PolygonXY => {
  const ends = seamEnds.map(end => discRound(end, widthM))
  const grown = intersection(union(offset([cell], over), ends), [boundary])
  const largest = grown.reduce<PolygonXY | undefined>(
    (best, piece) => (best === undefined || areaM2(piece) > areaM2(best) ? piece : best),
    undefined,
  )
  const { outer, holes } = largest ?? cell
  return { outer: simplifyRing(outer, THIN_M), holes: holes.map(hole => simplifyRing(hole, THIN_M)) }
}
