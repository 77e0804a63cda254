/** Whether a cart stays: this long within a few metres, off the garage. */
import { distanceM, type XY } from '@greensward/geometry'
import type { CartFix } from '../acceptFix.ts'

/** Within this a cart has not moved. */
export const STAY_RADIUS_M = 5
/** So near to a garage a cart is parked and not staying. */
export const GARAGE_RADIUS_M = 30

export interface StayWatch {
  /** Where and since when it has not moved. */
  readonly anchor: { readonly at: XY; readonly sinceMs: number } | null
  /** Null while it moves, is parked, or has not stopped for long enough. */
  readonly stayingSinceMs: number | null
}

export const NEW_STAY_WATCH: StayWatch = { anchor: null, stayingSinceMs: null }

export const isAtGarage = (at: XY, garages: readonly XY[]): boolean =>
  garages.some(garage => distanceM(garage, at) <= GARAGE_RADIUS_M)

/** A fix that is worse than the radius cannot show whether the cart moved, and changes nothing but the time. */
export const watchStay = (
  watch: StayWatch,
  fix: CartFix,
  garages: readonly XY[],
  stayCheckDelayS: number,
): StayWatch => {
  const { anchor } = watch
  const slackM = Math.min(fix.accuracyM ?? 0, 2 * STAY_RADIUS_M)
  if (anchor === null || distanceM(anchor.at, fix.at) > STAY_RADIUS_M + slackM)
    return { anchor: { at: fix.at, sinceMs: fix.atMs }, stayingSinceMs: null }
  const isParked = isAtGarage(anchor.at, garages)
  const isLong = fix.atMs - anchor.sinceMs >= stayCheckDelayS * 1_000
  return { anchor, stayingSinceMs: isLong && !isParked ? anchor.sinceMs : null }
}

/**
 * Whether staff are notified of a stay: players stop for minutes, time and again, so that on a hole only a stay as long
 * as all of it may take is news.
 * @param passMinutes of the hole that the cart is on; null on none, where nobody plays
 * @param rate how many times faster than the clock the players' time runs
 */
export const isStayNews = (
  stayingSinceMs: number | null,
  passMinutes: number | null,
  nowMs: number,
  rate: number,
): boolean => stayingSinceMs !== null && (nowMs - stayingSinceMs) * rate >= (passMinutes ?? 0) * 60_000
