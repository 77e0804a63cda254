/** The clock is a parameter, so that a test can let an hour pass at once. */
export interface Clock {
  /** Wall time, milliseconds since 1970. It may be set back: for stamps and signatures only. */
  nowMs(): number
  /** Milliseconds that only rise, from any start: for ages and time-outs. */
  monotonicMs(): number
  /** Calls once after `delayMs`; the result goes to `clearTimeout`. */
  setTimeout(call: () => void, delayMs: number): unknown
  clearTimeout(handle: unknown): void
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimeout: (call, delayMs) => setTimeout(call, delayMs),
  clearTimeout: handle => clearTimeout(handle as NodeJS.Timeout),
}
