/** The bus between replicas over NATS, which passes messages on at once and keeps none. */

import { randomUUID } from 'node:crypto'
import { errorKind, saidShape } from '@greensward/domain/contract'
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { z } from 'zod'
import { Refusal } from '../http/refusal.ts'
import { type Bus, NoReply } from './bus.ts'

const PREFIX = 'greensward'
const RETRY_MS = 500
/** A NATS that is silent for twice this long is gone. */
const PING_MS = 2_000
/** The asking server has this long to confirm that it still waits: a delayed question is not acted on. */
const GO_MS = 1_000
/** While a server works on an answer, it reports this often. */
const WORKING_MS = 1_000
const SILENCE_MS = 3_500
/** Below what NATS takes at most, a megabyte. */
const MOST_BYTES = 900_000

const envelope = z.object({ from: z.string(), body: z.unknown() })
const refusalShape = z.object({
  kind: errorKind,
  said: saidShape,
  extras: z.object({
    fields: z.record(z.string(), saidShape).optional(),
    details: z.unknown().optional(),
    retryAfterS: z.number().optional(),
  }),
})
const asked = z.object({ id: z.string(), question: z.unknown() })
const word = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('here'), id: z.string(), goTo: z.string() }),
  z.object({ kind: z.literal('working'), id: z.string() }),
  z.object({ kind: z.literal('value'), id: z.string(), value: z.unknown() }),
  z.object({ kind: z.literal('refusal'), id: z.string(), refusal: refusalShape }),
  z.object({ kind: z.literal('fault'), id: z.string() }),
])
type Word = z.infer<typeof word>

const refusalFrom = ({ kind, said, extras: { fields, details, retryAfterS } }: z.infer<typeof refusalShape>): Refusal =>
  new Refusal(said, kind, {
    ...(fields === undefined ? {} : { fields }),
    ...(details === undefined ? {} : { details }),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  })

export interface NatsOptions {
  /** One address or several with commas between, such as nats://user:password@host:4222. */
  readonly url: string
  readonly replicaId: string
  readonly log: Logger
}

const connectionOf = (url: string) => {
  const addresses = url.split(',').map(address => new URL(address.trim()))
  const [first] = addresses
  const user = decodeURIComponent(first?.username ?? '')
  const pass = decodeURIComponent(first?.password ?? '')
  return {
    servers: addresses.map(({ host }) => host),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
  }
}

/** Returns at once: a NATS that is not there yet is waited for beside the server's other work. */
export const openNatsBus = ({ url, replicaId, log }: NatsOptions): Bus => {
  let connection: NatsConnection | undefined
  let isUp = false
  let isClosed = false
  const wanted = new Map<string, (body: unknown) => void>()
  const gaps = new Set<() => void>()
  const waiting = new Map<string, (said: Word) => void>()
  const granted = new Map<string, () => void>()
  const own = `ear.${replicaId}`

  const subscribeOn = (to: NatsConnection, subject: string): Subscription =>
    to.subscribe(`${PREFIX}.${subject}`, {
      callback: (error, message) => {
        if (error !== null) return log.warn({ err: error, subject }, 'A message of another server was not received')
        try {
          const { from, body } = envelope.parse(message.json())
          if (from !== replicaId) wanted.get(subject)?.(body)
        } catch (fault) {
          log.error({ err: fault, subject }, 'A message of another server was not understood')
        }
      },
    })

  const subscribe = (subject: string, listener: (body: unknown) => void): void => {
    wanted.set(subject, listener)
    if (connection !== undefined) subscribeOn(connection, subject)
  }

  const reportGap = (): void => {
    for (const listener of gaps) listener()
  }

  /** @returns whether it went out */
  const send = (subject: string, body: unknown): boolean => {
    // A message that the client buffers would arrive too late to be true.
    if (connection === undefined || !isUp) return false
    const text = JSON.stringify({ from: replicaId, body })
    if (text.length > MOST_BYTES && Buffer.byteLength(text) > MOST_BYTES) {
      log.info({ subject, length: text.length }, 'A message is too large for the others: they will re-read')
      return send('gap', {})
    }
    try {
      connection.publish(`${PREFIX}.${subject}`, text)
      return true
    } catch (error) {
      log.warn({ err: error, subject }, 'The other servers could not be reached')
      return false
    }
  }

  const follow = async (to: NatsConnection): Promise<void> => {
    for await (const { type } of to.status()) {
      if (type === 'disconnect' || type === 'staleConnection') {
        if (isUp) log.warn('The connection between the servers is lost')
        isUp = false
      } else if (type === 'reconnect') {
        log.info('The connection between the servers is back')
        isUp = true
        reportGap()
      } else if (type === 'slowConsumer') reportGap()
    }
  }

  const open = async (): Promise<void> => {
    while (!isClosed) {
      try {
        const opened = await connect({
          ...connectionOf(url),
          name: `greensward ${replicaId}`,
          noEcho: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_MS,
          pingInterval: PING_MS,
          maxPingOut: 2,
          timeout: 2_000,
        })
        if (isClosed) return await opened.close()
        connection = opened
        isUp = true
        for (const subject of wanted.keys()) subscribeOn(opened, subject)
        void follow(opened).catch((error: unknown) => log.error({ err: error }, 'Could not follow the state of NATS'))
        reportGap()
        return
      } catch (error) {
        log.warn({ err: error }, 'Could not connect to the other servers; will retry')
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      }
    }
  }
  const opening = open()

  subscribe('gap', reportGap)
  subscribe(own, body => {
    const said = word.parse(body)
    waiting.get(said.id)?.(said)
  })
  subscribe(`go.${replicaId}`, body => {
    const { id } = z.object({ id: z.string() }).parse(body)
    granted.get(id)?.()
  })

  /** Works on a question and reports that it is working until it is done. */
  const work = async (handler: (question: unknown) => Promise<unknown>, id: string, question: unknown, to: string) => {
    const timer = setInterval(() => send(to, { kind: 'working', id }), WORKING_MS)
    try {
      const value = await handler(question)
      send(to, { kind: 'value', id, value })
    } catch (error) {
      if (error instanceof Refusal) {
        const { kind, said, extras } = error
        send(to, { kind: 'refusal', id, refusal: { kind, said, extras } })
      } else {
        log.error({ err: error }, 'A question of another server failed')
        send(to, { kind: 'fault', id })
      }
    } finally {
      clearInterval(timer)
    }
  }

  return {
    isShared: true,
    isConnected: () => isUp,
    publish: (subject, message) => {
      send(subject, message)
    },
    subscribe,
    onGap: listener => {
      gaps.add(listener)
    },
    answer: (subject, handler, how) =>
      subscribe(`ask.${subject}`, body => {
        const { id, question, to } = asked.extend({ to: z.string() }).parse(body)
        if (how === 'urgent') return void work(handler, id, question, to)
        const timer = setTimeout(() => granted.delete(id), GO_MS)
        granted.set(id, () => {
          clearTimeout(timer)
          granted.delete(id)
          void work(handler, id, question, to)
        })
        send(to, { kind: 'here', id, goTo: `go.${replicaId}` })
      }),
    ask: (subject, question) =>
      new Promise((resolve, reject) => {
        const id = randomUUID()
        let timer: NodeJS.Timeout | undefined
        const end = (finish: () => void): void => {
          clearTimeout(timer)
          waiting.delete(id)
          finish()
        }
        const wait = (): void => {
          clearTimeout(timer)
          timer = setTimeout(() => end(() => reject(new NoReply('The other server did not answer'))), SILENCE_MS)
        }
        waiting.set(id, said => {
          if (said.kind === 'here') send(said.goTo, { id })
          if (said.kind === 'here' || said.kind === 'working') return wait()
          end(() => {
            if (said.kind === 'value') resolve(said.value)
            else if (said.kind === 'refusal') reject(refusalFrom(said.refusal))
            else reject(new NoReply('The other server failed at it'))
          })
        })
        wait()
        if (!send(`ask.${subject}`, { id, question, to: own }))
          end(() => reject(new NoReply('The connection between the servers is away')))
      }),
    askAll: (subject, question, timeoutMs, isEnough) =>
      new Promise(resolve => {
        const id = randomUUID()
        const values: unknown[] = []
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(values)
        }
        const timer = setTimeout(end, timeoutMs)
        waiting.set(id, said => {
          if (said.kind !== 'value') return
          values.push(said.value)
          if (isEnough(values)) end()
        })
        if (!send(`ask.${subject}`, { id, question, to: own })) end()
      }),
    close: async () => {
      isClosed = true
      isUp = false
      await opening
      await connection?.close()
    },
  }
}
