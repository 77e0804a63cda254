/**
 * Runs a reading one at a time, so that an old result never replaces a newer one. Several changes in quick succession share
 * one reading, which begins after the last of them: each caller gets a result that was read after its call.
 */
export const inTurn = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<void> | undefined
  let next: Promise<T> | undefined

  const begin = (): Promise<T> => {
    const reading = read()
    const ended = (): void => {
      running = undefined
    }
    running = reading.then(ended, ended)
    return reading
  }

  return () => {
    if (next !== undefined) return next
    if (running === undefined) return begin()
    next = running.then(() => {
      next = undefined
      return begin()
    })
    return next
  }
}
