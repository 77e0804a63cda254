/** The time of the bench in another process and in a thread of it. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startClock } from './clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'greensward-clock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const START_MS = Date.parse('2027-04-12T04:00:00.000Z')
const TIMERS = 15
const EVERY_MS = 100

/** Sets timers one after the other, says how late the latest was, and waits for a thread that does the same. */
const PROGRAM = `
import { isMainThread, Worker } from 'node:worker_threads'
let [runs, lateMs] = [0, 0]
const beganMs = Date.now()
const next = () => {
  const dueMs = Date.now() + ${EVERY_MS}
  setTimeout(() => {
    lateMs = Math.max(lateMs, Date.now() - dueMs)
    runs += 1
    if (runs < ${TIMERS}) return next()
    console.log(JSON.stringify({ isMainThread, runs, lateMs, beganMs, tookMs: Date.now() - beganMs }))
  }, ${EVERY_MS})
}
next()
if (isMainThread) new Worker(new URL(import.meta.url))
`

interface Said {
  readonly isMainThread: boolean
  readonly runs: number
  readonly lateMs: number
  readonly beganMs: number
  readonly tookMs: number
}

test('no timer of a process or of its thread is later than a second, and each runs', async () => {
  const clock = startClock(folder, START_MS)
  // Only what the threads allow passes.
  clock.server = { cpuMs: () => 0, isWorking: () => false }
  clock.speed = 40
  const program = join(folder, 'program.mjs')
  writeFileSync(program, PROGRAM)
  const fastClock = pathToFileURL(join(import.meta.dirname, 'fastClock.ts')).href
  const child = spawn(process.execPath, ['--import', fastClock, program], {
    env: { PATH: process.env.PATH, BENCH_CLOCK: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Also where it takes too long.
  onTestFinished(() => {
    clock.stop()
    child.kill()
  })
  const said: Said[] = []
  createInterface({ input: child.stdout }).on('line', line => said.push(JSON.parse(line)))
  const code = await new Promise(resolve => child.once('exit', resolve))
  expect([code, said.map(({ isMainThread }) => isMainThread).toSorted()]).toEqual([0, [false, true]])
  for (const { runs, lateMs, beganMs, tookMs } of said) {
    expect(runs).toBe(TIMERS)
    expect(lateMs).toBeLessThanOrEqual(1_020)
    expect(beganMs).toBeGreaterThanOrEqual(START_MS)
    expect(tookMs).toBeGreaterThanOrEqual(TIMERS * EVERY_MS)
  }
}, 300_000)
