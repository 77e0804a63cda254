/** How a mower moves: skid steering or Ackermann, with limits of acceleration and turning, along straight lines. */
import type { XY } from '@greensward/geometry'

export type Steering = 'skid' | 'ackermann'

export interface Body {
  /** Metres east and north of home. */
  x: number
  y: number
  /** Radians clockwise from north. */
  heading: number
  speedMps: number
  yawRate: number
}

export interface Leg {
  readonly from: XY
  readonly to: XY
  /** Where it goes on after `to`, for the speed in the corner; null means stop there. */
  readonly next: XY | null
}

export interface BodyLimits {
  readonly steering: Steering
  readonly accelerationMps2: number
  readonly brakingMps2: number
  readonly yawRateMax: number
  /** Metres; skid steering turns on the spot. */
  readonly turnRadiusM: number
}

export const skidLimits: BodyLimits = {
  steering: 'skid',
  accelerationMps2: 0.8,
  brakingMps2: 1.2,
  yawRateMax: 1.6,
  turnRadiusM: 0,
}

export const ackermannLimits: BodyLimits = {
  steering: 'ackermann',
  accelerationMps2: 0.8,
  brakingMps2: 1.2,
  yawRateMax: 1.6,
  turnRadiusM: 1.5,
}

const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle))
const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

const REACHED_M = 0.03
const CREEP_MPS = 0.1
/** Beyond this heading error a skid-steered machine turns on the spot. */
const PIVOT_RAD = 0.35
/** An arc of short legs is driven about this fast. */
const ARC_MPS = 1.2
/** A corner is cut or overshot by no more than about this. */
const CORNER_ERROR_M = 0.03

/** Speed at which a change of heading costs at most `CORNER_ERROR_M` beside the line. */
const cornerSpeed = (turnRad: number, limits: BodyLimits): number => {
  const turn = Math.abs(turnRad)
  if (turn < 0.02) return Number.POSITIVE_INFINITY
  if (limits.steering === 'skid' && turn > 0.9) return 0
  return Math.max(0.25, (2 * CORNER_ERROR_M * limits.yawRateMax) / (turn * turn))
}

const towards = (value: number, target: number, up: number, down: number): number =>
  target > value ? Math.min(target, value + up) : Math.max(target, value - down)

const advance = (body: Body, speedMps: number, yawRate: number, limits: BodyLimits, dtS: number): void => {
  body.speedMps = towards(body.speedMps, speedMps, limits.accelerationMps2 * dtS, limits.brakingMps2 * dtS)
  const most = limits.steering === 'skid' ? limits.yawRateMax : Math.abs(body.speedMps) / limits.turnRadiusM
  body.yawRate = clamp(yawRate, Math.min(most, limits.yawRateMax))
  // The heading halfway through the step makes arcs come out right with long steps too.
  const middle = body.heading + (body.yawRate * dtS) / 2
  body.x += body.speedMps * Math.sin(middle) * dtS
  body.y += body.speedMps * Math.cos(middle) * dtS
  body.heading = wrap(body.heading + body.yawRate * dtS)
}

/** Brakes in its own direction. */
export const brake = (body: Body, limits: BodyLimits, dtS: number): void => advance(body, 0, 0, limits, dtS)

/** One step along a leg. @returns whether its end is reached */
export const drive = (body: Body, leg: Leg, speedMps: number, limits: BodyLimits, dtS: number): boolean => {
  const dx = leg.to[0] - leg.from[0]
  const dy = leg.to[1] - leg.from[1]
  const length = Math.hypot(dx, dy)
  const bearing = length < 1e-6 ? body.heading : Math.atan2(dx, dy)
  const sin = Math.sin(bearing)
  const cos = Math.cos(bearing)
  const leftM = (leg.to[0] - body.x) * sin + (leg.to[1] - body.y) * cos
  const right = (body.x - leg.to[0]) * cos - (body.y - leg.to[1]) * sin
  if (length < 1e-6 || leftM <= Math.max(REACHED_M, body.speedMps * dtS * 0.5)) return true

  const lookAhead = Math.max(0.5, body.speedMps * 0.7)
  const error = wrap(bearing - Math.atan2(right, lookAhead) - body.heading)
  const turn =
    leg.next === null ? Math.PI : wrap(Math.atan2(leg.next[0] - leg.to[0], leg.next[1] - leg.to[1]) - bearing)
  const nextM = leg.next === null ? 0 : Math.hypot(leg.next[0] - leg.to[0], leg.next[1] - leg.to[1])
  // As the autopilot's own curves of speed, read in its source: what lies behind the next leg it does not know yet, so it
  // slows down before an arc of short legs, not in it.
  const onward = Math.sqrt(2 * limits.brakingMps2 * 0.8 * nextM + ARC_MPS ** 2)
  const corner = leg.next === null ? 0 : Math.min(cornerSpeed(turn, limits), onward)
  const allowed = Math.max(CREEP_MPS, Math.sqrt(2 * limits.brakingMps2 * 0.8 * leftM + Math.min(corner, speedMps) ** 2))

  if (limits.steering === 'skid' && Math.abs(error) > PIVOT_RAD) {
    advance(body, 0, body.speedMps > 0.05 ? 0 : clamp(error / dtS, limits.yawRateMax), limits, dtS)
  } else if (limits.steering === 'skid') {
    // Slower while it still turns towards the line, so that the pivot's rest costs no ground.
    const eager = Math.max(0.2, 1 - Math.abs(error) / PIVOT_RAD)
    advance(body, Math.min(speedMps * eager, allowed), clamp(error * 5, limits.yawRateMax), limits, dtS)
  } else {
    const eager = Math.abs(error) > 0.5 ? 0.4 : 1
    advance(body, Math.min(speedMps * eager, allowed), clamp(error * 4, limits.yawRateMax), limits, dtS)
  }
  return false
}
