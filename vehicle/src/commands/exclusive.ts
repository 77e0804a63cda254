/** One request at a time for each mower: a reading in the background gives way, anything else is refused. */

interface Running {
  readonly controller: AbortController
  readonly isBackground: boolean
}

export class Exclusive {
  readonly #closing: AbortSignal
  #running: Running | null = null
  /** Must be settled before the next request runs. */
  #settling: Promise<unknown> = Promise.resolve()

  constructor(closing: AbortSignal) {
    this.#closing = closing
  }

  get isIdle(): boolean {
    return this.#running === null
  }

  /** A request runs, other than a read in the background. */
  get isBusy(): boolean {
    return this.#running !== null && !this.#running.isBackground
  }

  waitFor(settling: Promise<unknown>): void {
    this.#settling = settling
  }

  abort(): void {
    this.#running?.controller.abort()
  }

  /** A stop ends the request and waits for nothing. */
  end(): void {
    this.abort()
    this.#running = null
  }

  async run<T>(work: (signal: AbortSignal) => Promise<T>, whenBusy: T, isBackground = false): Promise<T> {
    if (this.isBusy) return whenBusy
    this.abort()
    const own = { controller: new AbortController(), isBackground }
    this.#running = own
    try {
      await this.#settling
      return await work(AbortSignal.any([own.controller.signal, this.#closing]))
    } finally {
      if (this.#running === own) this.#running = null
    }
  }
}
