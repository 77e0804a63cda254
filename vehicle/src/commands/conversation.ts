/** Asking a vehicle and waiting for its answer, over a link that loses messages. */
import { commandReason } from '../ardupilot.ts'
import type { Clock } from '../clock.ts'
import {
  GROUND_STATION_SYSTEM_ID,
  MAV_COMP_AUTOPILOT,
  MAV_COMP_MISSION_PLANNER,
  MavResult,
  type Message,
  message,
} from '../mavlink/index.ts'
import { accepted, noAnswer, type Outcome, rejected, stoppedMeanwhile } from './outcome.ts'

export interface Conversation {
  readonly clock: Clock
  readonly systemId: number
  /** Writes straight to the socket; false when nothing was received from the vehicle yet, so its address is unknown. */
  send(message: Message): boolean
  /** Calls the listener with every accepted message of the vehicle, until the returned function is called. */
  listen(listener: (message: Message) => void): () => void
  /** How many times faster than the wall the vehicle's clock runs; 1 for a real one. */
  timeRate(): number
}

/**
 * Waits for the first message that `match` makes something of.
 * @returns what `match` gave, or undefined after `timeoutMs` or when aborted
 */
export const answerWithin = <T>(
  conversation: Conversation,
  timeoutMs: number,
  match: (message: Message) => T | undefined,
  signal?: AbortSignal,
): Promise<T | undefined> =>
  new Promise(resolve => {
    if (signal?.aborted === true) return resolve(undefined)
    const finish = (value: T | undefined): void => {
      stopListening()
      conversation.clock.clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(value)
    }
    const abort = (): void => finish(undefined)
    const stopListening = conversation.listen(received => {
      const value = match(received)
      if (value !== undefined) finish(value)
    })
    const timer = conversation.clock.setTimeout(abort, timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
  })

export const MAX_TRIES = 3
export const ANSWER_MS = 1_500
/** A command that has not got through by then is dropped, never carried out late. */
export const COMMAND_EXPIRES_MS = 5_000

export interface Command {
  readonly command: number
  readonly params: readonly number[]
  /** A message that shows that the command was carried out, even if its acknowledgement was lost. */
  readonly evidence?: (message: Message) => boolean
}

export const commandMessage = (systemId: number, { command, params }: Command, confirmation: number): Message =>
  message('COMMAND_LONG', {
    param1: params[0] ?? 0,
    param2: params[1] ?? 0,
    param3: params[2] ?? 0,
    param4: params[3] ?? 0,
    param5: params[4] ?? 0,
    param6: params[5] ?? 0,
    param7: params[6] ?? 0,
    command,
    targetSystem: systemId,
    targetComponent: MAV_COMP_AUTOPILOT,
    confirmation,
  })

/** For this station, or for everyone: what another station asked for is answered on the same link. */
export const isForThisStation = (target: {
  readonly targetSystem: number
  readonly targetComponent: number
}): boolean =>
  (target.targetSystem === GROUND_STATION_SYSTEM_ID || target.targetSystem === 0) &&
  (target.targetComponent === MAV_COMP_MISSION_PLANNER || target.targetComponent === 0)

const resultOf = (received: Message, command: number): number | undefined =>
  received.name === 'COMMAND_ACK' && received.fields.command === command && isForThisStation(received.fields)
    ? received.fields.result
    : undefined

/** The result of an acknowledgement of `command`, or undefined for anything else and for 'in progress'. */
export const acknowledgementOf = (received: Message, command: number): number | undefined => {
  const result = resultOf(received, command)
  return result === MavResult.inProgress ? undefined : result
}

/** Sends a command, at most three times, until it is acknowledged or seen to be carried out. */
export const sendCommand = async (
  conversation: Conversation,
  command: Command,
  what: string,
  signal?: AbortSignal,
): Promise<Outcome> => {
  const { clock } = conversation
  const expiresMs = clock.monotonicMs() + COMMAND_EXPIRES_MS
  let inProgress = false
  const match = (received: Message): number | undefined => {
    if (command.evidence?.(received) === true) return MavResult.accepted
    if (resultOf(received, command.command) === MavResult.inProgress) inProgress = true
    return acknowledgementOf(received, command.command)
  }
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    if (signal?.aborted === true) return stoppedMeanwhile
    if (clock.monotonicMs() >= expiresMs) break
    const answer = answerWithin(conversation, ANSWER_MS, match, signal)
    // A command in progress is only waited for: a second one would restart it.
    if (!inProgress) conversation.send(commandMessage(conversation.systemId, command, attempt))
    const result = await answer
    if (result === MavResult.accepted) return accepted
    if (result !== undefined)
      return rejected(commandReason(result), `The mower refused to ${what} (${commandReason(result)}).`, {
        answer: `MAV_RESULT ${result}`,
      })
  }
  return signal?.aborted === true ? stoppedMeanwhile : noAnswer(`The mower did not answer when asked to ${what}.`)
}
