/**
 * A worker thread in a process of its own. `terminate` does not end a thread that is in native code, such as a query of SQLite:
 * it waits for the next step of JavaScript, which may never come. A process is killed.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Transferable } from 'node:worker_threads'
import { programOptions } from './programOptions.ts'

/** What a pool needs of its workers. */
export interface PoolWorker {
  postMessage(input: unknown, transfer?: readonly Transferable[]): void
  terminate(): Promise<unknown>
  ref(): void
  unref(): void
}

export interface WorkerEvents {
  replied(reply: unknown): void
  failed(error: Error): void
  ended(): void
}

/** What the program sends: replies of the script, or why its thread ended. */
export type FromProgram = { readonly reply: unknown } | { readonly crash: string }

const PROGRAM = fileURLToPath(new URL('./isolatedProgram.ts', import.meta.url))

/** @param script the module that calls `serveThread` */
export const openIsolatedWorker = (script: URL, maxMemoryMb: number, events: WorkerEvents): PoolWorker => {
  // It writes nothing to our log.
  const child = fork(PROGRAM, [script.href, String(maxMemoryMb)], {
    ...programOptions(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const gone = new Promise<void>(resolve => {
    child.once('exit', resolve)
    // As where it could not be started at all.
    child.once('error', resolve)
  })
  child.on('message', (sent: FromProgram) => {
    if ('reply' in sent) events.replied(sent.reply)
    else events.failed(new Error(sent.crash))
  })
  child.on('error', error => events.failed(error))
  child.on('exit', () => events.ended())
  return {
    postMessage: input => {
      // Where it is gone already, its end says so.
      child.send(input as object, () => undefined)
    },
    terminate: () => {
      child.kill('SIGKILL')
      return gone
    },
    ref: () => {
      child.ref()
      child.channel?.ref()
    },
    unref: () => {
      child.unref()
      child.channel?.unref()
    },
  }
}
