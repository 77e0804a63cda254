/**
 * The process of an isolated worker. Its main thread only passes messages on, so that it ends the process while the script is in
 * native code: once the server that opened it is gone, nobody else would.
 */
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { FromProgram } from './isolatedWorker.ts'

const [script = '', maxMemoryMb = ''] = process.argv.slice(2)

const end = (): void => void process.kill(process.pid, 'SIGKILL')
process.once('disconnect', end)

try {
  // Memory of native code has no limit of its own: where the machine runs out of it, this process is the first to go.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Only Linux has it.
}

const send = (message: FromProgram, done: () => void = () => undefined): void => void process.send?.(message, done)

const worker = new Worker(new URL(script), {
  resourceLimits: { maxOldGenerationSizeMb: Number(maxMemoryMb) },
  execArgv: [],
})
let isCrashed = false
worker.on('message', reply => send({ reply }))
worker.on('error', error => {
  isCrashed = true
  send({ crash: error.message }, end)
})
worker.on('exit', () => {
  if (!isCrashed) end()
})
process.on('message', input => worker.postMessage(input))
