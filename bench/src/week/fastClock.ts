/**
 * Loaded before the server's program and in each of its threads (`--import`): their time is the one that the bench writes into
 * a file. Each thread writes when its next timer is due, so that the time never leaves a thread behind, and sleeps until the bench
 * wakes it. The product is unchanged.
 */
import { createSocket } from 'node:dgram'
import { mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'

const require = createRequire(import.meta.url)
const folder = process.env.BENCH_CLOCK
if (folder === undefined) throw new Error('BENCH_CLOCK names the folder of the clock')

/** Of real time, should a packet that wakes it be lost. One that looks often hardly ever sleeps on a loaded machine: the time waits for it. */
const POLL_MS = 100
const seenFolder = join(folder, 'seen')
mkdirSync(seenFolder, { recursive: true })
const clockFile = openSync(join(folder, 'now'), 'r')
const seenPath = join(seenFolder, `${process.pid}-${threadId}`)
const seenFile = openSync(seenPath, 'w+')
const bytes = new Float64Array(1)
/** When its next timer is due, and the port at which it is woken; 0 before it has one. */
const seen = new Float64Array([Number.POSITIVE_INFINITY, 0])
const report = (): void => {
  seen[0] = nextDueMs
  writeSync(seenFile, seen, 0, 16, 0)
}

/** Milliseconds since 1970 of the bench's time. */
const fastNow = (): number => {
  readSync(clockFile, bytes, 0, 8, 0)
  return bytes[0] ?? 0
}

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
}
const RealDate = Date
const startedMs = fastNow()

interface Due {
  atMs: number
  readonly everyMs: number | undefined
  readonly afterMs: number
  readonly run: () => void
  readonly order: number
  isRef: boolean
  isOver: boolean
}

const waiting = new Set<Due>()
let nextDueMs = Number.POSITIVE_INFINITY
let orders = 0
const poller = real.setInterval(() => poll(), POLL_MS)
poller.unref()
const waker = createSocket('udp4', () => poll())
waker.bind(0, '127.0.0.1', () => {
  seen[1] = waker.address().port
  report()
})
waker.unref()
let refs = 0
const countRef = (by: number): void => {
  refs += by
  if (refs > 0) poller.ref()
  else poller.unref()
}

const poll = (): void => {
  const nowMs = fastNow()
  if (nowMs < nextDueMs) return
  const due = [...waiting].filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs || a.order - b.order)
  for (const one of due) {
    if (one.isOver) continue
    if (one.everyMs === undefined) end(one)
    else one.atMs = Math.max(one.atMs + one.everyMs, nowMs)
    try {
      one.run()
    } catch (error) {
      // As of a real timer: an error in one stops the program and not the other timers.
      queueMicrotask(() => {
        throw error
      })
    }
  }
  nextDueMs = Math.min(Number.POSITIVE_INFINITY, ...[...waiting].map(({ atMs }) => atMs))
  // Only now: what was due by then has run.
  report()
}

const dueBy = (atMs: number): void => {
  if (atMs >= nextDueMs) return
  nextDueMs = atMs
  report()
}

const end = (one: Due): void => {
  if (one.isOver) return
  one.isOver = true
  waiting.delete(one)
  if (one.isRef) countRef(-1)
}

/** What `setTimeout` and `setInterval` answer with. */
class FastTimer {
  readonly #due: Due
  constructor(due: Due) {
    this.#due = due
  }
  ref(): this {
    if (!this.#due.isRef && !this.#due.isOver) countRef(1)
    this.#due.isRef = true
    return this
  }
  unref(): this {
    if (this.#due.isRef && !this.#due.isOver) countRef(-1)
    this.#due.isRef = false
    return this
  }
  hasRef(): boolean {
    return this.#due.isRef
  }
  refresh(): this {
    const due = this.#due
    due.atMs = fastNow() + due.afterMs
    if (due.isOver) {
      due.isOver = false
      waiting.add(due)
      if (due.isRef) countRef(1)
    }
    dueBy(due.atMs)
    return this
  }
  close(): this {
    end(this.#due)
    return this
  }
  [Symbol.dispose](): void {
    this.close()
  }
}

const add = (run: () => void, given: unknown, repeats: boolean): FastTimer => {
  const ms = Number(given)
  const afterMs = Number.isNaN(ms) ? 1 : Math.max(ms, 1)
  const due: Due = {
    atMs: fastNow() + afterMs,
    everyMs: repeats ? afterMs : undefined,
    afterMs,
    run,
    order: orders++,
    isRef: true,
    isOver: false,
  }
  waiting.add(due)
  countRef(1)
  dueBy(due.atMs)
  return new FastTimer(due)
}

type Run = (...args: unknown[]) => void
const fastTimeout = (run: Run, ms?: unknown, ...args: unknown[]): FastTimer => add(() => run(...args), ms, false)
const fastInterval = (run: Run, ms?: unknown, ...args: unknown[]): FastTimer => add(() => run(...args), ms, true)
const fastClear = (timer: unknown): void => {
  if (timer instanceof FastTimer) timer.close()
  else real.clearTimeout(timer as NodeJS.Timeout)
}
const fastPause = (
  ms?: unknown,
  value?: unknown,
  { signal, ref = true }: { readonly signal?: AbortSignal; readonly ref?: boolean } = {},
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const timer = fastTimeout(() => resolve(value), ms)
    if (!ref) timer.unref()
    signal?.addEventListener('abort', () => {
      timer.close()
      reject(signal.reason)
    })
  })
Object.defineProperty(fastTimeout, require('node:util').promisify.custom, { value: fastPause })

const timers = require('node:timers')
const promises = require('node:timers/promises')
for (const target of [globalThis, timers])
  Object.assign(target, {
    setTimeout: fastTimeout,
    setInterval: fastInterval,
    clearTimeout: fastClear,
    clearInterval: fastClear,
  })
promises.setTimeout = fastPause

const FastDate: DateConstructor = new Proxy(RealDate, {
  construct: (target, args, asked): Date =>
    args.length === 0
      ? Reflect.construct(target, [fastNow()], asked)
      : Reflect.construct(target, args, asked === FastDate ? target : asked),
  apply: () => new RealDate(fastNow()).toString(),
  get: (target, key) => (key === 'now' ? wholeNow : Reflect.get(target, key)),
})
const wholeNow = (): number => Math.floor(fastNow())
Object.defineProperty(RealDate.prototype, 'constructor', { value: FastDate, writable: true, configurable: true })
globalThis.Date = FastDate

Object.defineProperty(performance, 'now', { value: () => fastNow() - startedMs, configurable: true })
Object.defineProperty(performance, 'timeOrigin', { value: startedMs, configurable: true })
const nanoseconds = (): bigint => BigInt(Math.floor(fastNow() * 1_000)) * 1_000n
const hrtime = (before?: readonly [number, number]): [number, number] => {
  const ns = nanoseconds() - (before === undefined ? 0n : BigInt(before[0]) * 1_000_000_000n + BigInt(before[1]))
  return [Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n)]
}
process.hrtime = Object.assign(hrtime, { bigint: nanoseconds })

/** Threads load this too, also those that are given options of their own. */
const threads = require('node:worker_threads')
const RealWorker = threads.Worker
const self = pathToFileURL(import.meta.filename).href
threads.Worker = class extends RealWorker {
  constructor(program: string | URL, options: { readonly execArgv?: readonly string[] } = {}) {
    const execArgv = (options.execArgv ?? process.execArgv).filter(word => word !== '--import' && word !== self)
    super(program, { ...options, execArgv: [...execArgv, '--import', self] })
    // One that has ended holds the time back no longer.
    const path = join(seenFolder, `${process.pid}-${this.threadId}`)
    this.once('exit', () => rmSync(path, { force: true }))
  }
}
syncBuiltinESMExports()
