/** The evidence that OpenMower has carried out a stop: nothing that was known before the stop counts. */
import { CONTINUE_ACTION, PAUSE_ACTION } from './topics.ts'

export interface StopEvidence {
  /** @returns whether this state is the acknowledgement */
  state(behaviour: string): boolean
  /** @returns nothing: a list of actions alone does not say that it stands */
  actions(offered: ReadonlySet<string>): void
}

/**
 * IDLE keeps wheels and blade off (IdleBehavior.cpp). PAUSED does so too, but OpenMower also pauses by itself, for poor GPS or
 * an emergency, and then continues by itself. Only a pause by hand offers `continue` and no further pause, so that offer has to come first.
 */
export const stopEvidence = (): StopEvidence => {
  let isPausedByHand = false
  return {
    state: behaviour => behaviour === 'IDLE' || (behaviour === 'PAUSED' && isPausedByHand),
    actions: offered => {
      isPausedByHand = offered.has(CONTINUE_ACTION) && !offered.has(PAUSE_ACTION)
    },
  }
}
