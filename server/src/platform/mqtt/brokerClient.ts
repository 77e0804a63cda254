/** One connection to a broker, by MQTT.js. It is loaded with the first connection: a course without a broker never needs it. */
import { isIP } from 'node:net'
import type { MqttProblem } from '@greensward/contract'
import type { IClientOptions, MqttClient } from 'mqtt'
import { inTime } from '../inTime.ts'
import { addressOf, Failed } from '../outgoing.ts'

/** To connect, and for each message until the broker has it. */
const TIMEOUT_MS = 10_000
/** A broker that takes no goodbye must not hold up the end of the server. Its own clock ends the session then. */
const GOODBYE_MS = 2_000
const KEEPALIVE_S = 30
const RETURN_CODES_OF_LOGIN = [4, 5]
const REFUSED_SUBSCRIPTION = 128
/** A command is some bytes long. Of a longer message nothing is read, unless the caller expects longer ones. */
const MOST_BYTES = 2_000

export interface Broker {
  readonly address: string
  readonly user: string
  readonly password: string | null
  /** In PEM; empty trusts the public authorities. */
  readonly authority: string
  readonly clientId: string
  /** 3.1.1 where it is left out, which every broker speaks. Only with 5 does one say that it drops a message. */
  readonly mqttVersion?: '5'
  /** Of a longer message `too long` is passed on instead of what is in it. */
  readonly mostBytes?: number
  /** The broker publishes it, retained, once we are gone without a word. */
  readonly will?: { readonly topic: string; readonly payload: string }
}

export interface Received {
  readonly topic: string
  readonly payload: string
  /** The broker kept it from before. */
  readonly isRetained: boolean
}

export class BrokerFailure extends Error {
  readonly problem: MqttProblem

  constructor(problem: MqttProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

export interface BrokerClient {
  /** Resolves once the broker has it. @throws BrokerFailure */
  publish(topic: string, payload: string, isRetained: boolean): Promise<void>
  /** Sends at once, never retained, and waits for nothing. @returns false where the connection has ended */
  send(topic: string, payload: string): boolean
  /** @throws BrokerFailure where the broker refuses one of them */
  subscribe(topics: readonly string[]): Promise<void>
  /** Resolves when the connection has ended, from whichever side. */
  readonly ended: Promise<BrokerFailure>
  /**
   * Says goodbye, so that the will is not published, and waits for the end.
   * @param last what the broker keeps of us from then on
   */
  close(last?: { readonly topic: string; readonly payload: string }): Promise<void>
  /** Ends it without a word, so that the broker publishes the will. */
  drop(): void
}

const problemOf = (error: Error & { code?: string | number }): MqttProblem => {
  const { code } = error
  if (typeof code === 'number') return RETURN_CODES_OF_LOGIN.includes(code) ? 'loginRefused' : 'refused'
  if (/CERT|SIGNED|VERIFY|^ERR_TLS|^ERR_SSL|EPROTO/.test(code ?? '')) return 'untrusted'
  if (/timeout|timed out/i.test(error.message)) return 'tooSlow'
  return 'notReached'
}

export const failureOf = (error: unknown): BrokerFailure => {
  if (error instanceof BrokerFailure) return error
  if (error instanceof Failed) {
    const problem = error.problem === 'forbiddenAddress' || error.problem === 'tooSlow' ? error.problem : 'notReached'
    return new BrokerFailure(problem, error.message)
  }
  const known = error instanceof Error ? error : new Error(String(error))
  return new BrokerFailure(problemOf(known), known.message.slice(0, 200))
}

/** @param isOpen the broker had accepted the connection before */
const endOf = (error: Error | undefined, isOpen: boolean): BrokerFailure => {
  if (error === undefined) return new BrokerFailure('lost', 'The broker ended the connection')
  const failure = failureOf(error)
  return isOpen && failure.problem === 'notReached' ? new BrokerFailure('lost', failure.message) : failure
}

const answered = <T>(work: Promise<T>, what: string): Promise<T> =>
  inTime(work, TIMEOUT_MS, () => new BrokerFailure('tooSlow', `The broker did not ${what} within ${TIMEOUT_MS} ms`))

/**
 * Rejects once nobody wants the connection any more.
 * @param over aborts once the connection has ended or was not made
 */
const unwanted = (ending: AbortSignal | undefined, over: AbortSignal): Promise<never> => {
  const left = new Promise<never>((_, fail) => {
    const leave = (): void => fail(new BrokerFailure('lost', 'The connection is not wanted any more'))
    if (ending?.aborted === true) leave()
    ending?.addEventListener('abort', leave, { signal: over })
  })
  left.catch(() => undefined)
  return left
}

/** A session that begins empty and ends with the connection: the broker keeps no command for us while we are away. */
const optionsOf = (broker: Broker, url: URL, host: string): IClientOptions => {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'mqtts:'
  return {
    protocol: isSecure ? 'mqtts' : 'mqtt',
    host,
    port: url.port === '' ? (isSecure ? 8883 : 1883) : Number(url.port),
    ...(isSecure && isIP(name) === 0 ? { servername: name } : {}),
    ...(broker.authority === '' ? {} : { ca: broker.authority }),
    rejectUnauthorized: true,
    protocolVersion: broker.mqttVersion === '5' ? 5 : 4,
    clean: true,
    clientId: broker.clientId,
    ...(broker.user === '' ? {} : { username: broker.user }),
    ...(broker.password === null ? {} : { password: broker.password }),
    ...(broker.will === undefined
      ? {}
      : { will: { topic: broker.will.topic, payload: Buffer.from(broker.will.payload), qos: 1, retain: true } }),
    connectTimeout: TIMEOUT_MS,
    keepalive: KEEPALIVE_S,
    // Who calls decides when to try again.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
  }
}

const opened = (client: MqttClient): Promise<void> =>
  new Promise((done, fail) => {
    client.once('connect', () => done())
    client.once('error', fail)
    client.once('close', () => fail(new BrokerFailure('lost', 'The broker ended the connection')))
  })

/**
 * Connects. `onMessage` runs for every message of the subscribed topics.
 * @param allowsPrivate the operator of the server lets it ask hosts of its own network
 * @param ending aborts where nobody waits for the connection any more: a broker that says nothing is left at once
 * @throws BrokerFailure with the reason
 */
export const connectBroker = async (
  broker: Broker,
  allowsPrivate: boolean,
  onMessage: (received: Received) => void,
  ending?: AbortSignal,
): Promise<BrokerClient> => {
  const over = new AbortController()
  const left = unwanted(ending, over.signal)
  try {
    const url = new URL(broker.address)
    const host = await Promise.race([answered(addressOf(url.hostname, allowsPrivate), 'have an address'), left])
    const { default: mqtt } = await import('mqtt')
    const client = mqtt.connect(optionsOf(broker, url, host))
    // Each failure is also a rejection or the end; without a listener it would end the server.
    let last: Error | undefined
    client.on('error', error => {
      last = error
    })
    client.on('message', (topic, payload, { retain }) => {
      const isShort = payload.length <= (broker.mostBytes ?? MOST_BYTES)
      onMessage({ topic, payload: isShort ? payload.toString('utf8') : 'too long', isRetained: retain })
    })
    let isOpen = false
    const ended = new Promise<BrokerFailure>(done => {
      client.once('close', () => {
        over.abort()
        done(endOf(last, isOpen))
      })
    })
    const gone = ended.then((reason): never => {
      throw reason
    })
    gone.catch(() => undefined)
    try {
      await Promise.race([answered(opened(client), 'accept the connection'), left])
      isOpen = true
    } catch (error) {
      client.end(true)
      throw error
    }
    return {
      ended,
      send: (topic, payload) => {
        if (!client.connected) return false
        client.publishAsync(topic, payload, { qos: 1 }).catch(() => undefined)
        return true
      },
      publish: async (topic, payload, isRetained) => {
        try {
          const taken = client.publishAsync(topic, payload, { qos: 1, retain: isRetained })
          // Of a message that was in transit MQTT.js says nothing when the connection ends.
          await Promise.race([answered(taken, 'take a message'), gone])
        } catch (error) {
          throw failureOf(error)
        }
      },
      subscribe: async topics => {
        const asked = answered(client.subscribeAsync([...topics], { qos: 1 }), 'answer the subscription')
        const granted = await Promise.race([asked, left]).catch((error: unknown) => {
          throw error instanceof BrokerFailure
            ? error
            : new BrokerFailure('topicsRefused', error instanceof Error ? error.message : String(error))
        })
        const refused = granted.filter(({ qos }) => Number(qos) === REFUSED_SUBSCRIPTION).map(({ topic }) => topic)
        if (refused.length > 0) throw new BrokerFailure('topicsRefused', `The broker refuses ${refused.join(', ')}`)
      },
      close: async last => {
        const goodbye = async (): Promise<void> => {
          if (last !== undefined) await client.publishAsync(last.topic, last.payload, { qos: 1, retain: true })
          await client.endAsync()
        }
        const late = (): Error => new BrokerFailure('tooSlow', `The broker took no goodbye within ${GOODBYE_MS} ms`)
        await inTime(goodbye(), GOODBYE_MS, late).catch(() => client.end(true))
      },
      drop: () => {
        client.end(true)
      },
    }
  } catch (error) {
    over.abort()
    throw failureOf(error)
  }
}
