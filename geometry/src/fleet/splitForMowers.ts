import { freeSpaceOf } from '../coverage/field/freeSpace.ts'
import { planCoverage } from '../coverage/planCoverage.ts'
import { difference, union } from '../polygon/clipper.ts'
import { boxOf } from '../polygon/measure.ts'
import { distanceM, lengthM } from '../polyline.ts'
import { shortestPath } from '../shortestPath.ts'
import type { PolygonXY, PolylineXY, XY } from '../units.ts'
import { type CutFrame, cellsBetween, cutFrame, measureAcross } from './cells.ts'
import { apartOrders, comeNear, FIRST_ORDER, SECOND_ORDER, START_SLACK_S } from './partOrders.ts'
import {
  clearanceBetween,
  type MowerSplit,
  type SplitMower,
  type SplitPart,
  type SplitRequest,
  type SplitWarning,
} from './split.ts'
import { lineOf, type Order, partOf, requestOf } from './splitPart.ts'
import { leastApartM } from './timeline.ts'

/** Finish times that differ by no more than this share are together. */
export const FINISH_TOGETHER = 0.03

const ROUNDS = 9
interface Trial {
  readonly parts: readonly SplitPart[]
  readonly spread: number
  /** Two machines would come nearer than their clearance. */
  readonly isNear: boolean
}

/** Machines that come near each other weigh as much as parts that end a third apart. */
const faultOf = ({ spread, isNear }: Trial): number => spread + (isNear ? 0.33 : 0)

/**
 * Splits a field among machines so that they finish together. Every cell hangs together and is cut along the swaths where the
 * field's shape allows it, across them where that balances better. The drives are ordered so that two machines are never at
 * the same stretch of their common seam at the same time.
 */
export const splitForMowers = (request: SplitRequest): MowerSplit => {
  const { mowers } = request
  const asked = { lapsWhen: request.headland.when, lapDirection: request.headland.direction }
  const whole = planCoverage(requestOf(request, request.boundary, mowers[0], asked))
  const nothing = (warnings: readonly SplitWarning[]): MowerSplit => ({
    parts: [],
    uncovered: whole.uncovered,
    warnings,
    spread: 0,
    leastApartM: Number.POSITIVE_INFINITY,
    clearanceM: 0,
  })
  const tooSmall = nothing([{ code: 'tooSmallToSplit', params: { mowers: mowers.length } }])
  if (mowers.length === 0) return tooSmall
  if (whole.legs.length === 0) return nothing(whole.warnings)
  const space = freeSpaceOf(request.boundary, request.obstacles, undefined)
  if (space === undefined) return nothing(whole.warnings)
  const fixed = { ...request, headingDeg: whole.headingDeg }

  let best: Trial | undefined
  for (const turnDeg of [0, 90, 45, 135]) {
    const trial = balanced(fixed, space.field, cutFrame(whole.headingDeg + turnDeg))
    if (trial !== undefined && (best === undefined || faultOf(trial) < faultOf(best) - 0.005)) best = trial
    if (best !== undefined && best.spread <= FINISH_TOGETHER && !best.isNear) break
  }
  if (best === undefined) return tooSmall
  return answerOf(fixed, best, [...space.cutOff])
}

/** Which mower mows which cell, from right to left: the mower farther to the right first, so that no way leads through another's cell. */
const seatsOf = (mowers: readonly SplitMower[], frame: CutFrame): readonly number[] => {
  const across = ({ start }: SplitMower): number => (start === undefined ? 0 : frame.into(start)[1])
  return mowers
    .map((mower, index) => ({ index, at: across(mower) }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ index }) => index)
}

const balanced = (request: SplitRequest, field: PolygonXY, frame: CutFrame): Trial | undefined => {
  const { mowers } = request
  const seats = seatsOf(mowers, frame)
  const measure = measureAcross(field, frame)
  const pace = (seat: number): number => {
    const mower = mowers[seat]
    return mower === undefined ? 0 : (mower.workingWidthM - mower.overlapM) * mower.speeds.mowingMps
  }
  const paces = seats.map(pace)
  let shares = normal(paces)
  let orders: readonly Order[] = seats.map((_, i) => (i % 2 === 0 ? FIRST_ORDER : SECOND_ORDER))
  let best: Trial | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const cuts = runningSums(shares)
      .slice(0, -1)
      .map(share => measure.acrossAt(share))
    const cells = cellsBetween(field, frame, cuts)
    if (cells === undefined) break
    const cut = { frame, cells }
    const build = (seat: number, order: Order): SplitPart => partOf(request, field, cut, seat, seats[seat] ?? 0, order)
    if (round === 2 || (round === 5 && best?.isNear !== false)) orders = apartOrders(request, seats, build)
    const parts = seats.map((_, seat) => build(seat, orders[seat] ?? FIRST_ORDER))
    if (parts.some(({ plan }) => plan.legs.length === 0)) break
    // The first rounds are driven in another order than the last ones, so they do not count.
    if (round >= 2) {
      const trial = { parts, spread: spreadOf(parts), isNear: comeNear(request, parts) }
      if (best === undefined || faultOf(trial) < faultOf(best)) best = trial
      if (faultOf(best) < 0.004) break
    }
    const mean = parts.reduce((sum, { finishS }) => sum + finishS, 0) / parts.length
    // Half steps at the end, for whole swaths come and go and the full step would jump over the balance.
    const damp = round < 4 ? 1 : 0.5
    shares = normal(shares.map((share, i) => share * (mean / (parts[i]?.finishS ?? mean)) ** damp))
  }
  return best
}

const normal = (values: readonly number[]): number[] => {
  const sum = values.reduce((a, b) => a + b, 0)
  return values.map(value => value / sum)
}

const runningSums = (values: readonly number[]): number[] => {
  let sum = 0
  return values.map(value => {
    sum += value
    return sum
  })
}

const spreadOf = (parts: readonly SplitPart[]): number => {
  const finishes = parts.map(({ finishS }) => finishS)
  const latest = Math.max(...finishes)
  return latest > 0 ? (latest - Math.min(...finishes)) / latest : 0
}

const answerOf = (request: SplitRequest, { parts: drawn }: Trial, cutOff: readonly PolygonXY[]): MowerSplit => {
  const warnings: SplitWarning[] = []
  const parts = drawn.map((part, i) => {
    const [start, entry] = part.way
    if (start === undefined || entry === undefined) return part
    const others = drawn.filter((_, k) => k !== i).map(({ cell }) => cell)
    const way = wayAround(start, entry, others)
    if (way === undefined) warnings.push({ code: 'wayThroughCell', params: { mower: part.mower + 1 } })
    const speedMps = request.mowers[part.mower]?.speeds.transitMps ?? 1
    return way === undefined
      ? part
      : { ...part, way, finishS: part.finishS + (lengthM(way) - distanceM(start, entry)) / speedMps }
  })
  const lines = parts.map(part => lineOf(part, request.mowers[part.mower]))
  let leastM = Number.POSITIVE_INFINITY
  let clearanceM = 0
  parts.forEach((one, i) => {
    parts.slice(i + 1).forEach((other, k) => {
      const [a, b] = [lines[i], lines[i + 1 + k]]
      if (a === undefined || b === undefined) return
      const neededM = clearanceBetween(request, one.mower, other.mower)
      const apartM = leastApartM(a, b, START_SLACK_S)
      if (apartM - neededM >= leastM - clearanceM) return
      leastM = apartM
      clearanceM = neededM
    })
  })
  if (leastM < clearanceM) warnings.push({ code: 'tooNear', params: { metres: Math.round(leastM * 10) / 10 } })
  const finalSpread = spreadOf(parts)
  if (finalSpread > FINISH_TOGETHER)
    warnings.push({ code: 'finishApart', params: { percent: Math.round(finalSpread * 100) } })
  const codes = new Set<string>()
  for (const warning of parts.flatMap(({ plan }) => plan.warnings)) {
    if (codes.has(warning.code)) continue
    codes.add(warning.code)
    warnings.push(warning)
  }
  // One part may have cut what another leaves at a seam.
  const uncovered = parts.flatMap(({ plan }, i) => {
    const mown = parts.filter((_, k) => k !== i).map(({ reach }) => reach)
    const theirs = parts.filter((_, k) => k !== i).flatMap(other => other.plan.uncovered)
    const covered = mown.length === 0 ? [] : difference(mown, theirs)
    return covered.length === 0 ? [...plan.uncovered] : difference(plan.uncovered, union(covered))
  })
  return { parts, uncovered: [...uncovered, ...cutOff], warnings, spread: finalSpread, leastApartM: leastM, clearanceM }
}

/** How far a way may lead aside, metres. */
const DETOUR_M = 60

const wayAround = (from: XY, to: XY, cells: readonly PolygonXY[]): PolylineXY | undefined => {
  const box = boxOf([from, to, ...cells.flatMap(({ outer }) => outer)])
  const corners: XY[] = [
    [box.minX - DETOUR_M, box.minY - DETOUR_M],
    [box.maxX + DETOUR_M, box.minY - DETOUR_M],
    [box.maxX + DETOUR_M, box.maxY + DETOUR_M],
    [box.minX - DETOUR_M, box.maxY + DETOUR_M],
  ]
  return shortestPath(difference([{ outer: corners, holes: [] }], cells), from, to)
}
