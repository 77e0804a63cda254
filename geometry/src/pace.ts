import type { PolylineXY } from './units.ts'

/** A piece of a drive at one speed. */
export interface Stretch {
  readonly points: PolylineXY
  readonly speedMps: number
}

/**
 * How an ArduPilot Rover 4.7 drives a list of points (skid steering, default tuning). It plans each leg from standstill to
 * standstill, up to the highest speed that it reaches within half of the leg, and begins a leg while it slows down on the one
 * before: the two ramps overlap as long as the shorter takes. So short legs are slow at any set speed. The last three numbers
 * are fitted to a drive of dense laps and round turns, and agree with one of long swaths.
 */
export const pace = {
  /** ATC_ACCEL_MAX and ATC_DECEL_MAX, default. */
  accelerationMps2: 1,
  /** WP_JERK, default: as much as the acceleration. */
  jerkMps3: 1,
  /** Seconds in which the jerk rises and falls, by the autopilot's own limit of 15 m/s4. */
  jerkRiseS: Math.PI / 30,
  /** WP_RADIUS as the product asks for it: a corner is cut by no more. */
  waypointRadiusM: 0.3,
  /** WP_PIVOT_ANGLE, default: sharper corners are turned on the spot. */
  pivotRad: Math.PI / 3,
  /** WP_PIVOT_RATE, default. */
  pivotRadps: Math.PI / 3,
  /** Seconds that a turn on the spot takes besides turning at full rate. */
  pivotRestS: 1,
  /** The heading is behind the line by as many seconds of its turning. */
  headingLagS: 1.73,
  /** Below this speed a rover comes to a standstill between two legs, the more so the slower it is. */
  creepMps: 0.3,
  /** Seconds that such a standstill takes. */
  creepS: 0.8,
} as const

const { accelerationMps2: A, jerkMps3: J, jerkRiseS: RISE_S } = pace

/** From this change of speed on, the whole acceleration is reached. */
const FULL_MPS = A * (A / J + RISE_S)

/** Seconds that a change of speed takes. */
const rampS = (changeMps: number): number =>
  changeMps < FULL_MPS ? RISE_S + Math.sqrt(RISE_S * RISE_S + (4 * changeMps) / J) : changeMps / A + A / J + RISE_S

/** The highest speed on a leg: it is reached from standstill, and stopped from, within half its length. */
export const legSpeedMps = (lengthM: number, speedMps: number): number => {
  // Half the ramp: the root of `(half - rise) half^2 = length / 2 jerk`, to second order.
  const half = Math.cbrt(lengthM / (2 * J)) + RISE_S / 3
  if (half < A / J + RISE_S) return Math.min(speedMps, lengthM / (2 * half))
  return Math.min(speedMps, (Math.sqrt(FULL_MPS * FULL_MPS + 4 * A * lengthM) - FULL_MPS) / 2)
}

/** Seconds by which two legs overlap at their corner. */
const overlapS = (turnRad: number, beforeS: number, afterS: number): number => {
  if (turnRad > pace.pivotRad) return 0
  const shorterS = Math.min(beforeS, afterS)
  // Halfway through the overlap it is this far from the corner along either leg, and so it cuts the corner.
  const atM = rampM(shorterS / 2)
  const mostM = pace.waypointRadiusM / (2 * Math.sin(turnRad / 2))
  return atM <= mostM ? shorterS : shorterS * Math.cbrt(mostM / atM)
}

/** Metres from standstill after some seconds of a ramp. */
const rampM = (seconds: number): number =>
  seconds < A / J
    ? (J * seconds ** 3) / 6
    : (A * seconds * seconds) / 2 - (A * A * seconds) / (2 * J) + A ** 3 / (6 * J * J)

/**
 * Share of its planned speed at which a rover follows a bend: as its heading is behind, it drives aslant, and the autopilot
 * waits for it but for a twentieth.
 */
const followedShare = (radps: number): number => {
  const behind = (pace.headingLagS * radps) ** 2
  return behind < 0.05 ? 1 : (Math.sqrt(1 + 4.2 * behind) - 1) / (2 * behind)
}

/** Points nearer to each other than this are one. */
const SAME_M = 1e-6

/** Seconds since the start from standstill, for each point of each stretch of a drive, in order. */
export const arrivalsOf = (stretches: readonly Stretch[]): Float64Array => {
  const { legAt, ends } = timedLegs(stretches)
  return Float64Array.from(legAt, leg => ends[leg] ?? 0)
}

/** Seconds that a drive takes from standstill to standstill. */
export const driveS = (stretches: readonly Stretch[]): number => {
  const { legAt, ends } = timedLegs(stretches)
  return ends[legAt[legAt.length - 1] ?? 0] ?? 0
}

/** For each point the leg that ends there, and the seconds at the end of each leg; leg 0 is the start. */
const timedLegs = (stretches: readonly Stretch[]): { legAt: Int32Array; ends: Float64Array } => {
  let count = 0
  for (const { points } of stretches) count += points.length
  const legAt = new Int32Array(count)
  const lengths = new Float64Array(count + 1)
  const speeds = new Float64Array(count + 1)
  const turns = new Float64Array(count + 1)
  let legs = 0
  let point = 0
  let x = Number.NaN
  let y = Number.NaN
  let aheadX = 0
  let aheadY = 0
  for (const { points, speedMps } of stretches)
    for (const to of points) {
      const dx = to[0] - x
      const dy = to[1] - y
      const length = Math.sqrt(dx * dx + dy * dy)
      if (length > SAME_M) {
        if (legs > 0) turns[legs] = Math.abs(Math.atan2(aheadX * dy - aheadY * dx, aheadX * dx + aheadY * dy))
        legs++
        lengths[legs] = length
        speeds[legs] = speedMps
        aheadX = dx
        aheadY = dy
      }
      if (!(length <= SAME_M)) {
        x = to[0]
        y = to[1]
      }
      legAt[point++] = legs
    }
  return { legAt, ends: arrivalsAtLegs(legs, lengths, speeds, turns) }
}

/** Seconds at the end of each leg, halfway through its overlap with the next; `turns` are at the ends of legs, in radians. */
const arrivalsAtLegs = (
  legs: number,
  lengths: Float64Array,
  speeds: Float64Array,
  turns: Float64Array,
): Float64Array => {
  const ends = new Float64Array(legs + 1)
  let clockS = 0
  let beginTurn = 0
  let beginS = 0
  let cruise = legs > 0 ? legSpeedMps(lengths[1] ?? 0, speeds[1] ?? 1) : 0
  let ramp = rampS(cruise)
  for (let i = 1; i <= legs; i++) {
    const turn = turns[i] ?? 0
    const following = i < legs ? legSpeedMps(lengths[i + 1] ?? 0, speeds[i + 1] ?? 1) : 0
    const followingRamp = rampS(following)
    const endS = i < legs ? overlapS(turn, ramp, followingRamp) / 2 : 0
    const isPivot = turn > pace.pivotRad
    const endTurn = isPivot ? 0 : turn / 2
    const plannedS = (lengths[i] ?? 0) / cruise + ramp - beginS - endS
    clockS += plannedS / followedShare((beginTurn + endTurn) / plannedS)
    clockS += pace.creepS * Math.max(0, 1 - cruise / pace.creepMps)
    ends[i] = clockS
    if (isPivot) clockS += turn / pace.pivotRadps + pace.pivotRestS
    beginTurn = endTurn
    beginS = endS
    cruise = following
    ramp = followingRamp
  }
  return ends
}
