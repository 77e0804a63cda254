/** The time of the server: a command carries the time of its press, and the clocks of phones are wrong by minutes. */

let aheadMs: number | undefined

/**
 * Takes the moment out of an answer. The header counts whole seconds and the answer was on its way for a while, so each
 * one is a little early; the latest of them is the best that is known.
 */
export const noteServerDate = (header: unknown, nowMs: number): void => {
  const at = typeof header === 'string' ? Date.parse(header) : Number.NaN
  if (Number.isNaN(at)) return
  const seen = at - nowMs
  aheadMs = aheadMs === undefined || seen > aheadMs ? seen : aheadMs
}

/** Milliseconds since 1970 at the server; undefined before its first answer. */
export const serverNowMs = (nowMs: number): number | undefined =>
  aheadMs === undefined ? undefined : Math.round(nowMs + aheadMs)
