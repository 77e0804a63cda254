/**
 * Which messages of one topic say something about now. A broker may deliver a message twice, and a bridge those of an outage
 * later, in any order. Each message carries a number and the wall time of the mower. Its clock need not be right, and it may
 * be set: lateness is compared with the fastest message before, never with the clock here.
 */
import { LOST_AFTER_MS } from '@greensward/domain'
import type { Header } from './readMessages.ts'

/** Two clocks drift apart by less. */
const DRIFT = 0.001

export interface ReportOrder {
  /** @param nowMs of a clock that cannot be set */
  take(header: Pick<Header, 'headerId' | 'atMs'>, nowMs: number): 'new' | 'twice' | 'late'
  /** It has connected again, perhaps after a boot with another clock. */
  restart(): void
}

export const reportOrder = (): ReportOrder => {
  let last: { readonly headerId: number | null; readonly atMs: number; readonly takenMs: number } | undefined
  /** What the clocks differ by, and the least time that a message took. */
  let leastDelayMs = 0
  let lateSinceMs: number | undefined
  const restart = (): void => {
    last = undefined
    lateSinceMs = undefined
  }
  return {
    restart,
    take: ({ headerId, atMs }, nowMs) => {
      const delayMs = nowMs - atMs
      if (last !== undefined) {
        if (headerId === last.headerId && atMs === last.atMs) return 'twice'
        const allowedMs = leastDelayMs + DRIFT * (nowMs - last.takenMs)
        const isOlder =
          atMs < last.atMs ||
          (atMs === last.atMs && headerId !== null && last.headerId !== null && headerId < last.headerId)
        if (isOlder || delayMs - allowedMs > LOST_AFTER_MS) {
          lateSinceMs ??= nowMs
          // What an outage has kept comes at once. Late ones for longer are those of a clock that was set back.
          if (nowMs - lateSinceMs < LOST_AFTER_MS) return 'late'
        } else {
          leastDelayMs = Math.min(delayMs, allowedMs)
          lateSinceMs = undefined
          last = { headerId, atMs, takenMs: nowMs }
          return 'new'
        }
      }
      leastDelayMs = delayMs
      lateSinceMs = undefined
      last = { headerId, atMs, takenMs: nowMs }
      return 'new'
    },
  }
}
