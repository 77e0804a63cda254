/** A program with an isolated worker that runs native code without an end; it sends the worker's process first. */
import { createThreadPool } from '../platform/threads/threadPool.ts'

const pool = createThreadPool<{ readonly kind: 'process' | 'native' }, number>({
  script: new URL('./trialThread.ts', import.meta.url),
  size: 1,
  timeoutMs: 60_000,
  maxMemoryMb: 128,
  isIsolated: true,
})
const pid = await pool.run({ kind: 'process' })
void pool.run({ kind: 'native' })
process.send?.(pid)
