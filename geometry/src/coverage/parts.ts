import { distanceM, lengthM } from '../polyline.ts'
import type { XY } from '../units.ts'
import type { Leg, PlanPart } from './plan.ts'

/** Cuts legs that no part could hold, so that parts can end between legs. */
const fitting = (leg: Leg, mostPoints: number, mostM: number): Leg[] => {
  if (leg.points.length <= mostPoints && lengthM(leg.points) <= mostM) return [leg]
  const legs: Leg[] = []
  let points: XY[] = []
  let soFarM = 0
  const close = (): void => {
    if (points.length > 1) legs.push({ ...leg, points })
    points = points.slice(-1)
    soFarM = 0
  }
  for (const point of leg.points) {
    let last = points[points.length - 1]
    if (last !== undefined) {
      if (points.length >= mostPoints) close()
      for (let left = distanceM(last, point); soFarM + left > mostM; left = distanceM(last, point)) {
        const t = (mostM - soFarM) / left
        const cut: XY = [last[0] + (point[0] - last[0]) * t, last[1] + (point[1] - last[1]) * t]
        if (t > 1e-9) points.push(cut)
        close()
        last = points[points.length - 1] ?? cut
        if (points.length >= mostPoints) close()
      }
      soFarM += distanceM(last, point)
    }
    points.push(point)
  }
  close()
  return legs
}

/**
 * Splits a drive into parts of at most `maxWaypoints` points and `batteryRangeM` metres each. Legs that are longer than a part are cut,
 * so the legs come back too.
 */
export const splitIntoParts = (
  legs: readonly Leg[],
  maxWaypoints = Number.POSITIVE_INFINITY,
  batteryRangeM = Number.POSITIVE_INFINITY,
): { legs: Leg[]; parts: PlanPart[] } => {
  const cut = legs.flatMap(leg => fitting(leg, maxWaypoints, batteryRangeM))
  const parts: PlanPart[] = []
  let fromLeg = 0
  let waypoints = 0
  let partM = 0
  cut.forEach((leg, i) => {
    const legM = lengthM(leg.points)
    const more = leg.points.length - (waypoints > 0 ? 1 : 0)
    if (waypoints > 0 && (waypoints + more > maxWaypoints || partM + legM > batteryRangeM * (1 + 1e-9))) {
      parts.push({ fromLeg, toLeg: i, lengthM: partM, waypoints })
      fromLeg = i
      waypoints = leg.points.length
      partM = legM
      return
    }
    waypoints += more
    partM += legM
  })
  if (cut.length > 0) parts.push({ fromLeg, toLeg: cut.length, lengthM: partM, waypoints })
  return { legs: cut, parts }
}
