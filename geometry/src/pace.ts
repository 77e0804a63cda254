import type { PolylineXY } from './units.ts'

/** A piece of a drive at one speed. */
export interface Stretch {
  readonly points: PolylineXY
  readonly speedMps: number
}

/**
 * How a rover drives a list of points, fitted to two whole drives of an ArduPilot Rover 4.7 (skid steering, default tuning): one
 * of dense laps and round turns, one of long swaths. The autopilot knows this leg and the next one only. It keeps to a speed on
 * each leg from which it can stop within half of that leg, so short legs are slow at any set speed. The simulator drives
 * by the same numbers.
 */
export const pace = {
  /** ATC_ACCEL_MAX and ATC_DECEL_MAX, default. */
  accelerationMps2: 1,
  /** The default limit of 1 m/s3, less what the autopilot's limit on the change of jerk takes: fitted. */
  jerkMps3: 0.75,
  /** WP_PIVOT_ANGLE, default: sharper corners are turned on the spot. */
  pivotRad: Math.PI / 3,
  /** WP_PIVOT_RATE, default. */
  pivotRadps: Math.PI / 3,
  /** Seconds that a turn on the spot takes besides turning at full rate. */
  pivotRestS: 1,
  /** A corner below this costs no speed. */
  cornerFreeRad: 0.35,
  /** Speed in a corner between the two angles, times its angle. */
  cornerMpsRad: 0.7,
} as const

const { accelerationMps2: A, jerkMps3: J } = pace

/** Seconds that a change of speed takes. */
const rampS = (changeMps: number): number =>
  changeMps < (A * A) / J ? 2 * Math.sqrt(changeMps / J) : changeMps / A + A / J

/** The highest speed on a leg: it is reached from standstill, and stopped from, within half its length. */
export const legSpeedMps = (lengthM: number, speedMps: number): number => {
  const short = Math.cbrt((lengthM * lengthM * J) / 4)
  if (short < (A * A) / J) return Math.min(speedMps, short)
  const half = (A * A) / J / 2
  return Math.min(speedMps, Math.sqrt(half * half + A * lengthM) - half)
}

/** The highest speed at the corner between two legs with these speeds. */
export const cornerSpeedMps = (turnRad: number, beforeMps: number, afterMps: number): number => {
  if (turnRad > pace.pivotRad) return 0
  const slower = Math.min(beforeMps, afterMps)
  return turnRad > pace.cornerFreeRad ? Math.min(slower, pace.cornerMpsRad / turnRad) : slower
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

/** Seconds at the end of each leg; `turns` are those at the ends of legs, in radians. */
const arrivalsAtLegs = (
  legs: number,
  lengths: Float64Array,
  speeds: Float64Array,
  turns: Float64Array,
): Float64Array => {
  const ends = new Float64Array(legs + 1)
  let clockS = 0
  let begin = 0
  let cruise = legs > 0 ? legSpeedMps(lengths[1] ?? 0, speeds[1] ?? 1) : 0
  for (let i = 1; i <= legs; i++) {
    const turn = turns[i] ?? 0
    const following = i < legs ? legSpeedMps(lengths[i + 1] ?? 0, speeds[i + 1] ?? 1) : 0
    const end = cornerSpeedMps(turn, cruise, following)
    clockS += legS(lengths[i] ?? 0, begin, end, cruise)
    ends[i] = clockS
    begin = end
    cruise = following
    if (turn > pace.pivotRad) clockS += turn / pace.pivotRadps + pace.pivotRestS
  }
  return ends
}

/** Seconds of a leg that begins and ends at two speeds, neither above its own. */
const legS = (lengthM: number, begin: number, end: number, cruise: number): number => {
  const upS = rampS(cruise - begin)
  const downS = rampS(cruise - end)
  const restM = lengthM - ((begin + cruise) / 2) * upS - ((cruise + end) / 2) * downS
  // Where the two ramps do not fit, it is driven about as if they met.
  return restM >= 0 ? upS + downS + restM / cruise : lengthM / ((Math.min(begin, end) + cruise) / 2)
}
