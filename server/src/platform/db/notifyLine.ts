/**
 * Urgent questions over PostgreSQL's own notifications, which need nothing of NATS. They are lost as easily as NATS's. Our
 * own: pg-listen neither splits what exceeds a notification's 8,000 bytes nor keeps to one delivery at most.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Bus } from '../bus/bus.ts'

const CHANNEL = 'greensward_urgent'
const RETRY_MS = 500
/** Of characters, each four bytes at most: PostgreSQL takes less than 8,000 bytes at once. */
const PIECE_LENGTH = 1_900
/** Pieces of a message that never became whole are forgotten. */
const MOST_BROKEN = 100

export type UrgentLine = Pick<Bus, 'askAll' | 'close'> & {
  answer(subject: string, handler: (question: unknown) => Promise<unknown>): void
}

const piece = z.object({ from: z.string(), message: z.string(), index: z.int(), of: z.int(), text: z.string() })
const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask'), id: z.string(), subject: z.string(), question: z.unknown() }),
  z.object({ kind: z.literal('value'), id: z.string(), value: z.unknown() }),
])
type Said = z.infer<typeof said>

/** Puts messages together again; a notification is small. */
const createPieces = () => {
  const broken = new Map<string, string[]>()
  return (payload: unknown): { readonly from: string; readonly text: string } | undefined => {
    const { from, message, index, of, text } = piece.parse(payload)
    if (of === 1) return { from, text }
    const parts = broken.get(message) ?? []
    parts[index] = text
    if (Object.keys(parts).length < of) {
      broken.set(message, parts)
      const [oldest] = broken.keys()
      if (broken.size > MOST_BROKEN && oldest !== undefined) broken.delete(oldest)
      return undefined
    }
    broken.delete(message)
    return { from, text: parts.join('') }
  }
}

export interface NotifyLineOptions {
  readonly databaseUrl: string
  readonly replicaId: string
  readonly log: Logger
}

/** Returns at once; its one connection is opened beside the server's other work, and again whenever it breaks. */
export const openNotifyLine = ({ databaseUrl, replicaId, log }: NotifyLineOptions): UrgentLine => {
  let client: pg.Client | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const answering = new Map<string, (question: unknown) => Promise<unknown>>()
  const waiting = new Map<string, (value: unknown) => void>()
  const ends = new Set<() => void>()
  const whole = createPieces()

  /** @returns whether it went out */
  const send = async (message: Said): Promise<boolean> => {
    const text = JSON.stringify(message)
    const of = Math.max(1, Math.ceil(text.length / PIECE_LENGTH))
    const id = randomUUID()
    const pieces = Array.from({ length: of }, (_, index) =>
      JSON.stringify({
        from: replicaId,
        message: id,
        index,
        of,
        text: text.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH),
      }),
    )
    try {
      if (client === undefined) return false
      await client.query('select pg_notify($1, text) from unnest($2::text[]) as pieces (text)', [CHANNEL, pieces])
      return true
    } catch (error) {
      log.warn({ err: error }, 'The other servers were not asked over the database')
      return false
    }
  }

  const receive = async (text: string): Promise<void> => {
    const message = said.parse(JSON.parse(text))
    if (message.kind === 'value') return waiting.get(message.id)?.(message.value)
    const handler = answering.get(message.subject)
    if (handler !== undefined) await send({ kind: 'value', id: message.id, value: await handler(message.question) })
  }

  const open = async (): Promise<void> => {
    const opened = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
      application_name: 'greensward urgent',
    })
    const again = (): void => {
      if (client === opened) client = undefined
      clearTimeout(timer)
      if (!isClosed) timer = setTimeout(() => void open(), RETRY_MS)
    }
    opened.on('error', again)
    opened.on('end', again)
    opened.on('notification', ({ payload = '' }) => {
      try {
        const message = whole(JSON.parse(payload))
        if (message === undefined || message.from === replicaId) return
        void receive(message.text).catch((error: unknown) =>
          log.error({ err: error }, 'An urgent question of another server failed'),
        )
      } catch (error) {
        log.error({ err: error }, 'An urgent message of another server was not understood')
      }
    })
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      if (isClosed) await opened.end()
      else client = opened
    } catch (error) {
      log.debug({ err: error }, 'The urgent line over the database cannot be opened; tried again')
      again()
    }
  }
  void open()

  return {
    answer: (subject, handler) => {
      answering.set(subject, handler)
    },
    askAll: (subject, question, timeoutMs, isEnough) =>
      new Promise(resolve => {
        const id = randomUUID()
        const values: unknown[] = []
        const end = (): void => {
          clearTimeout(timeout)
          waiting.delete(id)
          ends.delete(end)
          resolve(values)
        }
        const timeout = setTimeout(end, timeoutMs)
        ends.add(end)
        waiting.set(id, value => {
          values.push(value)
          if (isEnough(values)) end()
        })
        void send({ kind: 'ask', id, subject, question }).then(isSent => isSent || end())
      }),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      for (const end of ends) end()
      await client?.end().catch(() => undefined)
    },
  }
}
