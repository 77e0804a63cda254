/** The turns of requests: one after another, a pause apart, and a stop before everything else that waits. */

interface Waiting {
  readonly isStop: boolean
  readonly go: () => void
}

export class RequestTurns {
  readonly #apartMs: number
  #waiting: readonly Waiting[] = []
  #isTaken = false

  constructor(apartMs: number) {
    this.#apartMs = apartMs
  }

  /** Resolves once it may be sent, or once `signal` gives it up: that takes no turn. */
  take(isStop: boolean, signal?: AbortSignal): Promise<void> {
    return new Promise(go => {
      if (signal?.aborted === true) return go()
      const own = { isStop, go }
      this.#waiting = [...this.#waiting, own]
      signal?.addEventListener(
        'abort',
        () => {
          this.#waiting = this.#waiting.filter(one => one !== own)
          go()
        },
        { once: true },
      )
      this.#next()
    })
  }

  #next(): void {
    if (this.#isTaken) return
    const next = this.#waiting.find(({ isStop }) => isStop) ?? this.#waiting[0]
    if (next === undefined) return
    this.#waiting = this.#waiting.filter(one => one !== next)
    this.#isTaken = true
    setTimeout(() => {
      this.#isTaken = false
      this.#next()
    }, this.#apartMs).unref()
    next.go()
  }
}
