/** Questions between servers over NATS: each is asked once, and an answer that takes long reports that it is on its way. */
import { randomUUID } from 'node:crypto'
import { errorKind, saidShape } from '@greensward/contract'
import type { Logger } from 'pino'
import { z } from 'zod'
import { Refusal } from '../http/refusal.ts'
import { NoReply } from './bus.ts'
import type { NatsLink } from './natsLink.ts'

/** The asking server has this long to confirm that it still waits: a delayed question is not acted on. */
const GO_MS = 1_000
/** While a server works on an answer, it reports this often. */
const WORKING_MS = 1_000
const SILENCE_MS = 3_500

const refusalShape = z.object({
  kind: errorKind,
  said: saidShape,
  extras: z.object({
    fields: z.record(z.string(), saidShape).optional(),
    details: z.unknown().optional(),
    retryAfterS: z.number().optional(),
  }),
})
const asked = z.object({ id: z.string(), question: z.unknown(), to: z.string() })
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

type Handler = (question: unknown) => Promise<unknown>

export class NatsQuestions {
  private readonly link: NatsLink
  private readonly log: Logger
  /** The subjects of this server: answers to its questions, and leave to begin with an answer. */
  private readonly own: string
  private readonly goTo: string
  /** By question: what becomes of the words that come back. */
  private readonly waiting = new Map<string, (said: Word) => void>()
  /** By question of another server: begins to work on it. */
  private readonly granted = new Map<string, () => void>()

  constructor(link: NatsLink, replicaId: string, log: Logger) {
    this.link = link
    this.log = log
    this.own = `ear.${replicaId}`
    this.goTo = `go.${replicaId}`
    link.subscribe(this.own, body => {
      const said = word.parse(body)
      this.waiting.get(said.id)?.(said)
    })
    link.subscribe(this.goTo, body => {
      const { id } = z.object({ id: z.string() }).parse(body)
      this.granted.get(id)?.()
    })
  }

  ask(subject: string, question: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = randomUUID()
      let timer: NodeJS.Timeout | undefined
      const end = (finish: () => void): void => {
        clearTimeout(timer)
        this.waiting.delete(id)
        finish()
      }
      const wait = (): void => {
        clearTimeout(timer)
        timer = setTimeout(() => end(() => reject(new NoReply('The other server did not answer'))), SILENCE_MS)
      }
      this.waiting.set(id, said => {
        if (said.kind === 'here') this.link.send(said.goTo, { id })
        if (said.kind === 'here' || said.kind === 'working') return wait()
        end(() => {
          if (said.kind === 'value') resolve(said.value)
          else if (said.kind === 'refusal') reject(refusalFrom(said.refusal))
          else reject(new NoReply('The other server failed at it'))
        })
      })
      wait()
      if (!this.put(subject, id, question)) end(() => reject(new NoReply('The connection between the servers is away')))
    })
  }

  askAll(
    subject: string,
    question: unknown,
    timeoutMs: number,
    isEnough: (values: readonly unknown[]) => boolean,
  ): Promise<readonly unknown[]> {
    return new Promise(resolve => {
      const id = randomUUID()
      const values: unknown[] = []
      const end = (): void => {
        clearTimeout(timer)
        this.waiting.delete(id)
        resolve(values)
      }
      const timer = setTimeout(end, timeoutMs)
      this.waiting.set(id, said => {
        if (said.kind !== 'value') return
        values.push(said.value)
        if (isEnough(values)) end()
      })
      if (!this.put(subject, id, question)) end()
    })
  }

  answer(subject: string, handler: Handler, how?: 'urgent'): void {
    this.link.subscribe(`ask.${subject}`, body => {
      const { id, question, to } = asked.parse(body)
      if (how === 'urgent') return void this.work(handler, id, question, to)
      const timer = setTimeout(() => this.granted.delete(id), GO_MS)
      this.granted.set(id, () => {
        clearTimeout(timer)
        this.granted.delete(id)
        void this.work(handler, id, question, to)
      })
      this.link.send(to, { kind: 'here', id, goTo: this.goTo })
    })
  }

  private put(subject: string, id: string, question: unknown): boolean {
    return this.link.send(`ask.${subject}`, { id, question, to: this.own })
  }

  /** Works on a question and reports that it is working until it is done. */
  private async work(handler: Handler, id: string, question: unknown, to: string): Promise<void> {
    const timer = setInterval(() => this.link.send(to, { kind: 'working', id }), WORKING_MS)
    try {
      const value = await handler(question)
      this.link.send(to, { kind: 'value', id, value })
    } catch (error) {
      if (error instanceof Refusal) {
        const { kind, said, extras } = error
        this.link.send(to, { kind: 'refusal', id, refusal: { kind, said, extras } })
      } else {
        this.log.error({ err: error }, 'A question of another server failed')
        this.link.send(to, { kind: 'fault', id })
      }
    } finally {
      clearInterval(timer)
    }
  }
}
