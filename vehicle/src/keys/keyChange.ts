/**
 * A change of the key that a mower signs with. ArduPilot takes none while it is armed and acknowledges none, so it is
 * given to a disarmed mower only, and believed when the mower answers under it.
 */
import { answerWithin, type Conversation } from '../commands/conversation.ts'
import { accepted, noAnswer, type Outcome, type Rejected, rejected, stoppedMeanwhile } from '../commands/outcome.ts'
import { type StateReader, telemetryOf } from '../state/sessionState.ts'

const TRIES = 5
const PROOF_MS = 1_500

export const ARMED = rejected(
  'armed',
  'The mower is armed. Its signing key is changed only while it stands disarmed: stop it and disarm it first.',
)

export const keyChangeHindrance = (store: StateReader, monotonicMs: number): Rejected | null => {
  const now = telemetryOf(store.state, monotonicMs)
  if (now.link !== 'live') return rejected('stale', 'The telemetry of the mower is not fresh.')
  return now.armed === false ? null : ARMED
}

/** @param send gives the mower its new key and asks it something under that key */
export const changeKey = async (
  conversation: Conversation,
  store: StateReader,
  send: () => void,
  isProven: () => boolean,
  signal: AbortSignal,
): Promise<Outcome> => {
  const hindrance = keyChangeHindrance(store, conversation.clock.monotonicMs())
  if (hindrance !== null) return hindrance
  for (let tries = 0; tries < TRIES; tries++) {
    const proof = answerWithin(conversation, PROOF_MS, () => (isProven() ? true : undefined), signal)
    send()
    if (isProven() || (await proof) === true) return accepted
    if (signal.aborted) return stoppedMeanwhile
  }
  return noAnswer(
    'The mower has not answered under its new signing key. It can still be stopped under the new one and the old one.',
    'keyUnproven',
  )
}
