/**
 * Heavy pure work goes to worker threads, so that the event loop stays free for stops and telemetry. A pool knows
 * nothing of what its script computes.
 */
import { type Transferable, Worker } from 'node:worker_threads'
import { createFairQueue, type FairQueue } from './fairQueue.ts'
import { openIsolatedWorker, type PoolWorker, type WorkerEvents } from './isolatedWorker.ts'

export interface ThreadPoolOptions {
  /** The module that calls `serveThread`. */
  readonly script: URL
  readonly size: number
  /** Threads of `size` that only urgent runs may use. */
  readonly reserved?: number
  /** A run that takes longer is ended with its thread. */
  readonly timeoutMs: number
  readonly maxMemoryMb: number
  /**
   * Each thread gets a process of its own, which the time limit ends also while it is in native code. For what strangers send to
   * native code; nothing is transferred to it, all is copied.
   */
  readonly isIsolated?: boolean
  /** Runs that one owner may have at once; the others of his wait, so that there is a thread for somebody else. */
  readonly mostRunningEach?: number
  /** Runs of one owner that may wait. */
  readonly mostWaitingEach?: number
  /** Runs of everybody that may wait; urgent ones are not counted. */
  readonly mostWaiting?: number
  /** A thread without work for so long is ended, which gives its memory back. */
  readonly endIdleAfterMs?: number
}

export interface RunOptions {
  readonly transfer?: readonly Transferable[]
  /** The one who asks: owners are served in turn. */
  readonly owner?: string
  /** Goes before everything that is not urgent and may use every thread. */
  readonly urgent?: boolean
  /** Ends the run: one that waits leaves the queue, one that runs is ended with its thread. */
  readonly signal?: AbortSignal | undefined
}

export interface ThreadPool<Input, Output> {
  /** @throws ThreadTimeout, ThreadCrash, ThreadsBusy, RunCancelled, or what the script threw. */
  run(input: Input, options?: RunOptions): Promise<Output>
  /** Opens a thread before anybody asks, which saves the first one half a second. */
  warm(): void
  /** Runs waiting or running. */
  readonly load: number
  close(): Promise<void>
}

export class ThreadTimeout extends Error {}
/** The thread died, most often for lack of memory. */
export class ThreadCrash extends Error {}
/** Too much waits already. */
export class ThreadsBusy extends Error {
  /** The owner whose work fills the queue. */
  readonly of: 'owner' | 'everybody'
  constructor(of: ThreadsBusy['of']) {
    super('Too much waits already')
    this.of = of
  }
}
/** Nobody wants the answer any more. */
export class RunCancelled extends Error {}

/** A run that nobody waits for any more may still end within this time, which saves opening another thread. */
const GRACE_MS = 300

interface Job<Input, Output> {
  readonly input: Input
  readonly options: RunOptions
  readonly resolve: (output: Output) => void
  readonly reject: (error: Error) => void
}

interface Thread<Input, Output> {
  readonly worker: PoolWorker
  job: Job<Input, Output> | undefined
  timer: NodeJS.Timeout | undefined
}

interface Reply<Output> {
  readonly value?: Output
  readonly error?: string
}

const ownerOf = ({ owner = '' }: RunOptions): string => owner

const openWorker = (
  { script, maxMemoryMb, isIsolated = false }: ThreadPoolOptions,
  events: WorkerEvents,
): PoolWorker => {
  if (isIsolated) return openIsolatedWorker(script, maxMemoryMb, events)
  const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb }, execArgv: [] })
  worker.on('message', events.replied)
  worker.on('error', events.failed)
  worker.on('exit', events.ended)
  return worker
}

export const createThreadPool = <Input, Output>(options: ThreadPoolOptions): ThreadPool<Input, Output> => {
  const threads = new Set<Thread<Input, Output>>()
  const urgent: FairQueue<Job<Input, Output>> = createFairQueue()
  const waiting: FairQueue<Job<Input, Output>> = createFairQueue()
  const forOthers = options.size - (options.reserved ?? 0)
  const mostRunningEach = options.mostRunningEach ?? Number.POSITIVE_INFINITY
  let closed = false

  const finish = (thread: Thread<Input, Output>): Job<Input, Output> | undefined => {
    const job = thread.job
    clearTimeout(thread.timer)
    thread.job = undefined
    thread.timer = undefined
    return job
  }

  const drop = (thread: Thread<Input, Output>, error: Error): void => {
    threads.delete(thread)
    finish(thread)?.reject(error)
    void thread.worker.terminate()
    pump()
  }

  const rest = (thread: Thread<Input, Output>): void => {
    thread.worker.unref()
    if (options.endIdleAfterMs === undefined) return
    thread.timer = setTimeout(() => {
      threads.delete(thread)
      void thread.worker.terminate()
    }, options.endIdleAfterMs)
    thread.timer.unref()
  }

  const open = (): Thread<Input, Output> => {
    const worker = openWorker(options, {
      replied: answered => {
        const reply = answered as Reply<Output>
        const job = finish(thread)
        rest(thread)
        if (reply.error !== undefined) job?.reject(new Error(reply.error))
        else job?.resolve(reply.value as Output)
        pump()
      },
      failed: error => drop(thread, new ThreadCrash(error.message)),
      ended: () => {
        if (threads.has(thread)) drop(thread, new ThreadCrash('The thread ended'))
      },
    })
    const thread: Thread<Input, Output> = { worker, job: undefined, timer: undefined }
    threads.add(thread)
    return thread
  }

  const running = (): Job<Input, Output>[] =>
    [...threads].flatMap(({ job }) => (job === undefined || job.options.urgent === true ? [] : [job]))

  const next = (): Job<Input, Output> | undefined => {
    const first = urgent.take(() => true)
    if (first !== undefined) return first.item
    const now = running()
    if (now.length >= forOthers) return undefined
    return waiting.take(owner => now.filter(job => ownerOf(job.options) === owner).length < mostRunningEach)?.item
  }

  const pump = (): void => {
    while (!closed && urgent.size + waiting.size > 0) {
      const idle = [...threads].find(thread => thread.job === undefined)
      if (idle === undefined && threads.size >= options.size) return
      const job = next()
      if (job === undefined) return
      const thread = idle ?? open()
      clearTimeout(thread.timer)
      thread.job = job
      thread.worker.ref()
      thread.timer = setTimeout(
        () => drop(thread, new ThreadTimeout(`Took longer than ${options.timeoutMs} ms`)),
        options.timeoutMs,
      )
      thread.worker.postMessage(job.input, job.options.transfer)
    }
  }

  const cancel = (job: Job<Input, Output>): void => {
    const error = new RunCancelled('Nobody waits for this any more')
    const queue = job.options.urgent === true ? urgent : waiting
    const thread = [...threads].find(at => at.job === job)
    if (!queue.remove(ownerOf(job.options), job) && thread === undefined) return
    job.reject(error)
    if (thread === undefined) return
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => drop(thread, error), GRACE_MS)
  }

  const isFull = (owner: string): ThreadsBusy['of'] | undefined => {
    if (waiting.sizeOf(owner) >= (options.mostWaitingEach ?? Number.POSITIVE_INFINITY)) return 'owner'
    return waiting.size >= (options.mostWaiting ?? Number.POSITIVE_INFINITY) ? 'everybody' : undefined
  }

  return {
    run: async (input, given = {}) => {
      if (closed) throw new ThreadCrash('The pool is closed')
      if (given.signal?.aborted === true) throw new RunCancelled('Nobody waits for this any more')
      const owner = ownerOf(given)
      const full = given.urgent === true ? undefined : isFull(owner)
      if (full !== undefined) throw new ThreadsBusy(full)
      let stop = (): void => undefined
      try {
        return await new Promise<Output>((resolve, reject) => {
          const job: Job<Input, Output> = { input, options: given, resolve, reject }
          stop = () => cancel(job)
          given.signal?.addEventListener('abort', stop, { once: true })
          const queue = given.urgent === true ? urgent : waiting
          queue.add(owner, job)
          pump()
        })
      } finally {
        given.signal?.removeEventListener('abort', stop)
      }
    },
    warm: () => {
      if (!closed && threads.size === 0) open().worker.unref()
    },
    get load() {
      return urgent.size + waiting.size + [...threads].filter(thread => thread.job !== undefined).length
    },
    close: async () => {
      closed = true
      for (const job of [...urgent.empty(), ...waiting.empty()]) job.reject(new ThreadCrash('The pool is closed'))
      await Promise.all(
        [...threads].map(thread => {
          threads.delete(thread)
          finish(thread)?.reject(new ThreadCrash('The pool is closed'))
          return thread.worker.terminate()
        }),
      )
    },
  }
}
