import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createThreadPool, RunCancelled, ThreadCrash, ThreadsBusy, ThreadTimeout } from './threadPool.ts'

type Job =
  | { readonly kind: 'double'; readonly value: number }
  | { readonly kind: 'throw' | 'spin' | 'exit' | 'process' | 'native' }

const pool = createThreadPool<Job, number>({
  script: new URL('../../testing/trialThread.ts', import.meta.url),
  size: 1,
  // A loaded machine needs more than a second to start the next thread.
  timeoutMs: 3_000,
  maxMemoryMb: 128,
})

afterAll(() => pool.close())

test('answers return to their callers, one after the other', async () => {
  const answers = await Promise.all([1, 2, 3].map(value => pool.run({ kind: 'double', value })))
  expect(answers).toEqual([2, 4, 6])
  expect(pool.load).toBe(0)
})

test('an error of the script reaches the caller, and the thread keeps working', async () => {
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
    script: new URL('../../testing/trialThread.ts', import.meta.url),
    size: 1,
    timeoutMs: 1_000,
    maxMemoryMb: 128,
  })
  await closed.close()
  await expect(closed.run({ kind: 'double', value: 1 })).rejects.toBeInstanceOf(ThreadCrash)
})

describe('a pool whose threads have processes of their own', () => {
  const isolated = createThreadPool<Job, number>({
    script: new URL('../../testing/trialThread.ts', import.meta.url),
    size: 1,
    timeoutMs: 60_000,
    maxMemoryMb: 128,
    isIsolated: true,
  })
  afterAll(() => isolated.close())
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  test('ends a run that is in native code, and the next one gets another process', async () => {
    expect(await isolated.run({ kind: 'double', value: 7 })).toBe(14)
    const pid = await isolated.run({ kind: 'process' })
    expect(pid).not.toBe(process.pid)
    const ending = new AbortController()
    const endless = isolated.run({ kind: 'native' }, { signal: ending.signal })
    await new Promise(done => setTimeout(done, 500))
    ending.abort()
    await expect(endless).rejects.toBeInstanceOf(RunCancelled)
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
    expect(await isolated.run({ kind: 'double', value: 8 })).toBe(16)
  }, 60_000)

  test('fails the run of a script that throws or dies, and that alone', async () => {
    await expect(isolated.run({ kind: 'throw' })).rejects.toThrow('thrown on purpose')
    await expect(isolated.run({ kind: 'exit' })).rejects.toBeInstanceOf(ThreadCrash)
    expect(await isolated.run({ kind: 'double', value: 9 })).toBe(18)
  }, 60_000)

  test('a process ends with the server that opened it, also while it is in native code', async () => {
    const server = fork(fileURLToPath(new URL('../../testing/isolatedTrial.ts', import.meta.url)), { execArgv: [] })
    const [pid] = (await once(server, 'message')) as [number]
    expect(isAlive(pid)).toBe(true)
    server.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  }, 60_000)
})

describe('a pool that several people share', () => {
  const shared = createThreadPool<Job, number>({
    script: new URL('../../testing/trialThread.ts', import.meta.url),
    size: 3,
    reserved: 1,
    timeoutMs: 60_000,
    maxMemoryMb: 128,
    mostRunningEach: 1,
    mostWaitingEach: 2,
    mostWaiting: 3,
  })
  afterAll(() => shared.close())

  /** Endless work, as a person starts it who then leaves. */
  const endless = (owner: string) => {
    const leaving = new AbortController()
    const ended = shared.run({ kind: 'spin' }, { owner, signal: leaving.signal }).catch((error: unknown) => error)
    return { leave: () => leaving.abort(), ended }
  }

  test('answers others while one person fills their share, and refuses more than that', async () => {
    const spun = ['greta', 'greta', 'greta'].map(endless)
    expect(await shared.run({ kind: 'double', value: 1 }, { owner: 'otto' })).toBe(2)
    await expect(shared.run({ kind: 'double', value: 1 }, { owner: 'greta' })).rejects.toMatchObject({ of: 'owner' })
    const other = endless('otto')
    const third = shared.run({ kind: 'double', value: 3 }, { owner: 'olga' })
    await expect(shared.run({ kind: 'double', value: 1 }, { owner: 'ole' })).rejects.toBeInstanceOf(ThreadsBusy)
    // Both threads that are not reserved are taken: what is urgent has one all the same.
    expect(await shared.run({ kind: 'double', value: 9 }, { urgent: true })).toBe(18)
    for (const { leave } of [...spun, other]) leave()
    for (const { ended } of [...spun, other]) expect(await ended).toBeInstanceOf(RunCancelled)
    expect(await third).toBe(6)
  })

  test('a run whose caller has left is dropped or ended', async () => {
    // An earlier process may still be given its moment to end by itself.
    await vi.waitFor(() => expect(shared.load).toBe(0), { timeout: 5_000 })
    const spun = ['greta', 'otto', 'olga', 'ole'].map(endless)
    expect(shared.load).toBe(4)
    for (const { leave } of spun) leave()
    for (const { ended } of spun) expect(await ended).toBeInstanceOf(RunCancelled)
    expect(await shared.run({ kind: 'double', value: 2 }, { owner: 'greta' })).toBe(4)
    await vi.waitFor(() => expect(shared.load).toBe(0), { timeout: 5_000 })
    await expect(
      shared.run({ kind: 'double', value: 2 }, { owner: 'greta', signal: AbortSignal.abort() }),
    ).rejects.toBeInstanceOf(RunCancelled)
  })
})
