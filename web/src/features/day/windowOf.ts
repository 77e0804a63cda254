/** The window of a shift, from the missions that it will have. */
import type { Mission } from '@greensward/domain'

const MINUTE_MS = 60_000
/** From the last mission to the end of the shift, so that every mower gets home. */
const WAY_HOME_MS = 45 * MINUTE_MS
const STEP_MS = 5 * MINUTE_MS

/** A window in which these missions have room, in steps of five minutes; undefined where none has a time. */
export const windowOf = (
  missions: readonly Mission[],
  nowMs: number,
): { readonly fromMs: number; readonly untilMs: number } | undefined => {
  const timed = missions.flatMap(({ startsAt, stats }) =>
    startsAt === null ? [] : [{ startMs: Date.parse(startsAt), lengthMs: stats.durationS * 1_000 }],
  )
  if (timed.length === 0) return undefined
  const firstMs = Math.max(nowMs, Math.min(...timed.map(({ startMs }) => startMs)))
  const lastMs = Math.max(...timed.map(({ startMs, lengthMs }) => Math.max(nowMs, startMs) + lengthMs))
  return {
    fromMs: Math.floor(firstMs / STEP_MS) * STEP_MS,
    untilMs: Math.ceil((lastMs + WAY_HOME_MS) / STEP_MS) * STEP_MS,
  }
}
