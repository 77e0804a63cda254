/** Until the time is over or the signal comes. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(done => {
    if (signal.aborted) return done()
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
