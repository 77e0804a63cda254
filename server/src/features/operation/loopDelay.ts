/** How late the event loop is: while it is blocked nobody is answered, so operators of the server are notified. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 10
const LOOK_MS = 5_000
const LOOKS_A_WINDOW = 12
/** One notification in this time is enough. */
const AGAIN_MS = 15 * 60_000
/** A process that starts loads its modules and prepares its statements. */
const START_MS = 30_000

/** Milliseconds beyond the expected. */
export interface LoopDelay {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export type LoopAlarm = { readonly kind: 'serverStalled' | 'serverSlow'; readonly ms: number }

export interface LoopDelayLimits {
  /** One delay of this length raises the alarm. */
  readonly stallMs: number
  /** So does a minute whose p99 is above this. */
  readonly slowMs: number
}

/** Judges looks of a few seconds each; pure but for the two figures it keeps. */
export const loopDelayJudge = ({ stallMs, slowMs }: LoopDelayLimits) => {
  let quietUntilMs = START_MS
  return (nowMs: number, last: LoopDelay, minute: LoopDelay | undefined): LoopAlarm | undefined => {
    if (nowMs < quietUntilMs) return undefined
    const alarm: LoopAlarm | undefined =
      last.maxMs >= stallMs
        ? { kind: 'serverStalled', ms: last.maxMs }
        : minute !== undefined && minute.p99Ms >= slowMs
          ? { kind: 'serverSlow', ms: minute.p99Ms }
          : undefined
    if (alarm !== undefined) quietUntilMs = nowMs + AGAIN_MS
    return alarm
  }
}

export interface LoopDelayMonitor {
  /** Of the last one to two minutes. */
  readonly last: LoopDelay
  stop(): void
}

const worse = (a: LoopDelay, b: LoopDelay | undefined): LoopDelay =>
  b === undefined
    ? a
    : { p50Ms: Math.max(a.p50Ms, b.p50Ms), p99Ms: Math.max(a.p99Ms, b.p99Ms), maxMs: Math.max(a.maxMs, b.maxMs) }

export const watchLoopDelay = (limits: LoopDelayLimits, onAlarm: (alarm: LoopAlarm) => void): LoopDelayMonitor => {
  const [look, window] = [
    monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
    monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
  ]
  const judge = loopDelayJudge(limits)
  const startedMs = performance.now()
  let looks = 0
  let minute: LoopDelay | undefined
  /** The histogram counts the time from one look at the clock to the next, so the wanted pause is in it. */
  const read = (histogram: typeof look): LoopDelay => {
    const late = (ns: number): number => Math.max(0, Math.round(ns / 1e6 - RESOLUTION_MS))
    if (histogram.count === 0) return { p50Ms: 0, p99Ms: 0, maxMs: 0 }
    return { p50Ms: late(histogram.percentile(50)), p99Ms: late(histogram.percentile(99)), maxMs: late(histogram.max) }
  }
  look.enable()
  window.enable()
  const timer = setInterval(() => {
    const last = read(look)
    look.reset()
    looks += 1
    const isWhole = looks % LOOKS_A_WINDOW === 0
    if (isWhole) {
      minute = read(window)
      window.reset()
    }
    const alarm = judge(performance.now() - startedMs, last, isWhole ? minute : undefined)
    if (alarm !== undefined) onAlarm(alarm)
  }, LOOK_MS)
  timer.unref()
  return {
    get last() {
      return worse(read(window), minute)
    },
    stop: () => {
      clearInterval(timer)
      look.disable()
      window.disable()
    },
  }
}
