/** Holds the current state of one vehicle; only `reduce` makes the next one. */
import type { Clock } from '../clock.ts'
import type { SessionEvent } from '../events.ts'
import type { MessageName } from '../mavlink/index.ts'
import type { Blade } from '../mission/missionItem.ts'
import { reduce, type StateInput } from './reduceState.ts'
import { initialState, type SessionState, type StateReader } from './sessionState.ts'

export class StateStore implements StateReader {
  readonly #blade: Blade
  readonly #clock: Clock
  /** Beside the state: every message would copy it there. */
  readonly #receivedAtMs = new Map<MessageName, number>()
  #state: SessionState = initialState()

  constructor(blade: Blade, clock: Clock) {
    this.#blade = blade
    this.#clock = clock
  }

  get state(): SessionState {
    return this.#state
  }

  receivedAtMs(name: MessageName): number | undefined {
    return this.#receivedAtMs.get(name)
  }

  /** @returns what changed */
  apply(input: StateInput): readonly SessionEvent[] {
    const times = { nowMs: this.#clock.nowMs(), monotonicMs: this.#clock.monotonicMs() }
    if (input.kind === 'message') this.#receivedAtMs.set(input.message.name, times.monotonicMs)
    const { state, events } = reduce(this.#state, input, this.#blade, times)
    this.#state = state
    return events
  }
}
