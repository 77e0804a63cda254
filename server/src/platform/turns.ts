/** Work that is done again and again until the server ends, such as a connection that is made once more after it ended. */
import { pause } from './pause.ts'

export interface TurnsOptions {
  /**
   * One turn, from its begin to its end.
   * @param ending aborts where the turn has to end
   * @returns how long to wait before the next one; undefined when nothing is wanted
   */
  readonly take: (ending: AbortSignal) => Promise<number | undefined>
  readonly onFault: (err: unknown) => void
  readonly faultWaitMs: number
}

/** One turn at a time. */
export class Turns {
  readonly #options: TurnsOptions
  readonly #closing = new AbortController()
  #turn = new AbortController()
  #running: Promise<void> | undefined
  /** Since the turn began. */
  #isChanged = false

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** Aborts once it is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  begin(): void {
    this.#running ??= this.#loop()
  }

  /** Ends the turn and begins the next one at once: what it depends on has changed. */
  restart(): void {
    this.#isChanged = true
    this.#turn.abort()
    this.begin()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #loop(): Promise<void> {
    const { take, onFault, faultWaitMs } = this.#options
    while (!this.#closing.signal.aborted) {
      this.#isChanged = false
      this.#turn = new AbortController()
      const ending = AbortSignal.any([this.#turn.signal, this.#closing.signal])
      try {
        const waitMs = await take(ending)
        if (waitMs !== undefined) await pause(waitMs, ending)
        else if (!this.#isChanged) break
      } catch (err) {
        onFault(err)
        await pause(faultWaitMs, ending)
      }
    }
    // Before this function returns: a change that comes now begins another one.
    this.#running = undefined
  }
}
