import { parentPort } from 'node:worker_threads'

/** The other end of a thread pool: answers each input with what `handle` makes of it, or with the bug's message. */
export const serveThread = <Input, Output>(handle: (input: Input) => Output): void => {
  parentPort?.on('message', async (input: Input) => {
    try {
      parentPort?.postMessage({ value: await handle(input) })
    } catch (error) {
      parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
}
