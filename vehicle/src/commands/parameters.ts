/** The settings of an autopilot: read by name, set and read back. ArduPilot carries all of them as floats. */
import { ok, type Result, refused } from '@greensward/domain'
import { MAV_COMP_AUTOPILOT, MAV_PARAM_TYPE_REAL32, type Message, message } from '../mavlink/index.ts'
import type { StateReader } from '../state/sessionState.ts'
import { answerWithin, type Conversation } from './conversation.ts'
import { accepted, noAnswer, type Outcome, type Rejection, rejected, stoppedMeanwhile } from './outcome.ts'

const TRIES = 5
const ANSWER_MS = 700
const LONGEST_NAME = 16
/** Questions in the air at a time, so that a slow radio is not flooded. */
const ASKED_AT_A_TIME = 8

/** Floats that went over the wire and back; large values lose their last digits. */
const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-4 + Math.abs(b) * 1e-6

const readMessage = (systemId: number, name: string): Message =>
  message('PARAM_REQUEST_READ', {
    paramIndex: -1,
    targetSystem: systemId,
    targetComponent: MAV_COMP_AUTOPILOT,
    paramId: name,
  })

/**
 * Reads several settings at once. An autopilot is silent about those it does not have, so one that is not in the answer
 * was asked for five times in vain; all of them missing means that the link is gone.
 */
export const readParameters = async (
  conversation: Conversation,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, number>, Rejection>> => {
  const { clock, systemId } = conversation
  const values = new Map<string, number>()
  const missing = new Set(names)
  let wake: (() => void) | undefined
  const stopListening = conversation.listen(received => {
    if (received.name !== 'PARAM_VALUE' || !missing.delete(received.fields.paramId)) return
    values.set(received.fields.paramId, received.fields.paramValue)
    wake?.()
  })
  const pause = (ms: number): Promise<void> =>
    new Promise(resolve => {
      const timer = clock.setTimeout(() => end(), ms)
      const end = (): void => {
        clock.clearTimeout(timer)
        signal.removeEventListener('abort', end)
        wake = undefined
        resolve()
      }
      wake = end
      signal.addEventListener('abort', end, { once: true })
    })
  try {
    for (let tries = 0; tries < TRIES && missing.size > 0 && !signal.aborted; tries++) {
      const open = [...missing]
      for (let at = 0; at < open.length && !signal.aborted; at += ASKED_AT_A_TIME) {
        const asked = open.slice(at, at + ASKED_AT_A_TIME)
        for (const name of asked) if (missing.has(name)) conversation.send(readMessage(systemId, name))
        const untilMs = clock.monotonicMs() + ANSWER_MS
        while (asked.some(name => missing.has(name)) && !signal.aborted) {
          const leftMs = untilMs - clock.monotonicMs()
          if (leftMs <= 0) break
          await pause(leftMs)
        }
      }
    }
  } finally {
    stopListening()
  }
  if (values.size > 0 || names.length === 0) return ok(values)
  return refused({ reason: 'noAnswer', message: `The mower did not tell its ${names.join(', ')}.` })
}

/** @param name such as FS_GCS_ENABLE; a vehicle without that parameter does not answer */
export const readParameter = async (
  conversation: Conversation,
  name: string,
  signal: AbortSignal,
): Promise<Result<number, Rejection>> => {
  const values = await readParameters(conversation, [name], signal)
  if (!values.ok) return values
  const value = values.value.get(name)
  return value === undefined
    ? refused({ reason: 'noAnswer', message: `The mower did not tell its ${name}.` })
    : ok(value)
}

/** Sets a parameter and believes it when it is read back as wanted; five tries. */
export const setParameter = async (
  conversation: Conversation,
  store: StateReader,
  name: string,
  value: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  if (name.length === 0 || name.length > LONGEST_NAME || !Number.isFinite(value)) {
    return rejected('badParameter', `A parameter has a name of 1 to ${LONGEST_NAME} letters and a number.`)
  }
  const { systemId } = conversation
  const isNow = (received: Message): boolean | undefined =>
    received.name === 'PARAM_VALUE' && received.fields.paramId === name
      ? isSame(received.fields.paramValue, value)
      : undefined
  let last: number | undefined
  for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
    // Only the wanted value ends the waiting: an answer to an older question may still be on its way.
    const answer = answerWithin(
      conversation,
      ANSWER_MS,
      received => (isNow(received) === true ? true : undefined),
      signal,
    )
    conversation.send(
      message('PARAM_SET', {
        paramValue: value,
        targetSystem: systemId,
        targetComponent: MAV_COMP_AUTOPILOT,
        paramId: name,
        paramType: MAV_PARAM_TYPE_REAL32,
      }),
    )
    await answer
    const back = answerWithin(
      conversation,
      ANSWER_MS,
      received => (isNow(received) === undefined ? undefined : store.state.parameters.get(name)),
      signal,
    )
    conversation.send(readMessage(systemId, name))
    const now = await back
    if (now === undefined) continue
    last = now
    if (isSame(now, value)) return accepted
  }
  if (signal.aborted) return stoppedMeanwhile
  return last === undefined
    ? noAnswer(`The mower did not confirm its ${name}.`)
    : rejected('notSet', `The mower kept ${name} at ${last}.`, { answer: `${name} = ${last}` })
}
