/**
 * How a mower moves along straight legs, with skid steering or steered wheels. Speeds come from the planner's own model (`pace`),
 * the error beside the line is fitted to the same two drives of an ArduPilot Rover.
 */
import { legSpeedMps, pace, type XY } from '@greensward/geometry'

export type Steering = 'skid' | 'ackermann'

export interface Body {
  /** Metres east and north of home. */
  x: number
  y: number
  /** Radians clockwise from north. */
  heading: number
  speedMps: number
  yawRate: number
  /** How hard it speeds up now; absent is not at all. */
  rampMps2?: number
  /** It turns on the spot now. */
  pivots?: boolean
}

/** How it corrects and corners: named as the parameters of the autopilot are, with their defaults. */
export interface Tuning {
  /** Within this of a waypoint the next leg may begin, metres. */
  readonly WP_RADIUS: number
  /** Sharper corners are turned on the spot, degrees; 0 never does. */
  readonly WP_PIVOT_ANGLE: number
  /** Degrees a second on the spot. */
  readonly WP_PIVOT_RATE: number
  /** Metres a second towards the line for each metre beside it. */
  readonly PSC_POS_P: number
}

export const defaultTuning: Tuning = { WP_RADIUS: 2, WP_PIVOT_ANGLE: 60, WP_PIVOT_RATE: 60, PSC_POS_P: 0.2 }

/** The limits of a rover, from its parameters. */
export const tuningOf = (parameters: ReadonlyMap<string, number>): Tuning => ({
  WP_RADIUS: parameters.get('WP_RADIUS') ?? defaultTuning.WP_RADIUS,
  WP_PIVOT_ANGLE: parameters.get('WP_PIVOT_ANGLE') ?? defaultTuning.WP_PIVOT_ANGLE,
  WP_PIVOT_RATE: parameters.get('WP_PIVOT_RATE') ?? defaultTuning.WP_PIVOT_RATE,
  PSC_POS_P: parameters.get('PSC_POS_P') ?? defaultTuning.PSC_POS_P,
})

export interface Leg {
  readonly from: XY
  readonly to: XY
  /** Where it continues after `to`, for the speed in the corner; null means stop there. */
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
  accelerationMps2: pace.accelerationMps2,
  brakingMps2: 1.2,
  yawRateMax: 1.6,
  turnRadiusM: 0,
}

export const ackermannLimits: BodyLimits = {
  steering: 'ackermann',
  accelerationMps2: pace.accelerationMps2,
  brakingMps2: 1.2,
  yawRateMax: 1.6,
  turnRadiusM: 1.5,
}

const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle))
const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

/** How suddenly it speeds up and slows down: fitted. */
const JERK_MPS3 = 1.5
const REACHED_M = 0.03
const CREEP_MPS = 0.1
/** Seconds by which the heading is behind what is wanted: fitted. */
const HEADING_LAG_S = 1.45
/** A turn on the spot ends this near to the new heading. */
const PIVOT_DONE_RAD = 0.09
const PIVOT_LAG_S = 0.5
const SMALL_ERROR_RAD = 0.35
const LARGE_ERROR_GAIN = 3
/** It pulls a little to one side, as the real one did: about 0.1 m beside long swaths. */
const PULL_RAD = 0.013
/** A corner below this costs no speed. */
const CORNER_FREE_RAD = 0.35
/** Speed in a sharper corner, times its angle: fitted. */
const CORNER_MPS_RAD = 0.7
/** A corner is begun about this long before the waypoint. */
const CORNER_LEAD_S = 0.4
/** Beyond this beside its direction it goes no faster than that until it has turned. */
const SWERVE_RAD = 0.9
const SWERVE_MPS = 0.4
const RAD = Math.PI / 180

/** Metres that a change between two speeds takes, limited in acceleration and jerk. */
const rampM = (fromMps: number, toMps: number): number => {
  const { accelerationMps2: most } = pace
  const change = Math.abs(toMps - fromMps)
  const seconds =
    change < (most * most) / JERK_MPS3 ? 2 * Math.sqrt(change / JERK_MPS3) : change / most + most / JERK_MPS3
  return ((fromMps + toMps) / 2) * seconds
}

/** The highest speed, at most `mostMps`, from which it slows down to `endMps` within a distance. */
const slowingMps = (leftM: number, endMps: number, mostMps: number): number => {
  if (endMps >= mostMps || rampM(mostMps, endMps) <= leftM) return mostMps
  let low = endMps
  let high = mostMps
  for (let tries = 0; tries < 16; tries++) {
    const middle = (low + high) / 2
    if (rampM(middle, endMps) <= leftM) low = middle
    else high = middle
  }
  return low
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

/** Speeds up with limited jerk and slows down as it must. */
const keepTo = (body: Body, wantedMps: number, yawRate: number, limits: BodyLimits, dtS: number): void => {
  const missing = wantedMps - body.speedMps
  const ramp =
    missing <= 0
      ? 0
      : Math.min(pace.accelerationMps2, (body.rampMps2 ?? 0) + JERK_MPS3 * dtS, Math.sqrt(2 * JERK_MPS3 * missing))
  body.rampMps2 = ramp
  advance(body, missing > 0 ? Math.min(wantedMps, body.speedMps + ramp * dtS) : wantedMps, yawRate, limits, dtS)
}

/** Brakes in its own direction. */
export const brake = (body: Body, limits: BodyLimits, dtS: number): void => {
  body.rampMps2 = 0
  body.pivots = false
  advance(body, 0, 0, limits, dtS)
}

const cornerSpeedMps = (turnRad: number, beforeMps: number, afterMps: number): number => {
  const slower = Math.min(beforeMps, afterMps)
  return turnRad > CORNER_FREE_RAD ? Math.min(slower, CORNER_MPS_RAD / turnRad) : slower
}

/** How fast the corner at the end of a leg may be, and how sharp it is. */
const cornerOf = ({ to, next }: Leg, bearing: number, cruiseMps: number, speedMps: number, pivotRad: number) => {
  if (next === null) return { mps: 0, turnRad: 0 }
  const dx = next[0] - to[0]
  const dy = next[1] - to[1]
  const turnRad = Math.abs(wrap(Math.atan2(dx, dy) - bearing))
  const mps = turnRad > pivotRad ? 0 : cornerSpeedMps(turnRad, cruiseMps, legSpeedMps(Math.hypot(dx, dy), speedMps))
  return { mps, turnRad }
}

/** Small errors of heading are corrected slowly, large ones at once. */
const turningTo = (error: number, { yawRateMax }: BodyLimits): number =>
  clamp(error / HEADING_LAG_S + (error - clamp(error, SMALL_ERROR_RAD)) * LARGE_ERROR_GAIN, yawRateMax)

/** One step along a leg. @returns whether its end is reached */
export const drive = (
  body: Body,
  leg: Leg,
  speedMps: number,
  limits: BodyLimits,
  dtS: number,
  tuning: Tuning = defaultTuning,
): boolean => {
  const dx = leg.to[0] - leg.from[0]
  const dy = leg.to[1] - leg.from[1]
  const length = Math.hypot(dx, dy)
  if (length < 1e-6) return true
  const bearing = Math.atan2(dx, dy)
  const sin = Math.sin(bearing)
  const cos = Math.cos(bearing)
  const leftM = (leg.to[0] - body.x) * sin + (leg.to[1] - body.y) * cos
  const right = (body.x - leg.to[0]) * cos - (body.y - leg.to[1]) * sin
  const isSkid = limits.steering === 'skid'
  const pivotRad = isSkid && tuning.WP_PIVOT_ANGLE > 0 ? tuning.WP_PIVOT_ANGLE * RAD : Number.POSITIVE_INFINITY
  const cruise = legSpeedMps(length, speedMps)
  const corner = cornerOf(leg, bearing, cruise, speedMps, pivotRad)
  const leadM = corner.turnRad > CORNER_FREE_RAD ? Math.min(tuning.WP_RADIUS, corner.mps * CORNER_LEAD_S) : 0
  if (leftM <= Math.max(REACHED_M, leadM, body.speedMps * dtS * 0.5)) return true

  const offLine = wrap(bearing - body.heading)
  if (Math.abs(offLine) > pivotRad) body.pivots = true
  else if (Math.abs(offLine) < PIVOT_DONE_RAD) body.pivots = false
  if (body.pivots === true) {
    const turning = body.speedMps > 0.05 ? 0 : clamp(offLine / PIVOT_LAG_S, tuning.WP_PIVOT_RATE * RAD)
    keepTo(body, 0, turning, limits, dtS)
    return false
  }
  const pull = isSkid ? PULL_RAD : 0
  const correction = Math.atan2(right * tuning.PSC_POS_P, Math.max(body.speedMps, CREEP_MPS))
  const error = wrap(bearing - correction + pull - body.heading)
  const wanted = Math.max(CREEP_MPS, slowingMps(leftM, Math.max(corner.mps, CREEP_MPS), cruise))
  // It is driven by the clock: what a swerve takes it makes up for.
  const along = Math.abs(error) > SWERVE_RAD ? Math.min(wanted, SWERVE_MPS) : wanted / Math.max(0.8, Math.cos(error))
  keepTo(body, along, turningTo(error, limits), limits, dtS)
  return false
}
