import { freeSpaceOf } from '../coverage/field/freeSpace.ts'
import { planCoverage } from '../coverage/planCoverage.ts'
import { difference, union } from '../polygon/clipper.ts'
import { areaM2, boxOf, totalAreaM2 } from '../polygon/measure.ts'
import { partsAtTouches } from '../polygon/partsAtTouches.ts'
import { distanceM, lengthM } from '../polyline.ts'
import { shortestPath } from '../shortestPath.ts'
import type { PolygonXY, PolylineXY, XY } from '../units.ts'
import { type CutFrame, cellsBetween, cutFrame, measureAcross } from './cells.ts'
import { apartOrders, comeNear, type DrivenPart, FIRST_ORDER, SECOND_ORDER, START_SLACK_S } from './partOrders.ts'
import {
  type MowerSplit,
  machineClearanceM,
  type SplitMower,
  type SplitPart,
  type SplitRequest,
  type SplitWarning,
} from './split.ts'
import { asPoint, lineOf, type Order, partOf, requestOf, type Seat } from './splitPart.ts'
import { leastApartM } from './timeline.ts'

/** Finish times that differ by no more than this share are together. */
export const FINISH_TOGETHER = 0.03

/** Rounds in which the machines are points, and rounds that count. */
const DRAFTS = 2
const TRIALS = 7
/** After as many of them the orders are chosen again where the machines come near each other. */
const NEAR_TRIALS = 3

/** A trial with a smaller fault than this is good enough. */
const ENOUGH = 0.015

/**
 * How far to go from the best trial towards the balance, after as many trials in a row that were no better: whole swaths come and go,
 * and a full step may jump over it.
 */
const STEPS = [1, 0.5, 1.5, 0.25, 0.75, 2]

/** Machines that come near each other weigh as much as parts that end a third apart. */
const NEAR_FAULT = 0.33
/** Grass that only a split leaves uncut weighs more than time: a hundredth of the field as much as parts that end 3 % apart. */
const UNCUT_WEIGHT = 3

interface Trial {
  readonly driven: readonly DrivenPart[]
  /** Of the area, from right to left. */
  readonly shares: readonly number[]
  /** Two machines would come nearer than their clearance. */
  readonly isNear: boolean
  /** What is wrong with it, 0 for nothing: how far apart the parts end, as a share of the latest, and the rest in proportion. */
  readonly fault: number
}

/** The ground that is split, and how much of it one machine would leave uncut. */
interface SplitField {
  readonly field: PolygonXY
  readonly uncutM2: number
}

const trialOf = (driven: readonly DrivenPart[], shares: readonly number[], { field, uncutM2 }: SplitField): Trial => {
  const parts = driven.map(({ part }) => part)
  const isNear = comeNear(driven)
  const leftM2 = parts.reduce((sum, { plan }) => sum + totalAreaM2(plan.uncovered), 0) - uncutM2
  const uncut = Math.max(0, leftM2) / areaM2(field)
  return { driven, shares, isNear, fault: spreadOf(parts) + (isNear ? NEAR_FAULT : 0) + UNCUT_WEIGHT * uncut }
}

/**
 * Splits a field among machines so that they finish together. Every cell hangs together and is cut along the swaths where the
 * field's shape allows it, across them where that balances better. The drives are ordered so that two machines are never at
 * the same stretch of their common seam at the same time.
 */
export const splitForMowers = (request: SplitRequest): MowerSplit => {
  const { mowers } = request
  const nothing = (warnings: readonly SplitWarning[], uncovered: readonly PolygonXY[] = []): MowerSplit => ({
    parts: [],
    uncovered,
    warnings,
    spread: 0,
    leastApartM: Number.POSITIVE_INFINITY,
    clearanceM: 0,
  })
  const tooSmall: SplitWarning = { code: 'tooSmallToSplit', params: { mowers: mowers.length } }
  const [first] = mowers
  if (first === undefined) return nothing([tooSmall])
  const asked = { lapsWhen: request.headland.when, lapDirection: request.headland.direction }
  const whole = planCoverage(requestOf(request, request.boundary, first, asked))
  if (whole.legs.length === 0) return nothing(whole.warnings, whole.uncovered)
  const space = freeSpaceOf(partsAtTouches(request.boundary) ?? [], request.obstacles, undefined)
  if (space === undefined) return nothing(whole.warnings, whole.uncovered)
  const fixed = { ...request, headingDeg: whole.headingDeg }
  const ground = { field: space.field, uncutM2: totalAreaM2(whole.uncovered) }

  let best: Trial | undefined
  for (const turnDeg of [0, 90, 45, 135]) {
    const trial = balanced(fixed, ground, cutFrame(whole.headingDeg + turnDeg))
    if (trial !== undefined && (best === undefined || trial.fault < best.fault - 0.005)) best = trial
    if (best !== undefined && best.fault <= FINISH_TOGETHER) break
  }
  if (best === undefined) return nothing([tooSmall], whole.uncovered)
  return answerOf(best.driven, space.cutOff)
}

/** Which mower mows which cell, from right to left: the mower farther to the right first, so that no way leads through another's cell. */
const seatsOf = (mowers: readonly SplitMower[], frame: CutFrame): readonly Seat[] => {
  const across = ({ mower: { start } }: Seat): number => (start === undefined ? 0 : frame.into(start)[1])
  return mowers.map((mower, index) => ({ index, mower })).sort((a, b) => across(a) - across(b) || a.index - b.index)
}

const balanced = (request: SplitRequest, ground: SplitField, frame: CutFrame): Trial | undefined => {
  const { field } = ground
  const seats = seatsOf(request.mowers, frame)
  const points = seats.map(asPoint)
  const measure = measureAcross(field, frame)
  let shares = normal(
    seats.map(
      ({ mower: { workingWidthM, overlapM, speeds, timeFactor = 1 } }) =>
        ((workingWidthM - overlapM) * speeds.mowingMps) / timeFactor,
    ),
  )
  let orders: readonly Order[] = seats.map((_, i) => (i % 2 === 0 ? FIRST_ORDER : SECOND_ORDER))
  let best: Trial | undefined
  let failures = 0
  for (let round = 0; round < DRAFTS + TRIALS; round++) {
    const cuts = runningSums(shares)
      .slice(0, -1)
      .map(share => measure.acrossAt(share))
    const cells = cellsBetween(field, frame, cuts)
    if (cells === undefined) break
    const cut = { frame, cells }
    const build = (seat: Seat, at: number, order: Order): SplitPart => partOf(request, field, cut, at, seat, order)
    const isDraft = round < DRAFTS
    if (round === DRAFTS) orders = apartOrders(points, build)
    if (round === DRAFTS + NEAR_TRIALS && best?.isNear !== false) orders = apartOrders(seats, build)
    const driven = (isDraft ? points : seats).map(
      (seat, at): DrivenPart => ({ mower: seat.mower, part: build(seat, at, orders[at] ?? FIRST_ORDER) }),
    )
    const parts = driven.map(({ part }) => part)
    if (parts.some(({ plan }) => plan.legs.length === 0)) break
    if (isDraft) {
      shares = stepped(shares, parts, 1)
      continue
    }
    const trial = trialOf(driven, shares, ground)
    if (best === undefined || trial.fault < best.fault) {
      best = trial
      failures = 0
    } else failures++
    if (best.fault < ENOUGH) break
    shares = stepped(
      best.shares,
      best.driven.map(({ part }) => part),
      STEPS[failures] ?? 1,
    )
  }
  return best
}

/** Area for the parts that end early, from those that end late. */
const stepped = (shares: readonly number[], parts: readonly SplitPart[], step: number): number[] => {
  const mean = parts.reduce((sum, { finishS }) => sum + finishS, 0) / parts.length
  return normal(shares.map((share, i) => share * (mean / (parts[i]?.finishS ?? mean)) ** step))
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

const answerOf = (driven: readonly DrivenPart[], cutOff: readonly PolygonXY[]): MowerSplit => {
  const warnings: SplitWarning[] = []
  const routed = driven.map(({ mower, part }): DrivenPart => {
    const [start, entry] = part.way
    if (start === undefined || entry === undefined) return { mower, part }
    const others = driven.flatMap(other => (other.part === part ? [] : [other.part.cell]))
    const way = wayAround(start, entry, others)
    if (way === undefined) {
      warnings.push({ code: 'wayThroughCell', params: { mower: part.mower + 1 } })
      return { mower, part }
    }
    const detourS = ((lengthM(way) - distanceM(start, entry)) / mower.speeds.transitMps) * (mower.timeFactor ?? 1)
    return { mower, part: { ...part, way, finishS: part.finishS + detourS } }
  })
  const parts = routed.map(({ part }) => part)
  const lines = routed.map(({ mower, part }) => ({ mower, line: lineOf(part, mower) }))
  let leastM = Number.POSITIVE_INFINITY
  let clearanceM = 0
  lines.forEach((one, i) => {
    for (const other of lines.slice(i + 1)) {
      const neededM = machineClearanceM(one.mower, other.mower)
      const apartM = leastApartM(one.line, other.line, START_SLACK_S)
      if (apartM - neededM >= leastM - clearanceM) continue
      leastM = apartM
      clearanceM = neededM
    }
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
