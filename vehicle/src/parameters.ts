import { ok, type Result, refused } from '@greensward/domain'
import { ANSWER_MS, answerWithin, type Conversation, MAX_TRIES } from './conversation.ts'
import type { Knowledge } from './knowledge.ts'
import { MAV_COMP_AUTOPILOT, MAV_PARAM_TYPE_REAL32, type Message, message } from './mavlink/index.ts'
import { accepted, noAnswer, type Outcome, type Rejection, rejected } from './outcome.ts'

const valueNamed =
  (name: string) =>
  (heard: Message): number | undefined =>
    heard.name === 'PARAM_VALUE' && heard.fields.paramId === name ? heard.fields.paramValue : undefined

const ask = async (
  conversation: Conversation,
  name: string,
  question: Message,
  signal: AbortSignal,
): Promise<number | undefined> => {
  for (let attempt = 0; attempt < MAX_TRIES && !signal.aborted; attempt++) {
    const answer = answerWithin(conversation, ANSWER_MS, valueNamed(name), signal)
    conversation.send(question)
    const value = await answer
    if (value !== undefined) return value
  }
  return undefined
}

/** @param name at most 16 characters, such as FS_GCS_ENABLE; a vehicle without that parameter does not answer */
export const readParameter = async (
  conversation: Conversation,
  known: Knowledge,
  name: string,
  signal: AbortSignal,
): Promise<Result<number, Rejection>> => {
  const value = await ask(
    conversation,
    name,
    message('PARAM_REQUEST_READ', {
      paramIndex: -1,
      targetSystem: conversation.systemId,
      targetComponent: MAV_COMP_AUTOPILOT,
      paramId: name,
    }),
    signal,
  )
  if (value === undefined) return refused({ reason: 'noAnswer', message: `The mower did not tell its ${name}.` })
  known.parameters.set(name, value)
  return ok(value)
}

/** Sets a parameter; the vehicle answers with the value it then has. */
export const setParameter = async (
  conversation: Conversation,
  known: Knowledge,
  name: string,
  value: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  const now = await ask(
    conversation,
    name,
    message('PARAM_SET', {
      paramValue: value,
      targetSystem: conversation.systemId,
      targetComponent: MAV_COMP_AUTOPILOT,
      paramId: name,
      paramType: MAV_PARAM_TYPE_REAL32,
    }),
    signal,
  )
  if (now === undefined) return noAnswer(`The mower did not confirm its ${name}.`)
  known.parameters.set(name, now)
  return Math.abs(now - value) < 1e-4 ? accepted : rejected('notSet', `The mower kept ${name} at ${now}.`)
}
