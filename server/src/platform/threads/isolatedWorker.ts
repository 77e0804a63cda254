/**
 * A worker thread in a process of its own. `terminate` does not end a thread that is in native code, such as a query of SQLite:
 * it waits for the next step of JavaScript, which may never come. A process is killed.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Transferable } from 'node:worker_threads'

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

/** Without them V8 may end a process in which several threads read TypeScript. Taken over from this one, as Node alone knows which it has. */
const V8_FLAGS: ReadonlySet<string> = new Set(['--no-memory-protection-keys', '--no-wasm-code-gc'])

const PROGRAM = fileURLToPath(new URL('./isolatedProgram.ts', import.meta.url))

/** @param script the module that calls `serveThread` */
export const openIsolatedWorker = (script: URL, maxMemoryMb: number, events: WorkerEvents): PoolWorker => {
  // It gets only the folder of compiled programs from our environment, which holds secrets. It writes nothing to our log.
  const compiled = process.env.NODE_COMPILE_CACHE
  const child = fork(PROGRAM, [script.href, String(maxMemoryMb)], {
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
    execArgv: process.execArgv.filter(flag => V8_FLAGS.has(flag)),
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
