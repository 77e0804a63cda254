/** A plan as the list of orders that a mower carries out one after the other: drive to, change speed, switch the blade. */
import type { Position } from '../course/course.ts'
import type { MissionPlan, PlanLeg } from './missionPlan.ts'

export type PlanItem =
  | { readonly kind: 'waypoint'; readonly position: Position; readonly leg: number }
  | { readonly kind: 'speed'; readonly speedMps: number; readonly leg: number }
  | { readonly kind: 'blade'; readonly on: boolean; readonly leg: number }

/** ArduPilot Rover holds 655 items, the first of which is home. */
export const MOST_PLAN_ITEMS = 654

const samePlace = (a: Position | undefined, b: Position | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1]

/**
 * Orders between waypoints are carried out when the waypoint before them is reached, so the blade is off before the mower leaves for
 * a transit and continues only at the start of what is mown. The list begins and ends with the blade off.
 *
 * ArduPilot carries out the first order at once and the others one an update, and forgets those that are left once it reaches the next
 * waypoint, which may be as near as its radius. So the blade comes first: behind the speed, a swath was driven with the blade off.
 */
export const planItems = ({ legs }: Pick<MissionPlan, 'legs'>): PlanItem[] => {
  const items: PlanItem[] = [{ kind: 'blade', on: false, leg: 0 }]
  let bladeOn = false
  let speedMps: number | undefined
  let here: Position | undefined
  const goAt = (speed: number, leg: number): void => {
    if (speed !== speedMps) items.push({ kind: 'speed', speedMps: speed, leg })
    speedMps = speed
  }
  const turnBlade = (on: boolean, leg: number): void => {
    if (on !== bladeOn) items.push({ kind: 'blade', on, leg })
    bladeOn = on
  }
  const driveTo = (position: Position, leg: number): void => {
    items.push({ kind: 'waypoint', position, leg })
    here = position
  }
  for (const [leg, { bladeOn: mows, speedMps: speed, points }] of legs.entries()) {
    if (!samePlace(here, points[0]) && points[0] !== undefined) {
      // The way to a leg that does not begin where the last one ended is never mown.
      turnBlade(false, leg)
      if (here === undefined) goAt(speed, leg)
      driveTo(points[0], leg)
    }
    turnBlade(mows, leg)
    goAt(speed, leg)
    for (const point of points.slice(1)) driveTo(point, leg)
  }
  turnBlade(false, Math.max(0, legs.length - 1))
  return items
}

/** Waypoints after which a long leg may be cut in two. */
const LONGEST_PIECE = 200

const pieces = (leg: PlanLeg): PlanLeg[] => {
  const out: PlanLeg[] = []
  for (let from = 0; from < leg.points.length - 1; from += LONGEST_PIECE)
    out.push({ ...leg, points: leg.points.slice(from, from + LONGEST_PIECE + 1) })
  return out
}

/**
 * Cuts a plan into parts that a mower's memory holds, each a drive of its own that begins and ends with the blade off.
 * A plan that fits comes back whole.
 * @param mostItems greatest number of items of one part
 */
export const planParts = (plan: Pick<MissionPlan, 'legs'>, mostItems = MOST_PLAN_ITEMS): readonly PlanLeg[][] => {
  if (planItems(plan).length <= mostItems) return [plan.legs]
  const parts: PlanLeg[][] = []
  let part: PlanLeg[] = []
  // Each leg takes its waypoints and at most four orders; counting that much is safe and needs no second look.
  let items = 2
  for (const leg of plan.legs.flatMap(pieces)) {
    const takes = leg.points.length + 4
    if (part.length > 0 && items + takes > mostItems) {
      parts.push(part)
      part = []
      items = 2
    }
    part.push(leg)
    items += takes
  }
  parts.push(part)
  return parts
}
