/** How long a group is on its hole, against what it may take. */

export interface HolePace {
  /** Whole minutes since the hole was begun. */
  readonly minutes: number
  /** Time allowed for the hole. */
  readonly passMinutes: number
  /** Whole minutes over it; 0 is on time. */
  readonly behindMinutes: number
}

/** @param onHoleSinceMs when the cart came to the hole, on the same clock as `nowMs` */
export const holePace = (passMinutes: number, onHoleSinceMs: number, nowMs: number): HolePace => {
  const minutes = Math.max(0, Math.floor((nowMs - onHoleSinceMs) / 60_000))
  return { minutes, passMinutes, behindMinutes: Math.max(0, minutes - passMinutes) }
}
