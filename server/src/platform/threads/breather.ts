import { setImmediate } from 'node:timers/promises'

/** Of work on the event loop, until everybody else has a turn. */
const SLICE_MS = 10

/** Between the pieces of long work: lets others have the event loop once a slice is used up. */
export const createBreather = (): (() => Promise<void>) => {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < SLICE_MS) return
    await setImmediate()
    sinceMs = performance.now()
  }
}
