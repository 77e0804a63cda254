/** How often something is looked at, and what to do with an error. */
export interface WatchOptions {
  readonly everyMs: number
  /**
   * Looks once.
   * @param atOnce a person asks for it; otherwise it may find that it is not its turn yet
   */
  readonly lookOnce: (atOnce: boolean) => Promise<void>
  /** An error of a look that the timer began; callers of `look` get theirs. */
  readonly failed: (error: unknown) => void
}

/** Looks at something again and again while the server runs. */
export interface Watch {
  /** Looks when the time has come, or at once. */
  look(atOnce?: boolean): Promise<void>
  start(): void
  /** Ends the timer and waits for a look that has begun. */
  close(): Promise<void>
}

/** A watch that looks one at a time; the time between two looks counts from the end of the first. */
export const createWatch = ({ everyMs, lookOnce, failed }: WatchOptions): Watch => {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let closed = false

  const look = async (atOnce = false): Promise<void> => {
    // Who asks for a look now gets one that begins now.
    while (looking !== undefined) {
      await looking.catch(() => undefined)
      if (!atOnce) return
    }
    if (closed) return
    looking = lookOnce(atOnce).finally(() => {
      looking = undefined
    })
    await looking
  }

  const tick = (): void => {
    void look()
      .catch(failed)
      .finally(() => {
        if (closed) return
        timer = setTimeout(tick, everyMs)
        timer.unref()
      })
  }

  return {
    look,
    start: tick,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await looking?.catch(() => undefined)
    },
  }
}
