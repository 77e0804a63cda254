/** For tests of this room and of those that speak with it: time and links that a test holds in its hand. */
import type { Clock } from './clock.ts'
import type { Link, LinkConfig, LinkEvents, Peer } from './link/link.ts'

export interface FakeClock extends Clock {
  /** Sets the wall time forward, or back where negative; time does not pass. */
  setWall(byMs: number): void
  /** Lets time pass, timer by timer, with all that follows from each before the next. */
  advance(ms: number): Promise<void>
}

interface Timer {
  readonly atMs: number
  readonly order: number
  readonly call: () => void
}

const START_MS = Date.UTC(2026, 4, 1, 5, 30)

/** Everything promised so far has happened. */
const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

export const createFakeClock = (): FakeClock => {
  const timers = new Map<number, Timer>()
  let elapsedMs = 0
  let setByMs = 0
  let count = 0

  const nextTimer = (untilMs: number): Timer | undefined => {
    let next: Timer | undefined
    for (const timer of timers.values()) {
      if (timer.atMs > untilMs) continue
      if (next === undefined || timer.atMs < next.atMs || (timer.atMs === next.atMs && timer.order < next.order)) {
        next = timer
      }
    }
    return next
  }

  return {
    nowMs: () => START_MS + setByMs + elapsedMs,
    setWall: byMs => {
      setByMs += byMs
    },
    monotonicMs: () => elapsedMs,
    setTimeout: (call, delayMs) => {
      const order = ++count
      timers.set(order, { atMs: elapsedMs + Math.max(0, delayMs), order, call })
      return order
    },
    clearTimeout: handle => {
      if (typeof handle === 'number') timers.delete(handle)
    },
    advance: async ms => {
      const untilMs = elapsedMs + ms
      await settled()
      for (let timer = nextTimer(untilMs); timer !== undefined; timer = nextTimer(untilMs)) {
        timers.delete(timer.order)
        elapsedMs = Math.max(elapsedMs, timer.atMs)
        timer.call()
        await settled()
      }
      elapsedMs = untilMs
    },
  }
}

export interface MemoryLink {
  readonly open: (config: LinkConfig, clock: Clock, events: LinkEvents) => Promise<Link>
  /** A place to speak from; `onSent` gets what the other side sends there. */
  peer(id: string, onSent: (bytes: Uint8Array) => void): { say(bytes: Uint8Array): void; gone(): void }
}

/** A link without sockets. */
export const createMemoryLink = (): MemoryLink => {
  let events: LinkEvents | undefined
  return {
    open: async (_config, _clock, linkEvents) => {
      events = linkEvents
      return { name: 'memory', port: 0, remotes: [], close: async () => {} }
    },
    peer: (id, onSent) => {
      const peer: Peer = { id, send: onSent }
      return {
        say: bytes => events?.onBytes(peer, bytes),
        gone: () => events?.onPeerGone(peer),
      }
    },
  }
}
