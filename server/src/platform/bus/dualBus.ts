/** Sends urgent questions over NATS and the database at once, each answered once: a stop does not wait for a broken channel. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { UrgentLine } from '../db/notifyLine.ts'
import type { Bus } from './bus.ts'

const keyed = z.object({ key: z.string(), question: z.unknown() })
/** Longer than the asking server waits for the answer. */
const REMEMBERED_MS = 30_000

/** Both channels deliver the same question; the second delivery gets the answer to the first. */
const once = (handler: (question: unknown) => Promise<unknown>) => {
  const answers = new Map<string, Promise<unknown>>()
  return (body: unknown): Promise<unknown> => {
    const { key, question } = keyed.parse(body)
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = handler(question)
    answers.set(key, answer)
    setTimeout(() => answers.delete(key), REMEMBERED_MS).unref()
    return answer
  }
}

export const dualBus = (bus: Bus, line: UrgentLine): Bus => ({
  ...bus,
  answer: (subject, handler, how) => {
    if (how !== 'urgent') return bus.answer(subject, handler)
    const answer = once(handler)
    bus.answer(subject, answer, how)
    line.answer(subject, answer)
  },
  askAll: (subject, question, timeoutMs, isEnough) =>
    new Promise((resolve, reject) => {
      const body = { key: randomUUID(), question }
      let all: readonly unknown[] = []
      const receivedOn = new Map<Pick<Bus, 'askAll'>, readonly unknown[]>()
      const ask = async (channel: Pick<Bus, 'askAll'>): Promise<void> => {
        await channel.askAll(subject, body, timeoutMs, values => {
          receivedOn.set(channel, [...values])
          all = [...receivedOn.values()].flat()
          const enough = isEnough(all)
          if (enough) resolve(all)
          return enough
        })
      }
      Promise.all([ask(bus), ask(line)]).then(() => resolve(all), reject)
    }),
  close: async () => {
    await Promise.all([bus.close(), line.close()])
  },
})
