import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embeddedPostgres.ts'
import { openNotifyLine } from '../db/notifyLine.ts'
import { type Bus, loneBus } from './bus.ts'
import { dualBus } from './dualBus.ts'

const log = pino({ level: 'silent' })
const dataDir = mkdtempSync(join(tmpdir(), 'greensward-ways-'))
let postgres: EmbeddedPostgres
const buses: Bus[] = []

beforeAll(async () => {
  postgres = await startEmbeddedPostgres(dataDir, { info: () => undefined, warn: () => undefined })
}, 60_000)
afterAll(async () => {
  await Promise.all(buses.map(bus => bus.close()))
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A first channel that works within this process, or one that is broken. */
const firstChannel = () => {
  const handlers = new Map<string, (question: unknown) => Promise<unknown>>()
  let isUp = true
  const bus: Bus = {
    ...loneBus,
    isShared: true,
    isConnected: () => isUp,
    answer: (subject, handler) => void handlers.set(subject, handler),
    askAll: async (subject, question, _timeoutMs, isEnough) => {
      const handler = isUp ? handlers.get(subject) : undefined
      const values = handler === undefined ? [] : [await handler(question)]
      isEnough(values)
      return values
    },
  }
  return {
    bus,
    cut: () => {
      isUp = false
    },
  }
}

const replica = (replicaId: string, first: Bus): Bus => {
  const bus = dualBus(first, openNotifyLine({ databaseUrl: postgres.url, replicaId, log }))
  buses.push(bus)
  return bus
}

/** Until this number of channels answer: the connection to the database comes up a moment after the rest. */
const answered = async (asker: Bus, subject: string, channels = 1): Promise<void> => {
  const deadline = performance.now() + 20_000
  while ((await asker.askAll(subject, 'there?', 200, values => values.length >= channels)).length < channels) {
    if (performance.now() > deadline) expect.fail('nobody answered')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

describe('urgent questions', () => {
  test('get through over the database where the first channel is broken, complete at any length', async () => {
    const first = firstChannel()
    first.cut()
    const asker = replica('asker', first.bus)
    const gateway = replica('gateway', first.bus)
    gateway.answer('stop', async question => ({ received: question }), 'urgent')
    await answered(asker, 'stop')
    const long = { mowerIds: Array.from({ length: 600 }, (_, index) => `mower ${index} Grün 🌱 ${'x'.repeat(40)}`) }
    const values = await asker.askAll('stop', long, 4_000, soFar => soFar.length > 0)
    expect(values).toEqual([{ received: long }])
  }, 60_000)

  test('that arrive on both channels are carried out once, and a new one again', async () => {
    const first = firstChannel()
    const asker = replica('asker2', first.bus)
    const gateway = replica('gateway2', first.bus)
    const asked: unknown[] = []
    gateway.answer(
      'hold',
      async question => {
        asked.push(question)
        return 'held'
      },
      'urgent',
    )
    let received = 0
    const both = async (question: string) =>
      asker.askAll('hold', question, 5_000, values => {
        received = values.length
        return values.length >= 2
      })
    await answered(asker, 'hold', 2)
    asked.length = 0
    expect(await both('first')).toEqual(['held', 'held'])
    expect(received).toBe(2)
    await both('second')
    expect(asked).toEqual(['first', 'second'])
  }, 60_000)

  test('are answered again after the database was killed', async () => {
    const first = firstChannel()
    first.cut()
    const asker = replica('asker3', first.bus)
    const gateway = replica('gateway3', first.bus)
    gateway.answer('stop', async () => 'stopped', 'urgent')
    await answered(asker, 'stop')
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'greensward urgent'`,
    )
    await admin.end()
    await answered(asker, 'stop')
  }, 60_000)

  test('that nobody answers end in time, and at once where neither channel is open', async () => {
    const first = firstChannel()
    const asker = replica('asker4', first.bus)
    const startedAt = performance.now()
    expect(await asker.askAll('nobody', 'x', 300, () => false)).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
