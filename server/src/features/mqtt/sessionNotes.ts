/**
 * What the database keeps of the connection to the broker. Stops come by this connection, so it must not depend on the database:
 * no note rejects, and none takes long.
 */
import type { MqttProblem } from '@greensward/contract'
import type { Context } from '../../platform/context.ts'
import { inTime } from '../../platform/inTime.ts'
import { noteConnected, noteEnd, noteSeen, noteTopics, noteTry } from './mqttStore.ts'

const ANSWER_MS = 5_000
/** After a failure the topics are not noted before this. */
const AGAIN_MS = 10_000

/** @throws Error where the database does not answer within some seconds, as on a network that swallows packets */
export const withinSeconds = <T>(work: Promise<T>): Promise<T> =>
  inTime(work, ANSWER_MS, () => new Error(`The database did not answer within ${ANSWER_MS} ms`))

/** Each resolves with whether the database has it. */
export interface SessionNotes {
  tried(): Promise<boolean>
  connected(): Promise<boolean>
  /** @param isSettled it has been connected long enough for the next failure to be the first one */
  seen(isSettled: boolean): Promise<boolean>
  topics(topics: readonly string[]): Promise<boolean>
  ended(failure: { readonly problem: MqttProblem; readonly detail: string } | undefined): Promise<boolean>
}

export const createSessionNotes = ({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): SessionNotes => {
  let last: Promise<unknown> = Promise.resolve()
  let isAway = false
  let failedMs = Number.NEGATIVE_INFINITY

  /** One after the other, so that an end is never noted before its beginning. */
  const note = (work: () => Promise<void>): Promise<boolean> => {
    const noted = last.then(async () => {
      try {
        await withinSeconds(work())
        isAway = false
        return true
      } catch (error) {
        // One line for the whole time that the database is away.
        if (!isAway) log.warn({ err: error }, 'Could not note the state of the connection to the MQTT broker')
        isAway = true
        failedMs = performance.now()
        return false
      }
    })
    last = noted
    return noted
  }

  return {
    tried: () => note(() => noteTry(db, clock.now())),
    connected: () => note(() => noteConnected(db, clock.now())),
    seen: isSettled => note(() => noteSeen(db, clock.now(), isSettled)),
    topics: async topics => {
      if (performance.now() - failedMs < AGAIN_MS) return false
      return note(() => noteTopics(db, topics))
    },
    ended: failure => note(() => noteEnd(db, failure)),
  }
}
