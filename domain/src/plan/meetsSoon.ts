/** Whether two mowers, one of them on a drive, are about to meet, though their start checks expected otherwise. */
import { distanceM, type PolylineXY, type XY } from '@greensward/geometry'
import type { Position } from '../course/course.ts'
import { frameAround } from '../course/courseGeometry.ts'
import type { DriveAhead } from './apartInTime.ts'

/** Between the sides of two mowers. */
const GAP_M = 0.3

/**
 * Looked ahead. A stop takes up to 1.5 s to be decided, sent and obeyed, and a mower at 3 m/s as long again and more to stand, which
 * two that drive towards each other both need.
 */
const AHEAD_S = 6
/** It stands within this: as far the other one may stand still as well, instead of driving on. */
const STOPS_S = 4
/** Each may be so much earlier or later than the other within the time that is looked ahead. */
const SLACK_S = 2
const STEP_S = 0.5

/** Where it is each half second, at the speeds of its plan and without slowing down: it may have its speed already. */
const placesOf = ({ at, way, waySpeedMps, legs }: DriveAhead, toLocal: (place: Position) => XY): PolylineXY => {
  const places: XY[] = [toLocal(at)]
  let [last = [0, 0] as XY] = places
  let overS = 0
  const stretches = [{ points: way, speedMps: waySpeedMps }, ...legs]
  for (const { points, speedMps } of stretches)
    for (const point of points) {
      const to = toLocal(point)
      const seconds = distanceM(last, to) / Math.max(speedMps, 0.1)
      // `overS` of the next step are driven already.
      for (let nextS = STEP_S - overS; nextS <= seconds; nextS += STEP_S) {
        const share = nextS / seconds
        places.push([last[0] + (to[0] - last[0]) * share, last[1] + (to[1] - last[1]) * share])
        if (places.length > AHEAD_S / STEP_S) return places
      }
      overS = (overS + seconds) % STEP_S
      last = to
    }
  // It stands at its end.
  while (places.length <= AHEAD_S / STEP_S) places.push(last)
  return places
}

/** Whether their sides would come nearer than a hand's breadth within seconds, driving on or standing still where they are. */
export const meetsSoon = (one: DriveAhead, other: DriveAhead): boolean => {
  const neededM = (one.widthM + other.widthM) / 2 + GAP_M
  const frame = frameAround([one.at, other.at])
  const toLocal = (place: Position): XY => frame.toLocal(place)
  const reachM = AHEAD_S * 2 * Math.max(...[one, other].map(fastestMps)) + neededM
  if (distanceM(toLocal(one.at), toLocal(other.at)) > reachM) return false
  const [mine, theirs] = [placesOf(one, toLocal), placesOf(other, toLocal)]
  const slack = SLACK_S / STEP_S
  const stands = STOPS_S / STEP_S
  return mine.some((a, i) =>
    theirs.some((b, j) => {
      const isAtOnce = Math.abs(i - j) <= slack || (i === 0 && j <= stands) || (j === 0 && i <= stands)
      return isAtOnce && distanceM(a, b) < neededM
    }),
  )
}

const fastestMps = ({ waySpeedMps, legs }: DriveAhead): number =>
  Math.max(waySpeedMps, ...legs.map(({ speedMps }) => speedMps))
