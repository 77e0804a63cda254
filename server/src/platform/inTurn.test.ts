import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { inTurn } from './inTurn.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A reading whose results arrive when the test says so. */
const slow = () => {
  const begun: PromiseWithResolvers<number>[] = []
  const read = inTurn(() => {
    const reading = Promise.withResolvers<number>()
    begun.push(reading)
    return reading.promise
  })
  return { begun, read }
}

test('a call during a reading is answered by one that begins after it', async () => {
  const { begun, read } = slow()
  const first = read()
  const second = read()
  const third = read()
  expect(begun).toHaveLength(1)
  begun[0]?.resolve(1)
  expect(await first).toBe(1)
  await setImmediate()
  expect(begun).toHaveLength(2)
  begun[1]?.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
})

test('two readings never overlap', async () => {
  let running = 0
  let most = 0
  const read = inTurn(async () => {
    running += 1
    most = Math.max(most, running)
    await setImmediate()
    running -= 1
  })
  const calls: Promise<void>[] = []
  for (let i = 0; i < 20; i++) {
    calls.push(read())
    if (i % 3 === 0) await setImmediate()
    if (i % 4 === 0) await Promise.resolve()
  }
  await Promise.all(calls)
  expect(most).toBe(1)
})

test('a reading that fails is reported to its callers alone', async () => {
  const { begun, read } = slow()
  const first = read()
  const second = read()
  begun[0]?.reject(new Error('the database is away'))
  await expect(first).rejects.toThrow('the database is away')
  await setImmediate()
  begun[1]?.resolve(2)
  expect(await second).toBe(2)
  const third = read()
  begun[2]?.resolve(3)
  expect(await third).toBe(3)
})

test('a reading that fails is repeated, ever less often, until it succeeds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isAway = true
  let readings = 0
  const read = inTurn(async () => {
    readings += 1
    if (isAway) throw new Error('the database is away')
  })
  await expect(read()).rejects.toThrow('the database is away')
  expect(readings).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(readings).toBe(2)
  await vi.advanceTimersByTimeAsync(3_900)
  expect(readings).toBe(2)
  isAway = false
  await vi.advanceTimersByTimeAsync(200)
  expect(readings).toBe(3)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(readings).toBe(3)
})
