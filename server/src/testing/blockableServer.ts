/** For tests: the server's own program, whose main thread SIGUSR2 blocks and whose gateway's thread SIGALRM ends. */
import { writeSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { BLOCKED, BLOCKED_MS } from './blocked.ts'

let gateway: Worker | undefined
process.on('worker', worker => {
  if (worker.threadName === 'gateway') gateway = worker
})
process.on('SIGUSR2', () => {
  writeSync(1, `${BLOCKED}\n`)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS)
})
process.on('SIGALRM', () => void gateway?.terminate())
await import('../app/main.ts')
