/** Commands for a mower at a standstill only: disarm, and restart its autopilot. */

import { MavCmd, type Message } from '../mavlink/index.ts'
import { type StateReader, telemetryOf } from '../state/sessionState.ts'
import { ANSWER_MS, answerWithin, type Conversation, sendCommand } from './conversation.ts'
import type { MowerCommands } from './mowerCommands.ts'
import { accepted, noAnswer, type Outcome, rejected, stoppedMeanwhile } from './outcome.ts'

/** An autopilot takes some seconds to boot, and as long again to know where it is. */
const BOOTS_WITHIN_MS = 90_000
const STANDS_WITHIN_MS = 10_000

const notStanding = rejected('notStanding', 'The mower does not stand in HOLD. Stop it first.')
const stale = rejected('stale', 'The telemetry of the mower is not fresh.')

const stands = (store: StateReader): boolean => store.state.standingSamples >= 2

export const standingStill = async (
  conversation: Conversation,
  store: StateReader,
  signal: AbortSignal,
): Promise<Outcome> => {
  const standsNow = (): true | undefined => (stands(store) ? true : undefined)
  if (stands(store) || (await answerWithin(conversation, STANDS_WITHIN_MS, standsNow, signal)) === true) return accepted
  return signal.aborted
    ? stoppedMeanwhile
    : noAnswer('The mower does not stand still at the end of a part.', 'notSeenStanding')
}

export const disarm = async (
  conversation: Conversation,
  store: StateReader,
  commands: MowerCommands,
  isStopping: () => boolean,
  signal: AbortSignal,
): Promise<Outcome> => {
  if (telemetryOf(store.state, conversation.clock.monotonicMs()).link !== 'live') return stale
  if (store.state.armed === false) return accepted
  if (store.state.mode !== 'hold' || !stands(store) || isStopping()) return notStanding
  const off = await commands.bladeOff(signal)
  if (off.outcome !== 'accepted') return off
  const seen = answerWithin(conversation, ANSWER_MS, () => (store.state.armed === false ? true : undefined), signal)
  const outcome = await commands.disarm(signal)
  if (outcome.outcome !== 'accepted' || (await seen) === true) return outcome
  return noAnswer('The mower agreed to disarm, but was not seen disarmed.', 'notSeenDisarmed')
}

/** The text of an autopilot after it has booted. */
const BOOTED = /^ArduRover V/

/** Accepted once the mower reports its boot, or sends with a clock that started again. */
export const reboot = async (
  conversation: Conversation,
  store: StateReader,
  isStopping: () => boolean,
  signal: AbortSignal,
): Promise<Outcome> => {
  if (telemetryOf(store.state, conversation.clock.monotonicMs()).link !== 'live') return stale
  if (!stands(store) || isStopping()) return notStanding
  if (store.state.armed !== false) {
    return rejected('armedForReboot', 'The mower is armed. Its autopilot is restarted only while it is disarmed.')
  }
  const { boots } = store.state
  const back = (received: Message): true | undefined =>
    store.state.boots > boots || (received.name === 'STATUSTEXT' && BOOTED.test(received.fields.text))
      ? true
      : undefined
  const seen = answerWithin(conversation, BOOTS_WITHIN_MS, back, signal)
  const command = { command: MavCmd.preflightRebootShutdown, params: [1] }
  const outcome = await sendCommand(conversation, command, 'restart its autopilot', signal)
  // Its acknowledgement may be lost, since it has restarted already when it is asked again.
  if (outcome.outcome === 'rejected') return outcome
  if ((await seen) === true) return accepted
  return signal.aborted
    ? stoppedMeanwhile
    : noAnswer('No message came from the mower after its autopilot was restarted.', 'notBackAfterRestart')
}
