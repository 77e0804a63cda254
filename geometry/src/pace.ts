import type { PolylineXY } from './units.ts'

/** A piece of a drive at one speed. */
export interface Stretch {
  readonly points: PolylineXY
  readonly speedMps: number
}

// What ArduPilot's rover does when nobody has set it otherwise: how hard it speeds up and slows down, how fast it turns, and how
// it takes corners. Without this a drive of short arcs would be planned up to a third too short.
const ACCELERATION_MPS2 = 0.8
const BRAKING_MPS2 = 0.96
const YAW_RATE_RADPS = 1.6
/** What is left of a turn on the spot when it begins to move on; smaller corners are taken without standing still. */
const PIVOT_RAD = 0.35
/** What turning on the spot costs beside the turning. */
const PIVOT_REST_S = 0.1
/** A corner is cut or overshot by no more than about this. */
const CORNER_ERROR_M = 0.03
/** The slowest that a corner is taken without standing still. */
const CORNER_MPS = 0.25
/** About as fast an arc of short legs is begun. */
const ARC_MPS = 1.2
/** In an arc the heading lags behind and the machine holds back: by half at this speed on a radius of a metre. */
const ARC_LAG_MPS = 1.75

/** Points nearer to each other than this are one. */
const SAME_M = 1e-6

/** Seconds since it set off, from standstill, at every point of a drive: one for each point of each stretch, one after the other. */
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
  const cruises = new Float64Array(legs + 2)
  for (let i = 1; i <= legs; i++) {
    const speed = speeds[i] ?? 1
    const bend = (Math.min(turns[i - 1] ?? 0, PIVOT_RAD) + Math.min(turns[i] ?? 0, PIVOT_RAD)) / 2
    // On a long leg the bends at its ends are soon forgotten.
    cruises[i] = speed / (1 + (speed * bend) / (Math.max(lengths[i] ?? 0, speed / 2) * ARC_LAG_MPS))
  }
  /** The speed with which the end of each leg is passed, first by its corner, then by what comes after. */
  const passes = new Float64Array(legs + 1)
  for (let i = legs - 1; i > 0; i--) {
    const turn = turns[i] ?? 0
    if (turn > PIVOT_RAD) continue
    const nextM = lengths[i + 1] ?? 0
    const corner = Math.max(CORNER_MPS, (2 * CORNER_ERROR_M * YAW_RATE_RADPS) / Math.max(turn * turn, SAME_M))
    // What lies behind the next leg it does not know yet, so it slows down before an arc of short legs.
    const onward = Math.sqrt(2 * BRAKING_MPS2 * nextM + ARC_MPS * ARC_MPS)
    const after = passes[i + 1] ?? 0
    const braked = Math.sqrt(after * after + 2 * BRAKING_MPS2 * nextM)
    passes[i] = Math.min(corner, onward, braked, cruises[i] ?? 0, speeds[i + 1] ?? 0)
  }
  const ends = new Float64Array(legs + 1)
  let clockS = 0
  let speed = 0
  for (let i = 1; i <= legs; i++) {
    const length = lengths[i] ?? 0
    const end = Math.min(passes[i] ?? 0, Math.sqrt(speed * speed + 2 * ACCELERATION_MPS2 * length))
    clockS += legS(length, speed, end, cruises[i] ?? 1)
    ends[i] = clockS
    speed = end
    const turn = turns[i] ?? 0
    if (turn > PIVOT_RAD) clockS += (turn - PIVOT_RAD) / YAW_RATE_RADPS + PIVOT_REST_S
  }
  return ends
}

/** Seconds of a leg that begins and ends at two speeds, and reaches a third between them where its length allows. */
const legS = (lengthM: number, begin: number, end: number, cruise: number): number => {
  const top = Math.max(begin, end, cruise)
  const upM = (top * top - begin * begin) / (2 * ACCELERATION_MPS2)
  const downM = (top * top - end * end) / (2 * BRAKING_MPS2)
  if (upM + downM <= lengthM)
    return (top - begin) / ACCELERATION_MPS2 + (top - end) / BRAKING_MPS2 + (lengthM - upM - downM) / top
  const square =
    (2 * ACCELERATION_MPS2 * BRAKING_MPS2 * lengthM + BRAKING_MPS2 * begin * begin + ACCELERATION_MPS2 * end * end) /
    (ACCELERATION_MPS2 + BRAKING_MPS2)
  const peak = Math.sqrt(Math.max(square, begin * begin, end * end))
  return (peak - begin) / ACCELERATION_MPS2 + (peak - end) / BRAKING_MPS2
}
