import { afterAll, expect, test } from 'vitest'
import { createThreadPool, ThreadCrash, ThreadTimeout } from './threadPool.ts'

type Job = { readonly kind: 'double'; readonly value: number } | { readonly kind: 'throw' | 'spin' | 'exit' }

const pool = createThreadPool<Job, number>({
  script: new URL('../testing/trialThread.ts', import.meta.url),
  size: 1,
  timeoutMs: 1_000,
  maxMemoryMb: 128,
})

afterAll(() => pool.close())

test('answers come back to those who asked, one after the other', async () => {
  const answers = await Promise.all([1, 2, 3].map(value => pool.run({ kind: 'double', value })))
  expect(answers).toEqual([2, 4, 6])
  expect(pool.load).toBe(0)
})

test('what the script throws reaches the one who asked, and the thread goes on', async () => {
  await expect(pool.run({ kind: 'throw' })).rejects.toThrow('thrown on purpose')
  expect(await pool.run({ kind: 'double', value: 4 })).toBe(8)
})

test('a run without an end is ended, and the next one gets a new thread', async () => {
  const [spinning, next] = [pool.run({ kind: 'spin' }), pool.run({ kind: 'double', value: 5 })]
  await expect(spinning).rejects.toBeInstanceOf(ThreadTimeout)
  expect(await next).toBe(10)
})

test('a thread that dies fails its run alone', async () => {
  await expect(pool.run({ kind: 'exit' })).rejects.toBeInstanceOf(ThreadCrash)
  expect(await pool.run({ kind: 'double', value: 6 })).toBe(12)
})

test('nothing is asked of a pool that is closed', async () => {
  const closed = createThreadPool<Job, number>({
    script: new URL('../testing/trialThread.ts', import.meta.url),
    size: 1,
    timeoutMs: 1_000,
    maxMemoryMb: 128,
  })
  await closed.close()
  await expect(closed.run({ kind: 'double', value: 1 })).rejects.toBeInstanceOf(ThreadCrash)
})
