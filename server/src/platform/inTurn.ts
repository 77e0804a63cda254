/** A reading that failed is repeated after this, and each further time after twice as long. */
const AGAIN_MS = 2_000
const LONGEST_MS = 60_000

/**
 * Runs a reading one at a time, so that an old result never replaces a newer one. Several changes in quick succession share
 * one reading, which begins after the last of them: each caller gets a result that was read after its call. What a failed
 * reading leaves in memory is old, so its callers get the error and it is repeated until it succeeds.
 */
export const inTurn = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<void> | undefined
  let next: Promise<T> | undefined
  let again: NodeJS.Timeout | undefined
  let againMs = AGAIN_MS

  const succeeded = (): void => {
    running = undefined
    againMs = AGAIN_MS
    clearTimeout(again)
    again = undefined
  }

  const failed = (): void => {
    running = undefined
    if (again !== undefined) return
    again = setTimeout(() => {
      again = undefined
      // Its failure is followed by the next repetition.
      readInTurn().catch(() => undefined)
    }, againMs).unref()
    againMs = Math.min(2 * againMs, LONGEST_MS)
  }

  const begin = (): Promise<T> => {
    const reading = read()
    running = reading.then(succeeded, failed)
    return reading
  }

  const readInTurn = (): Promise<T> => {
    if (next !== undefined) return next
    if (running === undefined) return begin()
    next = running.then(() => {
      next = undefined
      return begin()
    })
    return next
  }
  return readInTurn
}
