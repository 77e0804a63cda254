import { describe, expect, test, vi } from 'vitest'
import { loopDelayJudge, watchLoopDelay } from './loopDelay.ts'

const LIMITS = { stallMs: 1_000, slowMs: 200 }
const delay = (p99Ms: number, maxMs: number) => ({ p50Ms: 0, p99Ms, maxMs })

describe('the alarm about a late event loop', () => {
  test('is raised by one long stall, and not again within a quarter of an hour', () => {
    const judge = loopDelayJudge(LIMITS)
    expect(judge(60_000, delay(5, 999), undefined)).toBeUndefined()
    expect(judge(65_000, delay(5, 1_400), undefined)).toEqual({ kind: 'serverStalled', ms: 1_400 })
    expect(judge(70_000, delay(5, 9_000), undefined)).toBeUndefined()
    expect(judge(65_000 + 15 * 60_000, delay(5, 2_000), undefined)).toEqual({ kind: 'serverStalled', ms: 2_000 })
  })

  test('is raised by a minute that was late throughout', () => {
    const judge = loopDelayJudge(LIMITS)
    expect(judge(60_000, delay(150, 400), delay(199, 400))).toBeUndefined()
    expect(judge(120_000, delay(150, 400), delay(240, 400))).toEqual({ kind: 'serverSlow', ms: 240 })
  })

  test('leaves a start alone', () => {
    expect(loopDelayJudge(LIMITS)(10_000, delay(500, 3_000), undefined)).toBeUndefined()
  })

  test('measures a blocked event loop', async () => {
    const watch = watchLoopDelay(LIMITS, () => undefined)
    // The histogram begins with the first turn of the loop.
    await vi.waitFor(() => expect(watch.last.maxMs).toBeGreaterThanOrEqual(0), 10_000)
    await new Promise(resolve => setTimeout(resolve, 50))
    const until = performance.now() + 300
    while (performance.now() < until);
    await vi.waitFor(() => expect(watch.last.maxMs).toBeGreaterThan(250), 10_000)
    watch.stop()
  })
})
