/** Whether two mowers, one of them on a drive, are about to meet, though their start checks expected otherwise. */
import { distanceM, distanceToLineM, type PolylineXY, type XY } from '@greensward/geometry'
import type { Position } from '../course/course.ts'
import { frameAround } from '../course/courseGeometry.ts'
import type { DriveAhead } from './apartInTime.ts'

/** Between the sides of two mowers. */
export const GAP_M = 0.3

/** From the decision of a stop until the mower brakes: a Rover stood 2 s after its stop where one packet in five was lost. */
const OBEYS_S = 1.5
/** Half of what the simulated Rover brakes with, for a slope and wet grass. No parameter of an autopilot says what a machine can do. */
const BRAKES_MPS2 = 0.6
/** At least: as at 3 m/s. */
const LEAST_STOP_S = 4
/** Each may be so much earlier or later than the other within the time that is looked ahead. */
export const SLACK_S = 2
const STEP_S = 0.5
/** At most this far apart, in metres, are two places of a mower: less than the width of any. */
const STEP_M = 1.5

/** Seconds of its speed in which a mower drives as far as it needs to stand: so long the other one may stand still as well. */
export const stopsS = (speedMps: number): number => Math.max(LEAST_STOP_S, OBEYS_S + speedMps / (2 * BRAKES_MPS2))
/** Looked ahead, in seconds: two that drive towards each other both need to stand. */
const aheadS = (speedMps: number): number => stopsS(speedMps) + SLACK_S

/**
 * How far apart the middles of two mowers may be that are about to meet, in metres.
 * @param fastestMps the greatest speed of both
 * @param widthsM the sum of their widths
 */
export const meetsWithinM = (fastestMps: number, widthsM: number): number =>
  aheadS(fastestMps) * 2 * fastestMps + widthsM / 2 + GAP_M

/** Where it is at each step, at the speeds of its plan and without slowing down: it may have its speed already. */
export const placesOf = (
  { at, way, waySpeedMps, legs }: DriveAhead,
  steps: number,
  stepS: number,
  toLocal: (place: Position) => XY,
): PolylineXY => {
  const places: XY[] = [toLocal(at)]
  let [last = [0, 0] as XY] = places
  let overS = 0
  const stretches = [{ points: way, speedMps: waySpeedMps }, ...legs]
  for (const { points, speedMps } of stretches)
    for (const point of points) {
      const to = toLocal(point)
      const lastsS = distanceM(last, to) / Math.max(speedMps, 0.1)
      // `overS` of the next step are driven already.
      for (let nextS = stepS - overS; nextS <= lastsS; nextS += stepS) {
        const share = nextS / lastsS
        places.push([last[0] + (to[0] - last[0]) * share, last[1] + (to[1] - last[1]) * share])
        if (places.length > steps) return places
      }
      overS = (overS + lastsS) % stepS
      last = to
    }
  // It stands at its end.
  while (places.length <= steps) places.push(last)
  return places
}

/** Whether their sides would come nearer than a hand's breadth within seconds, driving on or standing still where they are. */
export const meetsSoon = (one: DriveAhead, other: DriveAhead): boolean => {
  const neededM = (one.widthM + other.widthM) / 2 + GAP_M
  const frame = frameAround([one.at, other.at])
  const toLocal = (place: Position): XY => frame.toLocal(place)
  const speedMps = Math.max(fastestMps(one), fastestMps(other))
  if (distanceM(toLocal(one.at), toLocal(other.at)) > meetsWithinM(speedMps, one.widthM + other.widthM)) return false
  const stepS = Math.min(STEP_S, STEP_M / speedMps)
  const stepsIn = (seconds: number): number => Math.ceil(seconds / stepS)
  const ahead = (each: DriveAhead): PolylineXY => placesOf(each, stepsIn(aheadS(speedMps)), stepS, toLocal)
  const [mine, theirs] = [ahead(one), ahead(other)]
  const slack = stepsIn(SLACK_S)
  const stands = stepsIn(stopsS(speedMps))
  return mine.some((a, i) =>
    theirs.some((b, j) => {
      const isAtOnce = Math.abs(i - j) <= slack || (i === 0 && j <= stands) || (j === 0 && i <= stands)
      return isAtOnce && distanceM(a, b) < neededM
    }),
  )
}

/** Between the sides of a mower and one at rest. Start checks ask for more: a mower is a little off its line, a position wanders. */
const STANDING_GAP_M = 0.15
/** Two in a narrow yard are near each other: only one that drives so much nearer is stopped. */
const NEARER_M = 0.3

/**
 * Whether a mower on an approach or on its rows is about to drive into one at rest, which may have been stopped there after
 * the start checks. One that it passes as near as the start checks accept does not count.
 */
export const meetsStanding = (mine: DriveAhead, other: Pick<DriveAhead, 'at' | 'widthM'>): boolean => {
  const frame = frameAround([mine.at, other.at])
  const toLocal = (place: Position): XY => frame.toLocal(place)
  const there = toLocal(other.at)
  const nowM = distanceM(toLocal(mine.at), there)
  const speedMps = fastestMps(mine)
  if (nowM > meetsWithinM(speedMps, mine.widthM + other.widthM)) return false
  const stepS = Math.min(STEP_S, STEP_M / speedMps)
  const line = placesOf(mine, Math.ceil(aheadS(speedMps) / stepS), stepS, toLocal)
  const neededM = (mine.widthM + other.widthM) / 2 + STANDING_GAP_M
  return distanceToLineM(line, there) < Math.min(neededM, nowM - NEARER_M)
}

/** Of all that it has ahead. */
export const fastestMps = ({ waySpeedMps, legs }: DriveAhead): number =>
  Math.max(waySpeedMps, ...legs.map(({ speedMps }) => speedMps))
