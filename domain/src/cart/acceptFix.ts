/** Which of a cart's positions are taken: trackers repeat themselves, come late in batches, and jump. */
import { distanceM, type XY } from '@greensward/geometry'

/** A position in metres of the course's frame. */
export interface CartFix {
  readonly atMs: number
  readonly at: XY
  /** Standard deviation or better, as the tracker says; null where it says nothing. */
  readonly accuracyM: number | null
  /** Degrees clockwise from north, of the motion; null where unknown. */
  readonly trackDeg: number | null
  readonly speedMps: number | null
}

/** A clock may be ahead by this much; beyond it the position is from the future and refused. */
export const MOST_AHEAD_MS = 60_000
/** No golf cart is faster. */
export const FASTEST_MPS = 12
/** Assumed accuracy of a fix that reports none. */
export const ASSUMED_ACCURACY_M = 10
/** A jump that stays this often in a row is not a jump: the fix before it was the bad one. */
const JUMPS_BELIEVED = 3

export interface FixFilter {
  readonly last: CartFix | null
  /** Fixes in a row that contradict the last good one, and agree with each other. */
  readonly jumped: readonly CartFix[]
}

export const NEW_FIX_FILTER: FixFilter = { last: null, jumped: [] }

/**
 * `taken`: newer than all before and reachable from them. `late`: good, but older than the newest, from a batch after a
 * gap: it is kept and moves nothing. The others are refused.
 */
export type FixVerdict = 'taken' | 'late' | 'repeated' | 'future' | 'jump'

const isReachable = (from: CartFix, to: CartFix, fastestMps: number): boolean => {
  const seconds = Math.abs(to.atMs - from.atMs) / 1_000
  const slackM = 2 * ((from.accuracyM ?? ASSUMED_ACCURACY_M) + (to.accuracyM ?? ASSUMED_ACCURACY_M))
  return distanceM(from.at, to.at) <= fastestMps * seconds + slackM
}

/**
 * @param nowMs of the receiver, to find what comes from the future
 * @param fastestMps left out, a golf cart's own; more where simulated carts run faster than the clock
 */
export const acceptFix = (
  filter: FixFilter,
  fix: CartFix,
  nowMs: number,
  fastestMps: number = FASTEST_MPS,
): { filter: FixFilter; verdict: FixVerdict } => {
  const { last, jumped } = filter
  if (fix.atMs > nowMs + MOST_AHEAD_MS) return { filter, verdict: 'future' }
  if (last === null) return { filter: { last: fix, jumped: [] }, verdict: 'taken' }
  if (fix.atMs === last.atMs) return { filter, verdict: 'repeated' }
  if (fix.atMs < last.atMs) return { filter, verdict: isReachable(last, fix, fastestMps) ? 'late' : 'jump' }
  if (isReachable(last, fix, fastestMps)) return { filter: { last: fix, jumped: [] }, verdict: 'taken' }
  const before = jumped.at(-1)
  const agreeing =
    before !== undefined && fix.atMs > before.atMs && isReachable(before, fix, fastestMps) ? [...jumped, fix] : [fix]
  return agreeing.length >= JUMPS_BELIEVED
    ? { filter: { last: fix, jumped: [] }, verdict: 'taken' }
    : { filter: { last, jumped: agreeing }, verdict: 'jump' }
}
