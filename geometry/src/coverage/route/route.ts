import type { Fence } from '../../polygon/fence.ts'
import { distanceM } from '../../polyline.ts'
import { headingOfDeg, type PolylineXY, type XY } from '../../units.ts'
import type { RingWay } from '../headland/ring.ts'
import type { CoverageSpeeds, TurnScheme } from '../request.ts'
import { type BentFrame, bentFrame } from '../swaths/bentFrame.ts'
import { likelyHeadings } from '../swaths/headings.ts'
import { type Edges, type SwathFrame, swathFrame, turned } from '../swaths/scan.ts'
import { firstOfRows, LINES_A_STRIP, laySwaths, type Swath } from '../swaths/swaths.ts'
import type { TolerancePreset } from '../tolerancePreset.ts'
import type { Connector } from '../turns/connect.ts'
import type { Pose } from '../turns/dubins.ts'
import { type Cell, cellsOf, orderBySteps, orderInCell } from './cells.ts'
import { type End, endsOf, linkEstimate, rowsOfCheapestTurn, type SwathEnds, sparedByTurnM } from './linkCost.ts'
import { firstTour, improveTour, type OrderProblem, type Tour, tourCost } from './order.ts'
import { passCost } from './passCost.ts'
import { type CostedTour, refineTour } from './refineTour.ts'

/** Swaths and the order in which to mow them. */
export interface Route {
  readonly swaths: readonly Swath[]
  /** The frame of each swath. */
  readonly frames: readonly SwathFrame[]
  readonly tour: Tour
  /** Where the drive comes from and goes to, where that is fixed. */
  readonly ends: { readonly start: XY | undefined; readonly end: XY | undefined }
  /** Seconds for swaths and links, as estimated. */
  readonly seconds: number
}

export interface RouteRequest {
  readonly inner: Edges
  readonly field: Edges
  /** Area for the middle of the machine, where its body counts. */
  readonly drive?: Edges | undefined
  readonly fence: Fence
  readonly connector: Pick<Connector, 'connect'>
  readonly widthM: number
  /** How far the inner ground keeps from every edge of the field. */
  readonly keptM: number
  readonly pitchM: number
  readonly minTurnRadiusM: number
  readonly speeds: CoverageSpeeds
  readonly turnScheme: TurnScheme
  readonly preset: TolerancePreset
  /** Greatest distance between a turn and the chords that it is driven in. */
  readonly toleranceM: number
  readonly start?: XY | undefined
  readonly end?: XY | undefined
  /** The headland pass before or after the swaths. */
  readonly pass?: { readonly way: RingWay; readonly when: 'before' | 'after' } | undefined
}

/** Headings whose swaths are laid: as many as this number of swaths allows, within bounds. */
const SWATHS_TO_LAY = 700
const FEWEST_FINALISTS = 1
const MOST_FINALISTS = 3

/** Ends that each end is tried with. */
const NEAR_ENDS = 6

/** Rows on either side among which they are looked for, at least. */
const NEAR_ROWS = 3

/** Way that a link through something in the way is assumed to cost more. */
const DETOUR = 1.5
const DETOUR_S = 6

/** Assumed extra cost of a link between distant ends, because an obstacle may be between them. */
const FAR = 1.1

/** Lays the swaths in the heading that takes least time and orders them; undefined where no heading has room for any. */
export const quickestRoute = (headingsDeg: readonly number[], request: RouteRequest): Route | undefined => {
  const best = quickestHeading(headingsDeg, request)
  return best && ordered(best, request)
}

/** The same along the bent line that takes least time; undefined where the area fits none of them. */
export const quickestBentRoute = (guides: readonly PolylineXY[], request: RouteRequest): Route | undefined => {
  const leastPieceM = Math.max(LEAST_PIECE_M, LEAST_PIECE_RADII * request.minTurnRadiusM)
  const drafts = guides.flatMap(guide => {
    const [from, to, next] = guide
    if (from === undefined || to === undefined) return []
    // A straight one is a heading like any other, and measured as such.
    if (next === undefined) return draftRoute(headingOfDeg(from, to), request) ?? []
    return draftAlong(bentFrame(guide, leastPieceM), request) ?? []
  })
  const [best] = drafts
    .map(draft => ({ draft, seconds: roughSeconds(draft, request) }))
    .sort((a, b) => a.seconds - b.seconds)
  return best && ordered(best.draft, request)
}

/** Between two bends a row is at least this long, so that a mower of the turning radius rounds both. */
const LEAST_PIECE_M = 0.3
const LEAST_PIECE_RADII = 0.5

const quickestHeading = (headingsDeg: readonly number[], request: RouteRequest): Draft | undefined => {
  const [first, ...others] = likelyHeadings(headingsDeg, MOST_FINALISTS, request)
  if (first === undefined) return undefined
  let best = draftRoute(first, request)
  const affordable = Math.max(FEWEST_FINALISTS, Math.floor(SWATHS_TO_LAY / (best?.swaths.length ?? 1)))
  if (others.length > 0 && affordable > 1) {
    let leastS = best === undefined ? Number.POSITIVE_INFINITY : roughSeconds(best, request)
    for (const headingDeg of others.slice(0, affordable - 1)) {
      const draft = draftRoute(headingDeg, request)
      const seconds = draft === undefined ? Number.POSITIVE_INFINITY : roughSeconds(draft, request)
      if (seconds >= leastS) continue
      best = draft
      leastS = seconds
    }
  }
  return best
}

/** Swaths in one direction, not yet in order. */
interface Draft {
  readonly frame: SwathFrame
  readonly swaths: readonly Swath[]
  readonly cells: readonly Cell[]
  /** Rows that the cheapest half turn spans; 1 where every second row was asked for. */
  readonly step: number
  readonly ends: SwathEnds
  readonly estimate: (from: End, to: End) => number
}

const draftRoute = (headingDeg: number, request: RouteRequest): Draft | undefined => {
  const frame = swathFrame(headingDeg)
  return draftIn(
    frame,
    turned(request.inner, frame),
    turned(request.field, frame),
    request.drive && turned(request.drive, frame),
    request,
  )
}

const draftAlong = (frame: BentFrame, { inner, field, drive, ...request }: RouteRequest): Draft | undefined => {
  const bentInner = frame.edgesIn(inner)
  const bentField = bentInner && frame.edgesIn(field)
  const bentDrive = bentField && drive && frame.edgesIn(drive)
  if (bentInner === undefined || bentField === undefined || (drive !== undefined && bentDrive === undefined))
    return undefined
  return draftIn(frame, bentInner, bentField, bentDrive, request)
}

const draftIn = (
  frame: SwathFrame,
  inner: Edges,
  field: Edges,
  drive: Edges | undefined,
  request: Omit<RouteRequest, 'inner' | 'field' | 'drive'>,
): Draft | undefined => {
  const { widthM, pitchM, turnScheme, minTurnRadiusM, preset } = request
  const swaths = laySwaths(inner, field, widthM, pitchM, preset, LINES_A_STRIP, drive)
  if (swaths.length === 0) return undefined
  const ends = endsOf(swaths)
  const step = turnScheme === 'oneThroughOne' ? 1 : rowsOfCheapestTurn(pitchM, minTurnRadiusM, widthM)
  return {
    frame,
    swaths,
    cells: cellsOf(swaths).map(cell => (step > 1 ? orderBySteps(cell, step) : orderInCell(cell, turnScheme))),
    step,
    ends,
    estimate: linkEstimate(ends, request),
  }
}

const mowingS = (swaths: readonly Swath[], { mowingMps }: CoverageSpeeds): number => {
  let sum = 0
  for (const { fromX, toX } of swaths) sum += toX - fromX
  return sum / mowingMps
}

/** Seconds of a drive through the cells as they come, with nothing in its way: enough to compare headings. */
const roughSeconds = ({ swaths, cells, estimate }: Draft, { speeds }: RouteRequest): number => {
  const links = { cost: estimate, startCost: () => 0, endCost: () => 0 }
  return mowingS(swaths, speeds) + tourCost(firstTour(cells, links), links)
}

const ordered = (draft: Draft, request: RouteRequest): Route => {
  const { frame, swaths } = draft
  const problem = problemOf(draft, request)
  const { tour, seconds } = quickestTour(draft, problem, request)
  return {
    swaths,
    frames: swaths.map(() => frame),
    tour,
    ends: { start: request.start, end: request.end },
    seconds: mowingS(swaths, request.speeds) + seconds,
  }
}

/** Tours that skip rows and such that do not turn out to be different ones; both are worth a try where half turns are wide. */
const quickestTour = (draft: Draft, problem: OrderProblem, request: RouteRequest): CostedTour => {
  const { swaths, cells, step } = draft
  const tours = (step > 1 ? [cells, cellsOf(swaths)] : [cells]).map((order): CostedTour => {
    const tour = improveTour(firstTour(order, problem), problem)
    return { tour, seconds: tourCost(tour, problem) }
  })
  const quickest = tours.reduce((best, tour) => (tour.seconds < best.seconds ? tour : best))
  if (step === 1) return withPass(quickest, draft, problem, request)
  return refineTour(quickest.tour, problem, request.connector, request.speeds.transitMps, end => poseAt(draft, end))
}

/** An end of a swath, in the direction in which the swath is left there. */
const poseAt = ({ frame, ends }: Draft, end: End): Pose => {
  const x = ends.x[end] ?? 0
  const ahead = frame.aheadRad(x)
  return { at: frame.outOf([x, ends.y[end] ?? 0]), angle: end % 2 === 1 ? ahead : ahead + Math.PI }
}

/** Among more swaths the one link between them and a headland pass is not worth the search. */
const MOST_WITH_PASS = 64

/** The tour that is quickest with its link from or to the headland pass: the same one from its other end, or entered on its other side. */
const withPass = (found: CostedTour, draft: Draft, problem: OrderProblem, request: RouteRequest): CostedTour => {
  const { pass, minTurnRadiusM } = request
  const { tour } = found
  if (pass === undefined || minTurnRadiusM === 0 || tour.length > MOST_WITH_PASS) return found
  const isBefore = pass.when === 'before'
  const costOf = passCost(pass.way, isBefore, request)
  const known = new Map<End, number>()
  const toPass = (end: End): number => {
    const before = known.get(end)
    if (before !== undefined) return before
    const { at, angle } = poseAt(draft, end)
    const fresh = costOf({ at, angle: isBefore ? angle + Math.PI : angle })
    known.set(end, fresh)
    return fresh
  }
  const linked = isBefore ? { ...problem, startCost: toPass } : { ...problem, endCost: toPass }
  const mirrored = tour.map(end => end ^ 1)
  const reversed = (one: Tour): Tour => one.map(end => end ^ 1).reverse()
  return [tour, reversed(tour), mirrored, reversed(mirrored)]
    .map((one): CostedTour => {
      const better = improveTour(one, linked)
      return { tour: better, seconds: tourCost(better, linked) }
    })
    .reduce((best, one) => (one.seconds < best.seconds ? one : best))
}

const problemOf = ({ frame, swaths, ends, estimate, step }: Draft, request: RouteRequest): OrderProblem => {
  const { fence, speeds, minTurnRadiusM, widthM } = request
  const nearRows = Math.max(NEAR_ROWS, step + 1)
  const place = (end: End): XY => frame.outOf([ends.x[end] ?? 0, ends.y[end] ?? 0])
  const places = Array.from({ length: swaths.length * 2 }, (_, end) => place(end))
  const near: Int32Array[] = []
  // Flat, NEAR_ENDS to each end, because the search asks for them all the time.
  const nearEnds = new Int32Array(swaths.length * 2 * NEAR_ENDS).fill(-1)
  const nearCosts = new Float64Array(swaths.length * 2 * NEAR_ENDS)
  const bestEnds = new Int32Array(NEAR_ENDS)
  const bestCosts = new Float64Array(NEAR_ENDS)
  const clearM = 2 * Math.max(0, request.keptM - widthM)
  const firstOfRow = firstOfRows(swaths)
  const fastestMps = Math.max(speeds.turningMps, speeds.transitMps)
  const sparedS = sparedByTurnM(request.pitchM, minTurnRadiusM, widthM) / speeds.mowingMps
  for (let end = 0; end < swaths.length * 2; end++) {
    const row = ends.row[end] ?? 0
    const x = ends.x[end] ?? 0
    let count = 0
    // Ends on the same side of the rows beside come first, so that most of what is farther away need not be worked out.
    for (let turn = 1; turn <= 4 * nearRows + 1; turn++) {
      const across = turn > 2 * nearRows
      const step = across ? turn - 2 * nearRows - 1 : turn
      const away = (step + 1) >> 1
      const other = step % 2 === 0 ? row + away : row - away
      const to = firstOfRow[other + 1] ?? 0
      const across2M = (away * request.pitchM) ** 2
      for (let i = firstOfRow[other] ?? to; i < to; i++) {
        if (i === end >> 1) continue
        const candidate = 2 * i + ((end & 1) ^ (across ? 1 : 0))
        const full = count === NEAR_ENDS
        const worst = bestCosts[NEAR_ENDS - 1] ?? 0
        const dx = (ends.x[candidate] ?? 0) - x
        const leastS = Math.sqrt(dx * dx + across2M) / fastestMps - (away === 1 ? sparedS : 0)
        if (full && leastS >= worst) continue
        const seconds = estimate(end, candidate)
        if (full && seconds >= worst) continue
        let at = full ? count - 1 : count++
        for (; at > 0 && (bestCosts[at - 1] ?? 0) > seconds; at--) {
          bestCosts[at] = bestCosts[at - 1] ?? 0
          bestEnds[at] = bestEnds[at - 1] ?? 0
        }
        bestCosts[at] = seconds
        bestEnds[at] = candidate
      }
    }
    const from = places[end]
    const base = end * NEAR_ENDS
    for (let i = 0; i < count; i++) {
      const to = bestEnds[i] ?? 0
      const goal = places[to]
      let seconds = bestCosts[i] ?? 0
      // Swath ends are so far from any edge that short links between them need no look.
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
    if (Math.abs((ends.row[from] ?? 0) - (ends.row[to] ?? 0)) > nearRows) return estimate(from, to) * FAR
    const there = known(from, to)
    if (there >= 0) return there
    const back = known(to, from)
    return back >= 0 ? back : estimate(from, to) * FAR
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

/** The heading of most swaths. */
export const mainHeadingDeg = ({ swaths, frames }: Route): number => {
  const lengths = new Map<number, number>()
  swaths.forEach(({ fromX, toX }, i) => {
    const headingDeg = frames[i]?.headingDeg ?? 0
    lengths.set(headingDeg, (lengths.get(headingDeg) ?? 0) + toX - fromX)
  })
  const [longest] = [...lengths].sort((a, b) => b[1] - a[1])
  return longest?.[0] ?? 0
}
