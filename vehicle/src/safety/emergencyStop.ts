/** The software stop. It asks no gate, waits in no queue and is never refused. It replaces no emergency stop button. */
import type { Clock } from '../clock.ts'
import type { Conversation } from '../commands/conversation.ts'
import { acknowledgementOf, answerWithin, commandMessage, MAX_TRIES } from '../commands/conversation.ts'
import type { SessionEvent, StopFailure } from '../events.ts'
import { MavCmd, MavResult, RoverMode } from '../mavlink/index.ts'
import { type Blade, bladeCommand } from '../mission/missionItem.ts'
import type { StateReader } from '../state/sessionState.ts'

/** Requested, acknowledged and standing still are three different things. Wall times; null while it did not happen. */
export interface StopRequest {
  readonly atMs: number
  acknowledgedAtMs: number | null
  /** The same moment by the clock that cannot be set. */
  acknowledgedMonotonicMs: number | null
  standingAtMs: number | null
}

export const stopRequest = (clock: Clock): StopRequest => ({
  atMs: clock.nowMs(),
  acknowledgedAtMs: null,
  acknowledgedMonotonicMs: null,
  standingAtMs: null,
})

export interface StopOutcome {
  readonly requestedAtMs: number
  readonly acknowledged: boolean
  readonly acknowledgedAtMs: number | null
  /** Known at the time of the answer. A standstill seen later is reported by an event and by the state. */
  readonly standingStill: boolean
  readonly tries: number
  /** Why it did not stop; absent when it did. */
  readonly reason?: StopFailure
  readonly message: string
}

export const TRY_MS = 900

/** Switches the blade off and asks for a hold, again until acknowledged, three times at most. */
export const stopVehicle = async (
  conversation: Conversation,
  store: StateReader,
  blade: Blade,
  request: StopRequest,
  onEvent: (event: SessionEvent) => void,
  signal: AbortSignal,
  /** A start was on its way: a heartbeat in HOLD may then be older than the start. */
  isStarting: boolean,
): Promise<StopOutcome> => {
  const { clock, systemId } = conversation
  const off = bladeCommand(blade, false)
  const hold = { command: MavCmd.doSetMode, params: [1, RoverMode.hold] }
  let refusedBy: number | null = null
  const outcome = (tries: number, reason: StopOutcome['reason'], message: string): StopOutcome => ({
    requestedAtMs: request.atMs,
    acknowledged: reason === undefined,
    acknowledgedAtMs: request.acknowledgedAtMs,
    standingStill: request.standingAtMs !== null,
    tries,
    ...(reason === undefined ? {} : { reason }),
    message,
  })

  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const answer = answerWithin(
      conversation,
      TRY_MS,
      received => {
        const isLate = isStarting && attempt === 0
        if (received.name === 'HEARTBEAT' && store.state.mode === 'hold' && !isLate) return MavResult.accepted
        return acknowledgementOf(received, hold.command)
      },
      signal,
    )
    const sent = conversation.send(commandMessage(systemId, off, attempt))
    conversation.send(commandMessage(systemId, hold, attempt))
    if (!sent && attempt === 0)
      return outcome(0, 'neverReceived', 'No message was ever received from the mower, so nothing could be sent to it.')
    if (!sent)
      return outcome(attempt, 'noAnswer', 'The mower is now spoken for by another station. Use its own emergency stop.')
    const result = await answer
    if (result === MavResult.accepted) {
      request.acknowledgedAtMs = clock.nowMs()
      request.acknowledgedMonotonicMs = clock.monotonicMs()
      // Once more behind the hold: an item of the mission may have switched the blade on between the two.
      conversation.send(commandMessage(systemId, off, attempt))
      onEvent({ kind: 'stopAcknowledged' })
      return outcome(attempt + 1, undefined, 'The mower has acknowledged the stop.')
    }
    if (result !== undefined) {
      refusedBy = result
      // A refusal comes at once; the next try is worth a moment.
      await answerWithin(conversation, TRY_MS / 3, () => undefined, signal)
    }
  }
  return refusedBy === null
    ? outcome(MAX_TRIES, 'noAnswer', 'The mower did not answer three stops. Use its own emergency stop.')
    : outcome(MAX_TRIES, 'refused', 'The mower refused to hold. Use its own emergency stop.')
}
