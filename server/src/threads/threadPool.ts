/**
 * Heavy pure work goes to worker threads, so that the event loop stays free for stops and telemetry. A pool knows
 * nothing of what its script computes.
 */
import { type Transferable, Worker } from 'node:worker_threads'

export interface ThreadPoolOptions {
  /** The module that calls `serveThread`. */
  readonly script: URL
  readonly size: number
  /** A run that takes longer is ended with its thread. */
  readonly timeoutMs: number
  readonly maxMemoryMb: number
}

export interface ThreadPool<Input, Output> {
  /** @throws ThreadTimeout, ThreadCrash, or what the script threw. */
  run(input: Input, transfer?: readonly Transferable[]): Promise<Output>
  /** Opens a thread before anybody asks, which saves the first one half a second. */
  warm(): void
  /** Runs waiting or running. */
  readonly load: number
  close(): Promise<void>
}

export class ThreadTimeout extends Error {}
/** The thread died, most often for lack of memory. */
export class ThreadCrash extends Error {}

interface Job<Input, Output> {
  readonly input: Input
  readonly transfer: readonly Transferable[]
  readonly resolve: (output: Output) => void
  readonly reject: (error: Error) => void
}

interface Thread<Input, Output> {
  readonly worker: Worker
  job: Job<Input, Output> | undefined
  timer: NodeJS.Timeout | undefined
}

interface Reply<Output> {
  readonly value?: Output
  readonly error?: string
}

export const createThreadPool = <Input, Output>(options: ThreadPoolOptions): ThreadPool<Input, Output> => {
  const threads = new Set<Thread<Input, Output>>()
  const waiting: Job<Input, Output>[] = []
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

  const open = (): Thread<Input, Output> => {
    const worker = new Worker(options.script, {
      resourceLimits: { maxOldGenerationSizeMb: options.maxMemoryMb },
      execArgv: [],
    })
    const thread: Thread<Input, Output> = { worker, job: undefined, timer: undefined }
    worker.on('message', (reply: Reply<Output>) => {
      const job = finish(thread)
      worker.unref()
      if (reply.error !== undefined) job?.reject(new Error(reply.error))
      else job?.resolve(reply.value as Output)
      pump()
    })
    worker.on('error', error => drop(thread, new ThreadCrash(error.message)))
    worker.on('exit', () => {
      if (threads.has(thread)) drop(thread, new ThreadCrash('The thread ended'))
    })
    threads.add(thread)
    return thread
  }

  const pump = (): void => {
    while (waiting.length > 0 && !closed) {
      const idle =
        [...threads].find(thread => thread.job === undefined) ?? (threads.size < options.size ? open() : undefined)
      const job = idle === undefined ? undefined : waiting.shift()
      if (idle === undefined || job === undefined) return
      idle.job = job
      idle.worker.ref()
      idle.timer = setTimeout(
        () => drop(idle, new ThreadTimeout(`Took longer than ${options.timeoutMs} ms`)),
        options.timeoutMs,
      )
      idle.worker.postMessage(job.input, job.transfer)
    }
  }

  return {
    run: (input, transfer = []) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new ThreadCrash('The pool is closed'))
          return
        }
        waiting.push({ input, transfer, resolve, reject })
        pump()
      }),
    warm: () => {
      if (!closed && threads.size === 0) open().worker.unref()
    },
    get load() {
      return waiting.length + [...threads].filter(thread => thread.job !== undefined).length
    },
    close: async () => {
      closed = true
      for (const job of waiting.splice(0)) job.reject(new ThreadCrash('The pool is closed'))
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
