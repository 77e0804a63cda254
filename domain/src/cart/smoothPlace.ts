/**
 * Where a cart is, from all its fixes and not the last alone: two Kalman filters of place and velocity side by side. The
 * `steady` one assumes that the cart continues as before and is sure of it to a metre or two; the `agile` one believes that
 * it may brake or turn at any moment, lags little and is less sure. What both say is so whether the cart went straight on
 * or not. Where the tracker reports speed and direction, from the Doppler shift and far better than its place, both take
 * that in; where it reports none, the positions alone show how it moves. Errors are alike in every direction, so that one
 * covariance serves east and north.
 *
 * In a steady drive and by fixes of 5 m the steady one is sure to 1.7 m, the agile one to 4 m.
 */
import { distanceM, type XY } from '@greensward/geometry'
import { ASSUMED_ACCURACY_M, type CartFix } from './acceptFix.ts'

/** How much a cart's speed and direction change by themselves: the variance of its velocity a second, m²/s³. */
const STEADY_DRIVE = 0.15 ** 2
const AGILE_DRIVE = 1.2 ** 2
/** Of a golf cart's velocity before anything is known of it, and of what a tracker says of it: rounded, a second old. */
const UNKNOWN_VELOCITY_MPS = 5
const REPORTED_VELOCITY_MPS = 0.5
/** After a longer gap nothing is known of the way between. */
const LONGEST_GAP_S = 5
/** A fix farther off than this many standard deviations contradicts the way driven. */
const OUTLIER_DEVIATIONS = 3.5
/** The two filters part by more than this many standard deviations only where the drive was no steady one. */
const TURNED_DEVIATIONS = 2.25
/** After this many contradicting fixes in a row the fixes are right and the path is wrong. */
const OUTLIERS_BELIEVED = 3
/** A slower cart counts as stationary, and its direction means nothing. */
const STANDS_BELOW_MPS = 0.3
/** Receivers in telephones are seldom better than this under an open sky: who does not say is not believed to be. */
const UNTOLD_LEAST_M = 5
/** This many fixes show how noisy a tracker is. */
const NOISE_SHOWN_AFTER = 10
/** Of the noise that is shown, what one more fix counts. */
const NOISE_SHARE = 1 / 15

/** Place and velocity as one filter has them, with their covariance, which is the same in every direction. */
export interface Motion {
  readonly at: XY
  readonly velocityMps: XY
  readonly placeVariance: number
  readonly covariance: number
  readonly velocityVariance: number
}

/** How far fixes stray from the line between their neighbours. */
interface ShownNoise {
  readonly variance: number
  readonly count: number
  readonly before: readonly CartFix[]
}

export interface SmoothPlace {
  readonly steady: Motion
  readonly agile: Motion
  /** Standard deviation of the fixes east and north: as they say it, or as they show it where that is worse. */
  readonly accuracyM: number
  readonly shown: ShownNoise
  readonly atMs: number
  /** Fixes in a row that contradict the way driven. */
  readonly outliers: number
}

const reportedVelocity = ({ speedMps, trackDeg }: CartFix): XY | undefined => {
  if (speedMps === null) return undefined
  if (speedMps < STANDS_BELOW_MPS) return [0, 0]
  if (trackDeg === null) return undefined
  const radians = (trackDeg * Math.PI) / 180
  return [speedMps * Math.sin(radians), speedMps * Math.cos(radians)]
}

/** Of three fixes the middle one is off the line between the others by its noise, and theirs. */
const showNoise = (shown: ShownNoise, fix: CartFix): ShownNoise => {
  const [first, middle] = shown.before
  const before = [...shown.before, fix].slice(-2)
  if (first === undefined || middle === undefined) return { ...shown, before }
  const share = (middle.atMs - first.atMs) / (fix.atMs - first.atMs)
  const line: XY = [first.at[0] + (fix.at[0] - first.at[0]) * share, first.at[1] + (fix.at[1] - first.at[1]) * share]
  const seen = distanceM(line, middle.at) ** 2 / 2 / (1 + share ** 2 + (1 - share) ** 2)
  const weight = Math.max(NOISE_SHARE, 1 / (shown.count + 1))
  return { variance: shown.variance + weight * (seen - shown.variance), count: shown.count + 1, before }
}

const accuracyOf = ({ accuracyM }: CartFix, { variance, count }: ShownNoise): number => {
  if (count < NOISE_SHOWN_AFTER) return accuracyM ?? ASSUMED_ACCURACY_M
  return Math.max(accuracyM ?? UNTOLD_LEAST_M, Math.sqrt(variance))
}

const moveOn = (motion: Motion, seconds: number, drive: number): Motion => {
  const { at, velocityMps, placeVariance, covariance, velocityVariance } = motion
  return {
    at: [at[0] + velocityMps[0] * seconds, at[1] + velocityMps[1] * seconds],
    velocityMps,
    placeVariance: placeVariance + seconds * (2 * covariance + seconds * velocityVariance) + (drive * seconds ** 3) / 3,
    covariance: covariance + seconds * velocityVariance + (drive * seconds ** 2) / 2,
    velocityVariance: velocityVariance + drive * seconds,
  }
}

const moved = ([x, y]: XY, gain: number, [dx, dy]: XY): XY => [x + gain * dx, y + gain * dy]

const takePlace = (motion: Motion, place: XY, variance: number): Motion => {
  const { at, velocityMps, placeVariance, covariance, velocityVariance } = motion
  const off: XY = [place[0] - at[0], place[1] - at[1]]
  const gain = placeVariance / (placeVariance + variance)
  const velocityGain = covariance / (placeVariance + variance)
  return {
    at: moved(at, gain, off),
    velocityMps: moved(velocityMps, velocityGain, off),
    placeVariance: (1 - gain) * placeVariance,
    covariance: (1 - gain) * covariance,
    velocityVariance: velocityVariance - velocityGain * covariance,
  }
}

const takeVelocity = (motion: Motion, reported: XY, variance: number): Motion => {
  const { at, velocityMps, placeVariance, covariance, velocityVariance } = motion
  const off: XY = [reported[0] - velocityMps[0], reported[1] - velocityMps[1]]
  const gain = velocityVariance / (velocityVariance + variance)
  const placeGain = covariance / (velocityVariance + variance)
  return {
    at: moved(at, placeGain, off),
    velocityMps: moved(velocityMps, gain, off),
    placeVariance: placeVariance - placeGain * covariance,
    covariance: (1 - gain) * covariance,
    velocityVariance: (1 - gain) * velocityVariance,
  }
}

const contradicts = ({ at, placeVariance }: Motion, fix: CartFix, variance: number): boolean =>
  distanceM(at, fix.at) > OUTLIER_DEVIATIONS * Math.sqrt(placeVariance + variance)

/** The agile filter is where no cart that went steadily on could be: what the steady one was sure of is over. */
const hasTurned = ({ steady, agile }: Pick<SmoothPlace, 'steady' | 'agile'>): boolean =>
  distanceM(steady.at, agile.at) ** 2 > TURNED_DEVIATIONS ** 2 * (agile.placeVariance - steady.placeVariance)

/** @param rate how many times faster than the clock carts move: above 1 only where they are simulated */
export const smoothPlace = (before: SmoothPlace | null, fix: CartFix, rate = 1): SmoothPlace => {
  const seconds = before === null ? Number.POSITIVE_INFINITY : (fix.atMs - before.atMs) / 1_000
  const isGap = seconds * rate > LONGEST_GAP_S
  const shown = showNoise(before === null || isGap ? { variance: 0, count: 0, before: [] } : before.shown, fix)
  const accuracyM = accuracyOf(fix, shown)
  const velocityMps = reportedVelocity(fix)
  const unknown: Motion = {
    at: fix.at,
    velocityMps: velocityMps ?? [0, 0],
    placeVariance: accuracyM ** 2,
    covariance: 0,
    velocityVariance: (velocityMps === undefined ? UNKNOWN_VELOCITY_MPS : REPORTED_VELOCITY_MPS) ** 2,
  }
  const afresh = { steady: unknown, agile: unknown, accuracyM, shown, atMs: fix.atMs, outliers: 0 }
  if (before === null || isGap) return afresh
  // Ten fixes in a second share their error: together they say what one would.
  const share = Math.min(1, seconds)
  const variance = accuracyM ** 2 / share
  const agile = moveOn(before.agile, seconds, AGILE_DRIVE)
  const steady = moveOn(before.steady, seconds, STEADY_DRIVE)
  if (contradicts(agile, fix, variance)) {
    const outliers = before.outliers + 1
    return outliers >= OUTLIERS_BELIEVED ? afresh : { ...afresh, steady, agile, outliers }
  }
  const take = (motion: Motion): Motion => {
    const placed = takePlace(motion, fix.at, variance)
    return velocityMps === undefined ? placed : takeVelocity(placed, velocityMps, REPORTED_VELOCITY_MPS ** 2 / share)
  }
  const next = { ...afresh, steady: take(steady), agile: take(agile) }
  return hasTurned(next) ? { ...next, steady: next.agile } : next
}
