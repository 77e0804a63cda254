/** From the connection to its end: publishes what changed, withdraws what is gone, and takes commands. */
import type { Context } from '../../platform/context.ts'
import {
  type Broker,
  type BrokerClient,
  BrokerFailure,
  connectBroker,
  failureOf,
} from '../../platform/mqtt/brokerClient.ts'
import { pause } from '../../platform/pause.ts'
import type { MachinePort } from '../../shared/missionLife/ports.ts'
import { SEEN_EVERY_MS, type StoredMqtt } from './mqttStore.ts'
import { type CourseNow, createPublished } from './published.ts'
import type { SessionNotes } from './sessionNotes.ts'
import { createTakeCommand } from './takeCommands.ts'
import { OFFLINE, topicsOf } from './topics.ts'

const PUBLISH_EVERY_MS = 1_000
/** A connection that lasted this long was a good one: the next failure is the first in its row. */
const SETTLED_MS = 60_000
/** Answers that wait for the broker; those of a flood are dropped. */
const MOST_WAITING = 200

export interface SessionParts {
  readonly ctx: Context
  readonly machines: MachinePort
  /** At the beginning. */
  readonly courseNow: CourseNow
  /** As it was last known where the database does not answer; never rejects. */
  readonly course: () => Promise<CourseNow>
  readonly notes: SessionNotes
  readonly broker: Broker
  readonly settings: StoredMqtt
  /** Aborted when the settings change or the server ends. */
  readonly ending: AbortSignal
  /** Whether all that was published is to be withdrawn at the end, as before another broker. */
  readonly leaves: () => Promise<boolean>
}

/** Brings the broker's retained messages in line with what is wanted, one message after the other. */
const createPublisher = (notes: SessionNotes, client: BrokerClient, stored: readonly string[]) => {
  /** By topic what the broker has; undefined for what it has from an earlier connection. */
  const sent = new Map<string, string | undefined>(stored.map(topic => [topic, undefined]))
  /** Those that the database knows of. */
  let noted = new Set(stored)

  const note = async (topics: readonly string[]): Promise<void> => {
    if (await notes.topics(topics)) noted = new Set(topics)
  }

  return {
    bring: async (wanted: ReadonlyMap<string, string>, isOver: () => boolean): Promise<void> => {
      const added = [...wanted.keys()].filter(topic => !noted.has(topic))
      // Noted before they are sent: what is sent and not noted would never be withdrawn. While the database is away they wait.
      if (added.length > 0) await note([...noted, ...added])
      for (const [topic, payload] of wanted) {
        if (isOver()) return
        if (sent.get(topic) === payload || !noted.has(topic)) continue
        sent.set(topic, payload)
        await client.publish(topic, payload, true)
      }
      for (const topic of [...sent.keys()]) {
        if (isOver()) return
        if (wanted.has(topic)) continue
        await client.publish(topic, '', true)
        sent.delete(topic)
      }
      if (noted.size !== sent.size) await note([...sent.keys()])
    },
  }
}

/**
 * Connects and stays connected until the broker ends it, it fails, or `ending` comes.
 * @returns why it ended; undefined for an end of our own
 */
export const runSession = async (parts: SessionParts): Promise<BrokerFailure | undefined> => {
  const { ctx, machines, course, notes, settings, ending } = parts
  const topics = topicsOf(settings.prefix)
  const takes: { message: ReturnType<typeof createTakeCommand> | undefined } = { message: undefined }
  let client: BrokerClient | undefined
  let failure: BrokerFailure | undefined
  const over = new AbortController()
  const stop = (): void => over.abort()
  ending.addEventListener('abort', stop)
  if (ending.aborted) stop()
  try {
    const will = settings.enabled ? { will: { topic: topics.status, payload: OFFLINE } } : {}
    const opened = await connectBroker(
      { ...parts.broker, ...will },
      ctx.config.outgoingPrivate,
      received => takes.message?.(received),
      ending,
    )
    client = opened
    const closed = opened.ended.then(reason => {
      failure ??= reason
      over.abort()
    })
    const publisher = createPublisher(notes, opened, settings.topics)
    const publishedNow = createPublished(settings)
    if (settings.enabled) {
      let waiting = 0
      const publish = (topic: string, payload: string, isRetained: boolean): void => {
        if (waiting >= MOST_WAITING) return
        waiting += 1
        opened
          .publish(topic, payload, isRetained)
          .catch((error: unknown) => ctx.log.info({ err: error }, 'The broker did not take an answer'))
          .finally(() => {
            waiting -= 1
          })
      }
      takes.message = createTakeCommand({ ctx, settings, machines, publish })
      await opened.subscribe([topics.command('+'), topics.stop('+'), topics.stopAll])
    }
    const startedMs = ctx.clock.monotonicMs()
    void notes.connected().then(() => ctx.live.publish('settings', 'changed', { subject: 'mqtt' }))
    let now = parts.courseNow
    let seenMs = startedMs
    do {
      const nowMs = ctx.clock.monotonicMs()
      if (nowMs - seenMs >= SEEN_EVERY_MS) {
        seenMs = nowMs
        void notes.seen(nowMs - startedMs >= SETTLED_MS)
        void course().then(found => {
          now = found
        })
      }
      await publisher.bring(publishedNow(machines.mowers(), now), () => over.signal.aborted)
      if (!settings.enabled) break
      await pause(PUBLISH_EVERY_MS, over.signal)
    } while (!over.signal.aborted)
    if (failure !== undefined) return failure
    takes.message = undefined
    const isLeft = settings.enabled && (await parts.leaves())
    if (isLeft) await publisher.bring(new Map(), () => false)
    await opened.close(settings.enabled && !isLeft ? { topic: topics.status, payload: OFFLINE } : undefined)
    await closed
    return undefined
  } catch (error) {
    if (failure !== undefined) return failure
    // An error that is not the broker's, such as of the database, is the caller's.
    if (!(error instanceof BrokerFailure)) throw error
    // Nobody waited for its answer any more.
    return ending.aborted ? undefined : failureOf(error)
  } finally {
    takes.message = undefined
    ending.removeEventListener('abort', stop)
    // After an end of our own it is closed already. Otherwise the broker publishes the will.
    client?.drop()
  }
}

/**
 * Mosquitto drops what its rules forbid and acknowledges it all the same, unless the client speaks MQTT 5.
 * @throws BrokerFailure where it does; of a broker that does not speak MQTT 5 nothing is learnt
 */
const askMayPublish = async (broker: Broker, topic: string, allowsPrivate: boolean): Promise<void> => {
  const asking: Broker = { ...broker, mqttVersion: '5' }
  const client = await connectBroker(asking, allowsPrivate, () => undefined).catch(() => undefined)
  try {
    await client?.publish(topic, new Date().toISOString(), false)
  } catch (error) {
    if (failureOf(error).problem === 'refused') throw new BrokerFailure('topicsRefused', `The broker refuses ${topic}`)
  } finally {
    await client?.close()
  }
}

/** Connects, looks whether the topics may be read and written, and disconnects. @throws BrokerFailure */
export const tryBroker = async (broker: Broker, prefix: string, allowsPrivate: boolean): Promise<void> => {
  const topics = topicsOf(prefix)
  const client = await connectBroker(broker, allowsPrivate, () => undefined)
  try {
    await client.subscribe([topics.command('+'), topics.stop('+'), topics.stopAll])
    // Retained nowhere, and nobody listens there: it only asks whether publishing is allowed at all.
    await client.publish(topics.test, new Date().toISOString(), false)
  } finally {
    await client.close()
  }
  await askMayPublish(broker, topics.test, allowsPrivate)
}
