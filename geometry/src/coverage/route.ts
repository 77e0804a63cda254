import type { Fence } from '../polygon/fence.ts'
import { distanceM } from '../polyline.ts'
import type { XY } from '../units.ts'
import { cellsOf, orderInCell } from './cells.ts'
import { type End, endsOf, halfTurnM, linkEstimate } from './linkCost.ts'
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
  readonly pitchM: number
  readonly minTurnRadiusM: number
  readonly speeds: CoverageSpeeds
  readonly turnScheme: TurnScheme
  readonly start?: XY | undefined
  readonly end?: XY | undefined
}

/** How many of the quickest headings by a rough estimate are worked out in full. */
const FINALISTS = 2

/** Ends that each end is tried with. */
const NEAR_ENDS = 8

/** Rows on either side among which they are looked for. */
const NEAR_ROWS = 5

/** Way that a link through something in the way is assumed to cost more. */
const DETOUR = 1.5
const DETOUR_S = 6

/** Lays the swaths in the heading that takes least time and orders them; undefined where no heading has room for any. */
export const quickestRoute = (headingsDeg: readonly number[], request: RouteRequest): Route | undefined => {
  let best: Route | undefined
  const finalists = headingsDeg.length <= FINALISTS ? headingsDeg : quickestHeadings(headingsDeg, request)
  for (const headingDeg of finalists) {
    const route = routeFor(headingDeg, request)
    if (route !== undefined && (best === undefined || route.seconds < best.seconds)) best = route
  }
  return best
}

const quickestHeadings = (headingsDeg: readonly number[], request: RouteRequest): number[] => {
  const { inner, widthM, pitchM, minTurnRadiusM, speeds } = request
  const linkS = halfTurnM(pitchM, pitchM, minTurnRadiusM) / speeds.turningMps
  return headingsDeg
    .map(headingDeg => {
      const swaths = laySwaths(turned(inner, swathFrame(headingDeg)), undefined, widthM, pitchM, 2)
      const mowM = swaths.reduce((sum, { fromX, toX }) => sum + toX - fromX, 0)
      return { headingDeg, seconds: mowM / speeds.mowingMps + swaths.length * linkS }
    })
    .sort((a, b) => a.seconds - b.seconds)
    .slice(0, FINALISTS)
    .map(({ headingDeg }) => headingDeg)
}

const routeFor = (headingDeg: number, request: RouteRequest): Route | undefined => {
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
  const { fence, speeds, minTurnRadiusM, turnScheme } = request
  const ends = endsOf(swaths)
  const estimate = linkEstimate(ends, speeds, minTurnRadiusM, turnScheme)
  const rows = new Map<number, number[]>()
  swaths.forEach(({ row }, i) => {
    const list = rows.get(row)
    if (list === undefined) rows.set(row, [i])
    else list.push(i)
  })
  const place = (end: End): XY => frame.outOf([ends.x[end] ?? 0, ends.y[end] ?? 0])
  const near: Int32Array[] = []
  const nearCost: Float64Array[] = []
  for (let end = 0; end < swaths.length * 2; end++) {
    const row = ends.row[end] ?? 0
    const found: { to: End; seconds: number }[] = []
    for (let other = row - NEAR_ROWS; other <= row + NEAR_ROWS; other++)
      for (const i of rows.get(other) ?? []) {
        if (i === end >> 1) continue
        found.push({ to: 2 * i, seconds: estimate(end, 2 * i) }, { to: 2 * i + 1, seconds: estimate(end, 2 * i + 1) })
      }
    found.sort((a, b) => a.seconds - b.seconds)
    const kept = found.slice(0, NEAR_ENDS)
    for (const link of kept)
      if (!fence.clear(place(end), place(link.to))) link.seconds = link.seconds * DETOUR + DETOUR_S
    kept.sort((a, b) => a.seconds - b.seconds)
    near.push(Int32Array.from(kept, ({ to }) => to))
    nearCost.push(Float64Array.from(kept, ({ seconds }) => seconds))
  }
  const known = (from: End, to: End): number => {
    const list = near[from]
    if (list === undefined) return -1
    const i = list.indexOf(to)
    return i < 0 ? -1 : (nearCost[from]?.[i] ?? -1)
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
