/**
 * Whether the pause of a mower was asked for here. By the standard `stopPause` also ends a pause that a person has set with a
 * switch on the machine, so a pause that is not ours is left alone.
 */
import type { MachineState } from '../readMessages.ts'

/** The tries of a stop take nine seconds. */
const PAUSES_WITHIN_MS = 10_000

export interface OwnPause {
  readonly isOurs: boolean
  asked(nowMs: number): void
  /** Its end was asked for here: the next one is somebody else's. */
  ended(): void
  state(state: Pick<MachineState, 'paused'>, nowMs: number): void
}

export const ownPause = (): OwnPause => {
  let wasPaused: boolean | null = null
  let askedMs = Number.NEGATIVE_INFINITY
  let isOurs = false
  return {
    get isOurs() {
      return isOurs
    },
    asked: nowMs => {
      if (wasPaused === false) askedMs = nowMs
    },
    ended: () => {
      askedMs = Number.NEGATIVE_INFINITY
    },
    state: ({ paused }, nowMs) => {
      if (paused === true && wasPaused === false) {
        isOurs = nowMs - askedMs <= PAUSES_WITHIN_MS
        askedMs = Number.NEGATIVE_INFINITY
      } else if (paused !== true) isOurs = false
      wasPaused = paused
    },
  }
}
