import { contains } from '../../polygon/contains.ts'
import { type Fence, fenceOf } from '../../polygon/fence.ts'
import { areaM2, boxesMeet, boxOf, ringsOf } from '../../polygon/measure.ts'
import { quickOffset } from '../../polygon/quickOffset.ts'
import { distanceM, distanceToLineM } from '../../polyline.ts'
import type { PolygonXY, PolylineXY, Ring, XY } from '../../units.ts'
import { type RingWay, ringWay } from './ring.ts'

/** Whether the body driven along a line stays out of obstacles. */
type KeepsOut = (line: PolylineXY) => boolean

/** Farther along a headland pass than this before and behind a corner the body no longer turns because of it. */
const RUN_UP_M = 0.5

/**
 * The corners along which a headland pass that has all of them can be driven. A tongue without room to turn at its end is cut
 * where there is room, for a body that turns on the spot there.
 * @param passesWith the headland passes with some corners
 */
export const drivableCorners = (
  corners: readonly PolygonXY[],
  passesWith: (corners: readonly PolygonXY[]) => readonly PolygonXY[],
  keepsOut: KeepsOut,
): readonly PolygonXY[] => {
  if (corners.length === 0) return corners
  const passes = passesWith(corners)
  const stuck = stuckOn(passes, corners, keepsOut)
  if (stuck.length === 0) return corners
  const free = corners.filter(corner => !stuck.some(at => isNear(corner, at)))
  const fence = fenceOf(passes)
  const cut = corners.flatMap(corner => {
    const within = stuck.filter(at => isNear(corner, at))
    return within.length === 0 ? [] : (cutBefore(corner, within, fence, keepsOut) ?? [])
  })
  if (cut.length === 0) return free
  const tried = [...free, ...cut]
  const left = stuckOn(passesWith(tried), tried, keepsOut)
  return tried.filter(corner => !left.some(at => isNear(corner, at)))
}

const isNear = (corner: PolygonXY, at: XY): boolean =>
  boxesMeet(boxOf(corner.outer), boxOf([at]), RUN_UP_M) &&
  (contains(corner, at) || distanceToLineM(closed(corner.outer), at) < RUN_UP_M)

const closed = (ring: Ring): XY[] => [...ring, ...ring.slice(0, 1)]

/** Places on headland passes, on one of the corners, at which the body comes too near to an obstacle. */
const stuckOn = (passes: readonly PolygonXY[], corners: readonly PolygonXY[], keepsOut: KeepsOut): XY[] => {
  const boxes = corners.map(({ outer }) => boxOf(outer))
  const isAsked = (a: XY, b: XY): boolean => boxes.some(box => boxesMeet(box, boxOf([a, b]), RUN_UP_M))
  return ringsOf(passes).flatMap(ring => {
    const places = inSteps(ring, isAsked)
    return places.filter((at, i) => {
      if (!isAsked(at, at)) return false
      const before = places[(i + places.length - 1) % places.length] ?? at
      const next = places[(i + 1) % places.length] ?? at
      return !keepsOut([before, at, next])
    })
  })
}

/** On a long straight piece the body is looked at as often as this. */
const LOOK_M = 2

/** The corners of a ring, and places between those whose edge is asked for. */
const inSteps = (ring: Ring, isAsked: (a: XY, b: XY) => boolean): XY[] =>
  ring.flatMap((a, i) => {
    const b = ring[(i + 1) % ring.length] ?? a
    const steps = isAsked(a, b) ? Math.max(1, Math.ceil(distanceM(a, b) / LOOK_M)) : 1
    return Array.from({ length: steps }, (_, k): XY => {
      const along = k / steps
      return [a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along]
    })
  })

/** Two lines that are nearer than this are one. */
const SLACK_M = 0.005

/** Places farther apart than this along a pass are at different ends of a tongue. */
const ONE_END_M = 4

/** The cut is tried this much farther from the end each time. */
const STEP_M = 0.5
const STEP_SHARE = 0.05

/** By how much the cut begins nearer to the end on one side: slanted, it asks the body to turn beside one edge alone. */
const SKEWS_M = [0, 1, -1, 2, -2, 3, -3, 4, -4, 6, -6, 8, -8, 11, -11] as const

/** Along a pass so far from a place the body does not cover it. */
const BODY_REACH_M = 3

/** Least ground for the middle of the blade, square metres: a smaller tongue is not worth its turn. */
const LEAST_TONGUE_M2 = 1

/** A tongue with each of its ends cut where the body can turn; undefined where it cannot. */
const cutBefore = (
  tongue: PolygonXY,
  stuck: readonly XY[],
  passes: Fence,
  keepsOut: KeepsOut,
): PolygonXY | undefined => {
  const outline = ringWay(tongue.outer)
  const places = stuck.map(at => outline.nearest(at).alongM)
  let { outer } = tongue
  for (const [fromM, toM] of endsAlong(places, outline.lengthM)) {
    const way = ringWay(outer)
    const [first, last] = [fromM, toM].map(alongM => way.nearest(outline.poseAt(alongM).at).alongM)
    if (first === undefined || last === undefined) return undefined
    const rest = withoutEnd(way, first, last < first ? last + way.lengthM : last, outer, passes, keepsOut)
    if (rest === undefined) return undefined
    outer = rest
  }
  return areaM2({ outer, holes: [] }) < LEAST_TONGUE_M2 ? undefined : { outer, holes: tongue.holes }
}

/** The stretches of a closed way that hold some places on it; the second number may be beyond its length. */
const endsAlong = (places: readonly number[], totalM: number): [number, number][] => {
  const sorted = [...places].sort((a, b) => a - b)
  const ends: [number, number][] = []
  for (const placeM of sorted) {
    const last = ends.at(-1)
    if (last !== undefined && placeM - last[1] < ONE_END_M) last[1] = placeM
    else ends.push([placeM, placeM])
  }
  const [first] = ends
  const last = ends.at(-1)
  if (first !== undefined && last !== undefined && ends.length > 1 && first[0] + totalM - last[1] < ONE_END_M) {
    last[1] = first[1] + totalM
    ends.shift()
  }
  return ends
}

/** A tongue up to a straight line between two places on either side of its end. */
const withoutEnd = (
  way: RingWay,
  fromM: number,
  toM: number,
  outer: Ring,
  passes: Fence,
  keepsOut: KeepsOut,
): Ring | undefined => {
  const inside = fenceOf(quickOffset([{ outer, holes: [] }], SLACK_M, SLACK_M))
  const mostM = way.lengthM - (toM - fromM)
  for (let cutM = 0; cutM < mostM; cutM += Math.max(STEP_M, cutM * STEP_SHARE)) {
    let isOnPass = false
    for (const skewM of SKEWS_M) {
      const [fromAt, toAt] = [fromM - (cutM + skewM) / 2, toM + (cutM - skewM) / 2]
      if (fromAt > fromM || toAt < toM) continue
      const [a, b] = [way.poseAt(fromAt).at, way.poseAt(toAt).at]
      if ([a, b].some(at => passes.distanceM(at, SLACK_M) >= SLACK_M)) continue
      isOnPass = true
      if (distanceM(a, b) < SLACK_M || !inside.clear(a, b)) continue
      const there = stretch(way, fromAt - BODY_REACH_M, BODY_REACH_M)
      const back = stretch(way, toAt, BODY_REACH_M)
      if (!keepsOut([...there, ...back])) continue
      const rest = stretch(way, toAt, way.lengthM - (toAt - fromAt))
      if (keepsOut(grownEnd(rest, a, b))) return rest
    }
    if (!isOnPass) return undefined
  }
  return undefined
}

/**
 * The pass around the end of a tongue, between two of its corners. It is drawn a little outside, as tongues are grown to join
 * the passes: where the body just has room, a millimetre decides.
 */
const grownEnd = (tongue: Ring, a: XY, b: XY): XY[] => {
  const [grown] = quickOffset([{ outer: tongue, holes: [] }], SLACK_M, SLACK_M)
  if (grown === undefined) return []
  const way = ringWay(grown.outer)
  const [fromM, toM] = [way.nearest(a).alongM, way.nearest(b).alongM]
  const alongM = (toM - fromM + way.lengthM) % way.lengthM
  const [startM, longM] = alongM < way.lengthM / 2 ? [fromM, alongM] : [toM, way.lengthM - alongM]
  return stretch(way, startM - BODY_REACH_M, longM + 2 * BODY_REACH_M)
}

/** The piece of a closed way that starts at a place and has the given length. */
const stretch = (way: RingWay, fromM: number, longM: number): XY[] => {
  const round = way.roundFrom(fromM)
  const end = way.poseAt(fromM + longM).at
  const line: XY[] = []
  let alongM = 0
  for (const at of round) {
    const last = line.at(-1)
    alongM += last === undefined ? 0 : distanceM(last, at)
    if (alongM >= longM) break
    line.push(at)
  }
  return [...line, end]
}
