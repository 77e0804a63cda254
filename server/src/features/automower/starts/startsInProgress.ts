/** The starts that this server is sending, and the stops that end their right to be sent: a start never follows a stop. */
import { refuse } from '../../../platform/http/refusal.ts'

/** A start between the press and the answer. */
export interface StartInProgress {
  /** Aborts once a stop comes. */
  readonly signal: AbortSignal
  /** @throws Refusal stopRequested once a stop came after the press */
  check(): void
  /** It is sent now, and may be carried out from here on. */
  sent(): void
  /** It was answered, or was not sent. */
  end(): void
}

interface Own {
  readonly ending: AbortController
  readonly ended: PromiseWithResolvers<void>
  isSent: boolean
}

const EVERY = '*'

export class StartsInProgress {
  readonly #ofMower = new Map<string, Own>()
  /** When each mower was stopped last, on the monotonic clock. */
  readonly #stoppedMs = new Map<string, number>()

  /**
   * @param askedMs when the person pressed, on the monotonic clock
   * @throws Refusal startingAlready, or stopRequested where a stop came after the press
   */
  begin(machineId: string, askedMs: number): StartInProgress {
    if (this.#ofMower.has(machineId)) refuse('startingAlready')
    const stoppedMs = Math.max(...[machineId, EVERY].map(id => this.#stoppedMs.get(id) ?? Number.NEGATIVE_INFINITY))
    if (stoppedMs > askedMs) refuse('stopRequested')
    const own: Own = { ending: new AbortController(), ended: Promise.withResolvers<void>(), isSent: false }
    this.#ofMower.set(machineId, own)
    const { signal } = own.ending
    return {
      signal,
      check: () => {
        if (signal.aborted) refuse('stopRequested')
      },
      sent: () => {
        own.isSent = true
      },
      end: () => {
        this.#ofMower.delete(machineId)
        own.ended.resolve()
      },
    }
  }

  /**
   * A stop of this mower, or of all.
   * @returns the starts that were sent already and may reach the maker's service after the stop, each with its end
   */
  stop(
    machineId: string | null,
    nowMs: number,
  ): readonly { readonly machineId: string; readonly ended: Promise<void> }[] {
    this.#stoppedMs.set(machineId ?? EVERY, nowMs)
    return [...this.#ofMower].flatMap(([id, { ending, ended, isSent }]) => {
      if ((machineId !== null && machineId !== id) || ending.signal.aborted) return []
      ending.abort()
      return isSent ? [{ machineId: id, ended: ended.promise }] : []
    })
  }
}
