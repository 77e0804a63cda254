import type { Fence } from '../polygon/fence.ts'
import { distanceM } from '../polyline.ts'
import type { XY } from '../units.ts'
import { cellsOf, orderInCell } from './cells.ts'
import { likelyHeadings } from './headings.ts'
import { type End, endsOf, linkEstimate } from './linkCost.ts'
import { firstTour, improveTour, type OrderProblem, type Tour, tourCost } from './order.ts'
import type { CoverageSpeeds, TurnScheme } from './request.ts'
import { type Edges, type SwathFrame, swathFrame, turned } from './scan.ts'
import { laySwaths, type Swath } from './swaths.ts'

/** Swaths in one direction and the order in which to mow them. */
export interface Route {
  readonly frame: SwathFrame
  readonly swaths: readonly Swath[]
  readonly tour: Tour
  /** Seconds for swaths and links, as estimated. */
  readonly seconds: number
}

export interface RouteRequest {
  readonly inner: Edges
  readonly field: Edges
  readonly fence: Fence
  readonly widthM: number
  /** How far the inner ground keeps from every edge of the field. */
  readonly keptM: number
  readonly pitchM: number
  readonly minTurnRadiusM: number
  readonly speeds: CoverageSpeeds
  readonly turnScheme: TurnScheme
  readonly start?: XY | undefined
  readonly end?: XY | undefined
}

/** Headings that are worked out in full: as many as this number of swaths allows, within bounds. */
const SWATHS_TO_LAY = 250
const FEWEST_FINALISTS = 2
const MOST_FINALISTS = 5

/** Ends that each end is tried with. */
const NEAR_ENDS = 8

/** Rows on either side among which they are looked for. */
const NEAR_ROWS = 4

/** Way that a link through something in the way is assumed to cost more. */
const DETOUR = 1.5
const DETOUR_S = 6

/** Lays the swaths in the heading that takes least time and orders them; undefined where no heading has room for any. */
export const quickestRoute = (headingsDeg: readonly number[], request: RouteRequest): Route | undefined => {
  const [first, ...others] = likelyHeadings(headingsDeg, MOST_FINALISTS, request)
  if (first === undefined) return undefined
  let best = draftRoute(first, request)
  const affordable = Math.max(FEWEST_FINALISTS, Math.floor(SWATHS_TO_LAY / (best?.swaths.length ?? 1)))
  for (const headingDeg of others.slice(0, affordable - 1)) {
    const draft = draftRoute(headingDeg, request)
    if (draft !== undefined && (best === undefined || draft.seconds < best.seconds)) best = draft
  }
  return best
}

const draftRoute = (headingDeg: number, request: RouteRequest): Route | undefined => {
  const frame = swathFrame(headingDeg)
  const { widthM, pitchM, speeds, turnScheme } = request
  const swaths = laySwaths(turned(request.inner, frame), turned(request.field, frame), widthM, pitchM)
  if (swaths.length === 0) return undefined
  const problem = problemOf(swaths, frame, request)
  const cells = cellsOf(swaths).map(cell => orderInCell(cell, turnScheme))
  const tour = improveTour(firstTour(cells, problem), problem)
  const mowS = swaths.reduce((sum, { fromX, toX }) => sum + toX - fromX, 0) / speeds.mowingMps
  return { frame, swaths, tour, seconds: mowS + tourCost(tour, problem) }
}

const problemOf = (swaths: readonly Swath[], frame: SwathFrame, request: RouteRequest): OrderProblem => {
  const { fence, speeds, minTurnRadiusM, turnScheme, widthM } = request
  const ends = endsOf(swaths)
  const estimate = linkEstimate(ends, speeds, minTurnRadiusM, turnScheme, widthM)
  const rows = new Map<number, number[]>()
  swaths.forEach(({ row }, i) => {
    const list = rows.get(row)
    if (list === undefined) rows.set(row, [i])
    else list.push(i)
  })
  const place = (end: End): XY => frame.outOf([ends.x[end] ?? 0, ends.y[end] ?? 0])
  const places = Array.from({ length: swaths.length * 2 }, (_, end) => place(end))
  const near: Int32Array[] = []
  // Flat, NEAR_ENDS to each end, because the search asks for them all the time.
  const nearEnds = new Int32Array(swaths.length * 2 * NEAR_ENDS).fill(-1)
  const nearCosts = new Float64Array(swaths.length * 2 * NEAR_ENDS)
  const bestEnds = new Int32Array(NEAR_ENDS)
  const bestCosts = new Float64Array(NEAR_ENDS)
  const clearM = 2 * Math.max(0, request.keptM - widthM)
  for (let end = 0; end < swaths.length * 2; end++) {
    const row = ends.row[end] ?? 0
    let count = 0
    const offer = (to: End): void => {
      const seconds = estimate(end, to)
      if (count === NEAR_ENDS && seconds >= (bestCosts[count - 1] ?? 0)) return
      let at = count < NEAR_ENDS ? count++ : count - 1
      for (; at > 0 && (bestCosts[at - 1] ?? 0) > seconds; at--) {
        bestCosts[at] = bestCosts[at - 1] ?? 0
        bestEnds[at] = bestEnds[at - 1] ?? 0
      }
      bestCosts[at] = seconds
      bestEnds[at] = to
    }
    for (let other = row - NEAR_ROWS; other <= row + NEAR_ROWS; other++)
      for (const i of rows.get(other) ?? []) {
        if (i === end >> 1) continue
        offer(2 * i)
        offer(2 * i + 1)
      }
    const from = places[end]
    const base = end * NEAR_ENDS
    for (let i = 0; i < count; i++) {
      const to = bestEnds[i] ?? 0
      const goal = places[to]
      let seconds = bestCosts[i] ?? 0
      // Swath ends stand so far from any edge that short links between them need no look.
      const free = from && goal && (distanceM(from, goal) < clearM || fence.clear(from, goal))
      if (free !== true) seconds = seconds * DETOUR + DETOUR_S
      let at = base + i
      for (; at > base && (nearCosts[at - 1] ?? 0) > seconds; at--) {
        nearCosts[at] = nearCosts[at - 1] ?? 0
        nearEnds[at] = nearEnds[at - 1] ?? 0
      }
      nearCosts[at] = seconds
      nearEnds[at] = to
    }
    near.push(nearEnds.subarray(base, base + count))
  }
  const known = (from: End, to: End): number => {
    const base = from * NEAR_ENDS
    for (let i = base; i < base + NEAR_ENDS; i++) if (nearEnds[i] === to) return nearCosts[i] ?? -1
    return -1
  }
  const cost = (from: End, to: End): number => {
    const there = known(from, to)
    if (there >= 0) return there
    const back = known(to, from)
    return back >= 0 ? back : estimate(from, to) * 1.1
  }
  const { start, end } = request
  return {
    swathCount: swaths.length,
    cost,
    near,
    startCost: to => (start === undefined ? 0 : distanceM(start, place(to)) / speeds.transitMps),
    endCost: from => (end === undefined ? 0 : distanceM(end, place(from)) / speeds.transitMps),
  }
}
