/**
 * The time of a played week. It passes as fast as the mowers and every thread of the server follow: no timer of them is late
 * by more than a second, and time stops while any of them or the database waits for the processor, so that no timeout
 * depends on how loaded the machine is. While the server computes, time passes as fast as its processor's does.
 */
import { createSocket } from 'node:dgram'
import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** How late a timer of a thread may be, of simulated time: while something is asked of the server or a mower, and else. */
const TALKING_BEHIND_MS = 200
const QUIET_BEHIND_MS = 1_000
/** Simulated time advances by whole steps of the mowers, and by no more than this at once. */
const STEP_MS = 20
const MOST_STEP_MS = 1_000
/** Of real time, between two steps: each of them reads the state of every thread and of each process of the database. */
const TICK_MS = 4
/** Of real time: a packet that wakes a thread may be lost. */
const WAKE_AGAIN_MS = 20
/** A machine that was held up continues from there. */
const MOST_REAL_MS = 250
const MOST_OWED_MS = 1_000

/** What the time waits for. */
export interface TimedServer {
  /** Processor time of its process, milliseconds; null while there is none. */
  cpuMs(): number | null
  /** A thread of it or of its database runs, or waits for the processor or the disk. */
  isWorking(): boolean
}

export interface FastClock {
  nowMs(): number
  /** Most simulated seconds in a second; 1 is real time. */
  speed: number
  /** Called after each step with its length. */
  onStep: (dtMs: number) => void
  /** Resolves when this much simulated time has passed. */
  pass(ms: number): Promise<void>
  until(atMs: number): Promise<void>
  /** A night in which nothing runs. */
  jump(toMs: number): void
  /** Threads of a process that was killed hold the time back no longer. */
  forget(pid: number): void
  server: TimedServer
  /** Whether an answer is awaited, by people or by the server of a mower. */
  isTalking: () => boolean
  /** Of real time: how long it was held up by a thread or the database. */
  readonly heldMs: number
  stop(): void
}

/** @param folder that the server's threads share with this one */
export const startClock = (folder: string, startMs: number): FastClock => {
  const seenFolder = join(folder, 'seen')
  mkdirSync(seenFolder, { recursive: true })
  const file = openSync(join(folder, 'now'), 'w+')
  const value = new Float64Array([startMs])
  const write = (): void => void writeSync(file, value, 0, 8, 0)
  write()
  let nowMs = startMs
  let owedMs = 0
  let heldMs = 0
  /** Real time in which it was held up, and that it makes up for once all threads have caught up. */
  let unusedMs = 0
  let lastMs = performance.now()
  let lastCpuMs: number | null = null
  let stopped = false
  const waiting = new Set<{ readonly atMs: number; readonly done: () => void }>()

  const waker = createSocket('udp4')
  waker.unref()
  const woken = new Map<string, { readonly dueMs: number; readonly realMs: number }>()

  /** When the next timer of each thread is due. */
  const readThreads = (): { readonly name: string; readonly dueMs: number; readonly port: number }[] =>
    readdirSync(seenFolder).flatMap(name => {
      try {
        const bytes = readFileSync(join(seenFolder, name))
        // A thread that starts has not written yet.
        return bytes.length < 16 ? [] : [{ name, dueMs: bytes.readDoubleLE(0), port: bytes.readDoubleLE(8) }]
      } catch {
        return []
      }
    })

  /** Each thread that has something due. */
  const wake = (threads: ReturnType<typeof readThreads>): void => {
    const realMs = performance.now()
    for (const { name, dueMs, port } of threads) {
      if (dueMs > nowMs || port === 0) continue
      const last = woken.get(name)
      if (last?.dueMs === dueMs && realMs - last.realMs < WAKE_AGAIN_MS) continue
      woken.set(name, { dueMs, realMs })
      waker.send('.', port, '127.0.0.1')
    }
  }

  const tick = (): void => {
    if (stopped) return
    const realMs = Math.min(MOST_REAL_MS, performance.now() - lastMs)
    lastMs = performance.now()
    const cpuMs = clock.server.cpuMs()
    const spentMs = cpuMs === null ? realMs : Math.min(realMs, Math.max(0, cpuMs - (lastCpuMs ?? cpuMs)))
    lastCpuMs = cpuMs
    const threads = readThreads()
    const doneUntilMs = Math.min(nowMs, ...threads.map(({ dueMs }) => dueMs))
    const mayRun = threads.length > 0 && !clock.server.isWorking()
    const roomMs = mayRun
      ? Math.max(0, doneUntilMs + (clock.isTalking() ? TALKING_BEHIND_MS : QUIET_BEHIND_MS) - nowMs)
      : 0
    if (roomMs < realMs) heldMs += realMs
    unusedMs = Math.min(MOST_REAL_MS, unusedMs + realMs)
    const stepMs = Math.min(roomMs, unusedMs * clock.speed, MOST_STEP_MS)
    unusedMs -= stepMs / clock.speed
    owedMs = Math.min(MOST_OWED_MS, owedMs + Math.max(spentMs, stepMs))
    for (; owedMs >= STEP_MS; owedMs -= STEP_MS) {
      nowMs += STEP_MS
      clock.onStep(STEP_MS)
    }
    value[0] = nowMs
    write()
    wake(threads)
    for (const one of waiting)
      if (one.atMs <= nowMs) {
        waiting.delete(one)
        one.done()
      }
    setTimeout(tick, TICK_MS)
  }

  const clock: FastClock = {
    nowMs: () => nowMs,
    speed: 1,
    server: { cpuMs: () => null, isWorking: () => false },
    isTalking: () => false,
    onStep: () => {},
    pass: ms => clock.until(nowMs + ms),
    until: atMs =>
      new Promise(done => {
        if (atMs <= nowMs) done()
        else waiting.add({ atMs, done })
      }),
    jump: toMs => {
      nowMs = Math.max(nowMs, toMs)
      value[0] = nowMs
      write()
    },
    forget: pid => {
      for (const name of readdirSync(seenFolder))
        if (name.startsWith(`${pid}-`)) rmSync(join(seenFolder, name), { force: true })
    },
    get heldMs() {
      return heldMs
    },
    stop: () => {
      stopped = true
      waker.close()
    },
  }
  tick()
  return clock
}
