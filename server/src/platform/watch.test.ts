/** A watch looks one at a time, again after each look, and no more after its end. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWatch } from './watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A watch whose looks end when the test lets them. */
const held = () => {
  const begun: { readonly atOnce: boolean; readonly end: (error?: Error) => void }[] = []
  const failures: unknown[] = []
  const watch = createWatch({
    everyMs: 1_000,
    lookOnce: atOnce =>
      new Promise((resolve, reject) =>
        begun.push({ atOnce, end: error => (error === undefined ? resolve() : reject(error)) }),
      ),
    failed: error => void failures.push(error),
  })
  return { watch, begun, failures }
}

test('counts the time to the next look from the end of the last, also of a failed one', async () => {
  const { watch, begun, failures } = held()
  watch.start()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begun).toHaveLength(1)
  const error = new Error('no route')
  begun[0]?.end(error)
  await vi.advanceTimersByTimeAsync(999)
  expect(begun).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toHaveLength(2)
  expect(failures).toEqual([error])
})

test('gives a person who asks a look that begins after the question', async () => {
  const { watch, begun } = held()
  watch.start()
  const asked = watch.look(true)
  expect(begun.map(({ atOnce }) => atOnce)).toEqual([false])
  begun[0]?.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(begun.map(({ atOnce }) => atOnce)).toEqual([false, true])
  begun[1]?.end()
  await asked
})

test('waits at its end for the look that has begun, and begins no other', async () => {
  const { watch, begun } = held()
  watch.start()
  let isClosed = false
  const closing = watch.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isClosed).toBe(false)
  begun[0]?.end()
  await closing
  await watch.look(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begun).toHaveLength(1)
})
