/** Checks that two drives on one zone keep apart at all times, before either is started. */
import { leastApartM, type Stretch, timelineOf } from '@greensward/geometry'
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
