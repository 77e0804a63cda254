/** Checks that two drives on one zone keep apart at all times, before either is started. */
import { distanceM, distanceToLineM, leastApartM, type Stretch, timelineOf, type XY } from '@greensward/geometry'
import type { Position } from '../course/course.ts'
import { frameAround } from '../course/courseGeometry.ts'
import type { PlanLeg } from './missionPlan.ts'

/** The rest of a mower's drive. */
export interface DriveAhead {
  /** The machine's own width. */
  readonly widthM: number
  /** Where it is. */
  readonly at: Position
  /** From there to where its mowing begins or continues; empty for one that is on its zone already. */
  readonly way: readonly Position[]
  readonly waySpeedMps: number
  /** Its path on its zone; empty for a stationary mower. */
  readonly legs: readonly Pick<PlanLeg, 'points' | 'speedMps'>[]
}

/** Kept between the sides of two mowers on one zone: corners swing out in turns, and both may be off their line. */
export const SHARED_CLEARANCE_M = 0.5

/** A start takes some seconds to be sent, and a mower is some seconds early or late. */
const SLACK_S = 10

const STEP_S = 0.5

/**
 * Whether the middles of two mowers keep half of both widths and the clearance between them for all that they will drive. Mowers that leave
 * one yard together are near each other there, so way is not compared with way.
 */
export const apartInTime = (one: DriveAhead, other: DriveAhead): boolean => {
  const frame = frameAround([one.at, other.at])
  const neededM = (one.widthM + other.widthM) / 2 + SHARED_CLEARANCE_M
  const lines = [one, other].map(({ at, way, waySpeedMps, legs }) => {
    const local = (points: readonly Position[]): Stretch['points'] => points.map(point => frame.toLocal(point))
    const wayLine = timelineOf([{ points: local(way), speedMps: waySpeedMps }], 0, STEP_S)
    const standing: Stretch = { points: local([way.at(-1) ?? at]), speedMps: waySpeedMps }
    const drive: readonly Stretch[] = [
      standing,
      ...legs.map(({ points, speedMps }) => ({ points: local(points), speedMps })),
    ]
    return {
      way: way.length < 2 ? undefined : nowhereAfter(wayLine),
      drive: timelineOf(drive, way.length < 2 ? 0 : wayLine.durationS, STEP_S),
    }
  })
  const [a, b] = lines
  if (a === undefined || b === undefined) return false
  const pairs = [[a.drive, b.drive] as const, [a.way, b.drive] as const, [a.drive, b.way] as const]
  return pairs.every(
    ([left, right]) => left === undefined || right === undefined || leastApartM(left, right, SLACK_S) >= neededM,
  )
}

type Line = ReturnType<typeof timelineOf>

/** A way is over where the drive begins, which is judged by itself. */
const nowhereAfter = (line: Line): Line => ({ ...line, xs: withNowhere(line.xs), ys: withNowhere(line.ys) })

/** Past its last value a timeline stands still; this one ends. */
const withNowhere = (values: Float64Array): Float64Array => Float64Array.from([...values, Number.NaN])

/** A mission is compared with mowers elsewhere for so long on its area: later the times of both are too uncertain. */
const FIRST_ROWS_S = 120

/** Between the sides of a mower and one at rest beside its way. Nearer, a drive would be stopped (SAFE-6f). */
const STANDING_GAP_M = 0.3

/** Two that stand this much nearer are nearer: a position wanders. */
const WANDERS_M = 0.1

/** The beginning of a drive: what takes so long at its planned speeds. */
const firstOf = (stretches: readonly Stretch[], mostS: number): Stretch[] => {
  const kept: Stretch[] = []
  let leftS = mostS
  for (const { points, speedMps } of stretches) {
    const line: XY[] = points.slice(0, 1)
    for (const [i, to] of points.entries()) {
      const from = points[i - 1]
      if (from === undefined || leftS <= 0) continue
      const lastsS = distanceM(from, to) / Math.max(speedMps, 0.1)
      const share = Math.min(1, leftS / Math.max(lastsS, 1e-6))
      line.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
      leftS -= lastsS
    }
    kept.push({ points: line, speedMps })
    if (leftS <= 0) break
  }
  return kept
}

type ToLocal = (position: Position) => XY

const wayStretch = ({ at, way, waySpeedMps }: DriveAhead, toLocal: ToLocal): Stretch => ({
  points: (way.length === 0 ? [at] : way).map(toLocal),
  speedMps: waySpeedMps,
})

const legStretches = ({ legs }: DriveAhead, toLocal: ToLocal): Stretch[] =>
  legs.map(({ points, speedMps }) => ({ points: points.map(toLocal), speedMps }))

const beginningOf = (mine: DriveAhead, toLocal: ToLocal): Stretch[] => [
  wayStretch(mine, toLocal),
  ...firstOf(legStretches(mine, toLocal), FIRST_ROWS_S),
]

/** Whether the approach of a mission and its first two minutes on its area keep apart, in time, from all that another mower drives meanwhile. */
export const startsApart = (mine: DriveAhead, other: DriveAhead): boolean => {
  const frame = frameAround([mine.at, other.at])
  const toLocal: ToLocal = position => frame.toLocal(position)
  const beginning = nowhereAfter(timelineOf(beginningOf(mine, toLocal), 0, STEP_S))
  const theirs = [wayStretch(other, toLocal), ...legStretches(other, toLocal)]
  // What they drive after that is not compared.
  const line = timelineOf(firstOf(theirs, beginning.durationS + 2 * SLACK_S), 0, STEP_S)
  return leastApartM(beginning, line, SLACK_S) >= (mine.widthM + other.widthM) / 2 + SHARED_CLEARANCE_M
}

/**
 * Whether the same beginning leads past a mower that stands at that position. Of two that are parked nearer than that, one may leave where it does
 * not come nearer.
 */
export const passesStanding = (mine: DriveAhead, other: Pick<DriveAhead, 'at' | 'widthM'>): boolean => {
  const frame = frameAround([mine.at, other.at])
  const toLocal: ToLocal = position => frame.toLocal(position)
  const there = toLocal(other.at)
  const line = [toLocal(mine.at), ...beginningOf(mine, toLocal).flatMap(({ points }) => points)]
  const neededM = (mine.widthM + other.widthM) / 2 + STANDING_GAP_M
  const atFirstM = distanceM(toLocal(mine.at), there) - WANDERS_M
  return distanceToLineM(line, there) >= Math.min(neededM, atFirstM)
}
