/** Whether a mower may meet one that drives without a mission: where to is not known, only where it is and how fast it drives. */
import { distanceM, type XY } from '@greensward/geometry'
import type { Position } from '../course/course.ts'
import { frameAround } from '../course/courseGeometry.ts'
import type { DriveAhead } from './apartInTime.ts'
import { fastestMps, GAP_M, placesOf, SLACK_S, stopsS } from './meetsSoon.ts'

interface UnplannedMower {
  readonly at: Position
  readonly widthM: number
  /** At most. */
  readonly speedMps: number
}

const STEP_S = 0.5
/** A start is compared for so long: later it is left to the comparison while both drive. */
const START_S = 30
/** A start takes some seconds to be sent. */
const START_SLACK_S = 10

/** The other one may be anywhere in a circle that grows with time. */
const mayMeet = (mine: DriveAhead, other: UnplannedMower, forS: number, slackS: number): boolean => {
  const frame = frameAround([mine.at, other.at])
  const toLocal = (position: Position): XY => frame.toLocal(position)
  const there = toLocal(other.at)
  const neededM = (mine.widthM + other.widthM) / 2 + GAP_M
  return placesOf(mine, Math.ceil(forS / STEP_S), STEP_S, toLocal).some(
    (here, i) => distanceM(here, there) < neededM + other.speedMps * (i * STEP_S + slackS),
  )
}

/** Whether it may meet the other one in the first half minute after its start. */
export const startMayMeet = (mine: DriveAhead, other: UnplannedMower): boolean =>
  mayMeet(mine, other, START_S, START_SLACK_S)

/** Whether it may meet the other one before it has stopped. */
export const mayMeetSoon = (mine: DriveAhead, other: UnplannedMower): boolean =>
  mayMeet(mine, other, stopsS(fastestMps(mine)), SLACK_S)
