import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJournal } from './journal.ts'

const away = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('entries of one key are written in their order, also when the first has to wait for the database', async () => {
  const journal = createJournal(pino({ level: 'silent' }))
  const written: string[] = []
  let tries = 0
  void journal.enter('a', 'first', async () => {
    tries += 1
    if (tries < 3) throw away()
    written.push('first')
  })
  const second = journal.enter('a', 'second', async () => {
    written.push('second')
  })
  await vi.advanceTimersByTimeAsync(500)
  expect(written).toEqual([])
  expect(journal.waiting).toBe(2)
  await vi.advanceTimersByTimeAsync(2_000)
  await second
  expect(written).toEqual(['first', 'second'])
  expect(journal.waiting).toBe(0)
})

test('one key does not wait for another', async () => {
  const journal = createJournal(pino({ level: 'silent' }))
  void journal.enter('a', 'stuck', async () => {
    throw away()
  })
  const written: string[] = []
  await journal.enter('b', 'free', async () => {
    written.push('free')
  })
  expect(written).toEqual(['free'])
  journal.close()
})

test('an entry that fails for another reason is dropped and does not block the next', async () => {
  const journal = createJournal(pino({ level: 'silent' }))
  void journal.enter('a', 'wrong', async () => {
    throw new Error('a bug')
  })
  const written: string[] = []
  await journal.enter('a', 'next', async () => {
    written.push('next')
  })
  expect(written).toEqual(['next'])
})

test('waiting for entries ends after its timeout', async () => {
  const journal = createJournal(pino({ level: 'silent' }))
  void journal.enter('a', 'stuck', async () => {
    throw away()
  })
  const settled = journal.settled(3_000)
  await vi.advanceTimersByTimeAsync(3_000)
  await settled
  expect(journal.waiting).toBe(1)
  journal.close()
})
