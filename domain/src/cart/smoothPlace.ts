/**
 * Where a cart is, from all its fixes and not the last alone. A tracker's speed and direction come from the Doppler shift
 * and are far better than its place, so the way since the fix before is known to decimetres, and every fix is one more
 * opinion on where that way lies: a Kalman filter of one variance, as place errors are alike in every direction.
 */
import { distanceM, type XY } from '@greensward/geometry'
import { ASSUMED_ACCURACY_M, type CartFix } from './acceptFix.ts'

/** How fast the reckoned way goes wrong, square metres a second: speed and direction are rounded and a second old. */
const WAY_VARIANCE_M2PS = 0.5
/** After a longer gap nothing is known of the way between. */
const LONGEST_GAP_S = 5
/** A fix farther off than so many standard deviations contradicts the way driven. */
const OUTLIER_DEVIATIONS = 3
/** So many contradicting fixes in a row are right, and the way is wrong. */
const OUTLIERS_BELIEVED = 3
/** Slower than this a cart stands, and its direction says nothing. */
const STANDS_BELOW_MPS = 0.3

export interface SmoothPlace {
  readonly at: XY
  /** Of the noise that is new with every fix; an error that stays for minutes is not in it. */
  readonly deviationM: number
  readonly velocityMps: XY
  readonly atMs: number
  /** Fixes in a row that contradict it. */
  readonly outliers: number
}

const velocityOf = ({ speedMps, trackDeg }: CartFix): XY | undefined => {
  if (speedMps === null) return undefined
  if (speedMps < STANDS_BELOW_MPS) return [0, 0]
  if (trackDeg === null) return undefined
  const radians = (trackDeg * Math.PI) / 180
  return [speedMps * Math.sin(radians), speedMps * Math.cos(radians)]
}

/** @returns null where the tracker does not say how it moves: then a fix is all there is */
export const smoothPlace = (before: SmoothPlace | null, fix: CartFix): SmoothPlace | null => {
  const velocityMps = velocityOf(fix)
  if (velocityMps === undefined) return null
  const accuracyM = fix.accuracyM ?? ASSUMED_ACCURACY_M
  const afresh = { at: fix.at, deviationM: accuracyM, velocityMps, atMs: fix.atMs, outliers: 0 }
  const seconds = before === null ? Number.POSITIVE_INFINITY : (fix.atMs - before.atMs) / 1_000
  if (before === null || seconds > LONGEST_GAP_S) return afresh
  const reckoned: XY = [
    before.at[0] + ((before.velocityMps[0] + velocityMps[0]) / 2) * seconds,
    before.at[1] + ((before.velocityMps[1] + velocityMps[1]) / 2) * seconds,
  ]
  const variance = before.deviationM ** 2 + WAY_VARIANCE_M2PS * seconds
  const isOutlier = distanceM(reckoned, fix.at) > OUTLIER_DEVIATIONS * Math.sqrt(variance + accuracyM ** 2)
  if (isOutlier) {
    const outliers = before.outliers + 1
    if (outliers >= OUTLIERS_BELIEVED) return afresh
    return { at: reckoned, deviationM: Math.sqrt(variance), velocityMps, atMs: fix.atMs, outliers }
  }
  // Ten fixes in a second share their error: together they say what one would.
  const gain = variance / (variance + accuracyM ** 2 / Math.min(1, seconds))
  return {
    at: [reckoned[0] + gain * (fix.at[0] - reckoned[0]), reckoned[1] + gain * (fix.at[1] - reckoned[1])],
    deviationM: Math.sqrt((1 - gain) * variance),
    velocityMps,
    atMs: fix.atMs,
    outliers: 0,
  }
}
