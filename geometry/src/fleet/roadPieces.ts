/** Roads as pieces between the places where they cross, meet or are entered. */
import { type Box, boxOf } from '../polygon/measure.ts'
import { distanceM, nearestOnSegment } from '../polyline.ts'
import { simplifyLine } from '../simplify.ts'
import type { PolylineXY, XY } from '../units.ts'

/** Roads are joined at their corners; long straights get corners of their own. */
const ROAD_STEP_M = 30

/** Ends of roads this near to another road are drawn to meet it. */
const MEET_M = 3

/** Roads traced from a recorded drive have a corner every metre. */
const ROAD_TOLERANCE_M = 0.5

interface Segment {
  readonly from: XY
  readonly to: XY
  /** The road that it is of. */
  readonly road: number
  readonly box: Box
  /** Where it is cut, 0 to 1. */
  readonly cuts: number[]
}

const segmentsOf = (roads: readonly PolylineXY[]): Segment[] =>
  roads.flatMap((road, index) =>
    road.slice(1).map((to, i): Segment => {
      const from = road[i] ?? to
      return { from, to, road: index, box: boxOf([from, to]), cuts: [0, 1] }
    }),
  )

/** Cuts two segments where they cross. */
const cutAtCrossing = (a: Segment, b: Segment): void => {
  const [dx, dy] = [a.to[0] - a.from[0], a.to[1] - a.from[1]]
  const [ex, ey] = [b.to[0] - b.from[0], b.to[1] - b.from[1]]
  const cross = dx * ey - dy * ex
  if (cross === 0) return
  const t = ((b.from[0] - a.from[0]) * ey - (b.from[1] - a.from[1]) * ex) / cross
  const u = ((b.from[0] - a.from[0]) * dy - (b.from[1] - a.from[1]) * dx) / cross
  if (!(t > 0 && t < 1 && u > 0 && u < 1)) return
  a.cuts.push(t)
  b.cuts.push(u)
}

const cutAtCrossings = (segments: readonly Segment[]): void => {
  const fromWest = segments.toSorted((a, b) => a.box.minX - b.box.minX)
  fromWest.forEach((a, i) => {
    for (let k = i + 1; k < fromWest.length; k++) {
      const b = fromWest[k]
      if (b === undefined || b.box.minX > a.box.maxX) return
      if (b.box.minY <= a.box.maxY && a.box.minY <= b.box.maxY) cutAtCrossing(a, b)
    }
  })
}

/** Pieces that join the end of a road to another road that it nearly meets. */
const joinedEnds = (roads: readonly PolylineXY[], segments: readonly Segment[]): (readonly [XY, XY])[] =>
  roads.flatMap((road, index) =>
    [road[0], road[road.length - 1]].flatMap(end => {
      if (end === undefined) return []
      return segments.flatMap(({ from, to, road: other, cuts }): (readonly [XY, XY])[] => {
        if (other === index) return []
        const near = nearestOnSegment(from, to, end)
        const wholeM = distanceM(from, to)
        if (wholeM === 0 || distanceM(near, end) > MEET_M) return []
        cuts.push(distanceM(from, near) / wholeM)
        return [[end, near]]
      })
    }),
  )

/** Cuts roads where they cross or meet, and every few metres. */
export const roadPieces = (drawn: readonly PolylineXY[]): (readonly [XY, XY])[] => {
  const roads = drawn.map(road => simplifyLine(road, ROAD_TOLERANCE_M))
  const segments = segmentsOf(roads)
  cutAtCrossings(segments)
  const joins = joinedEnds(roads, segments)
  const pieces = segments.flatMap(({ from, to, cuts }) => {
    const at = (t: number): XY => [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
    const places = [...new Set(cuts)].sort((a, b) => a - b)
    return places.slice(1).flatMap((end, k) => {
      const begin = places[k] ?? 0
      const count = Math.max(1, Math.ceil((distanceM(from, to) * (end - begin)) / ROAD_STEP_M))
      const corner = (n: number): XY => at(begin + ((end - begin) * n) / count)
      return Array.from({ length: count }, (_, n) => [corner(n), corner(n + 1)] as const)
    })
  })
  return [...joins, ...pieces].filter(([a, b]) => distanceM(a, b) > 1e-6)
}
