/** A plan as the list of orders that a mower carries out one after the other: drive to, change speed, switch the blade. */
import { localFrame } from '@greensward/geometry'
import type { Position } from '../course/course.ts'
import type { MissionPlan } from './missionPlan.ts'

export type PlanItem =
  | { readonly kind: 'waypoint'; readonly position: Position; readonly leg: number }
  | { readonly kind: 'speed'; readonly speedMps: number; readonly leg: number }
  | { readonly kind: 'blade'; readonly on: boolean; readonly leg: number }

/** The radius of a waypoint as ArduPilot Rover has it where nobody has set another one. */
const RADIUS_M = 2

const samePlace = (a: Position | undefined, b: Position | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1]

const isNear = (a: Position | undefined, b: Position): boolean =>
  a !== undefined && Math.hypot(...localFrame(a).toLocal(b)) <= RADIUS_M

/**
 * Orders between waypoints are carried out when the waypoint before them is reached, so the blade is off before the mower leaves for
 * a transit and continues only at the start of what is mown. The list begins and ends with the blade off.
 *
 * ArduPilot carries out the first order at once and the others one an update, and forgets those that are left once it reaches the next
 * waypoint, which may be as near as its radius. So the blade comes first: behind the speed, a swath was driven with the blade off. A
 * speed that may be forgotten comes again at the next waypoint.
 */
export const planItems = ({ legs }: Pick<MissionPlan, 'legs'>): PlanItem[] => {
  const items: PlanItem[] = [{ kind: 'blade', on: false, leg: 0 }]
  let bladeOn = false
  let speedMps: number | undefined
  let here: Position | undefined
  const goAt = (speed: number, leg: number): boolean => {
    if (speed === speedMps) return false
    items.push({ kind: 'speed', speedMps: speed, leg })
    speedMps = speed
    return true
  }
  const turnBlade = (on: boolean, leg: number): boolean => {
    if (on === bladeOn) return false
    items.push({ kind: 'blade', on, leg })
    bladeOn = on
    return true
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
    const switches = turnBlade(mows, leg)
    let mayForget = goAt(speed, leg) && switches
    for (const point of points.slice(1)) {
      goAt(speed, leg)
      if (mayForget && isNear(here, point)) speedMps = undefined
      mayForget = false
      driveTo(point, leg)
    }
  }
  turnBlade(false, Math.max(0, legs.length - 1))
  return items
}
