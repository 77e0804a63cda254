/** Makes rasters one after the other, each in a child process with bounds on memory and time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ConvertedRaster } from '@greensward/raster'
import type { MakeMessage, MakeOrder, RasterFault } from './makeRaster.ts'

const PROGRAM = fileURLToPath(new URL('./makeRaster.ts', import.meta.url))

export interface RasterWorksOptions {
  /** Data of the child, pictures included, in megabytes. */
  readonly memoryMb: number
  readonly timeoutMs: number
}

export type Outcome =
  | { readonly ok: true; readonly raster: ConvertedRaster | null }
  | { readonly ok: false; readonly fault: RasterFault | null }

export interface RasterWorks {
  /** Waits for its turn. A `fault` of null says that it was cancelled. */
  run(key: string, order: MakeOrder, onStart: () => void): Promise<Outcome>
  /** Share of the work done, 0..1. */
  progressOf(key: string): number
  /** Ends it, or takes it out of those that wait. */
  cancel(key: string): void
  stop(): Promise<void>
}

interface Job {
  readonly key: string
  readonly order: MakeOrder
  readonly onStart: () => void
  readonly done: (outcome: Outcome) => void
}

const HEAVY: RasterFault = { code: 'tooHeavy', params: {} }
const SLOW: RasterFault = { code: 'tooSlow', params: {} }
const BROKEN: RasterFault = { code: 'fileDamaged', params: {} }
/** The exit code of the program when memory ran out. */
const OUT_OF_MEMORY = 3

export const createRasterWorks = ({ memoryMb, timeoutMs }: RasterWorksOptions): RasterWorks => {
  const waiting: Job[] = []
  let current: { readonly job: Job; readonly child: ChildProcess; readonly ended: Promise<void> } | undefined
  let share = 0
  let isStopped = false

  const start = (job: Job): void => {
    share = 0
    job.onStart()
    // The shell bounds the data of the program that replaces it, typed arrays included, which Node's own limits do not.
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        'ulimit -d "$1"; shift; exec "$@"',
        'sh',
        String(memoryMb * 1024),
        process.execPath,
        '--max-old-space-size=512',
        PROGRAM,
        JSON.stringify(job.order),
      ],
      { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    )
    // Making a raster takes a core for a while; people and machines come first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let outcome: Outcome = { ok: false, fault: BROKEN }
    const timer = setTimeout(() => {
      outcome = { ok: false, fault: SLOW }
      child.kill('SIGKILL')
    }, timeoutMs)
    child.on('message', message => {
      const said = message as MakeMessage
      if (said.type === 'progress') share = said.share
      else if (said.type === 'made') outcome = { ok: true, raster: said.raster }
      else outcome = { ok: false, fault: said.fault }
    })
    const ended = new Promise<void>(resolve => {
      const end = (code: number | null, signal: NodeJS.Signals | null): void => {
        clearTimeout(timer)
        current = undefined
        if (signal === 'SIGTERM') outcome = { ok: false, fault: null }
        else if (!outcome.ok && outcome.fault === BROKEN && (code === OUT_OF_MEMORY || signal !== null)) {
          outcome = { ok: false, fault: HEAVY }
        }
        job.done(outcome)
        resolve()
        next()
      }
      child.once('exit', end)
      child.once('error', () => end(1, null))
    })
    current = { job, child, ended }
  }
  const next = (): void => {
    if (current !== undefined || isStopped) return
    const job = waiting.shift()
    if (job !== undefined) start(job)
  }

  return {
    run: (key, order, onStart) =>
      new Promise(done => {
        if (isStopped) {
          done({ ok: false, fault: null })
          return
        }
        waiting.push({ key, order, onStart, done })
        next()
      }),
    progressOf: key => (current?.job.key === key ? share : 0),
    cancel: key => {
      if (current?.job.key === key) {
        current.child.kill()
        return
      }
      const index = waiting.findIndex(job => job.key === key)
      if (index < 0) return
      const [job] = waiting.splice(index, 1)
      job?.done({ ok: false, fault: null })
    },
    stop: async () => {
      isStopped = true
      for (const job of waiting.splice(0)) job.done({ ok: false, fault: null })
      const running = current
      running?.child.kill()
      await running?.ended
    },
  }
}
