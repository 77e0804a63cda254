import type { Telemetry } from '@greensward/domain'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { at } from '../testing/ground.ts'
import { createTelemetryRecorder } from './telemetryRecorder.ts'
import type { PositionRow } from './telemetryStore.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const telemetryAt = (eastM: number): Telemetry => ({
  position: at(eastM, 0),
  headingDeg: 90,
  speedMps: 1,
  fixType: 'rtkFixed',
  accuracyM: 0.01,
  battery: 1,
  batteryV: 25,
  armed: true,
  mode: 'auto',
  bladeOn: true,
  ready: true,
  missionSeq: 1,
  missionCount: 2,
  ageMs: 0,
  link: 'live',
})

const record = (write: (rows: readonly PositionRow[]) => Promise<void>) =>
  createTelemetryRecorder({ write, now: () => new Date(), log: pino({ level: 'silent' }) })

test('of many positions in a second the newest is kept, and a second without one stays empty', async () => {
  const written: PositionRow[] = []
  const recorder = record(async rows => {
    written.push(...rows)
  })
  for (let east = 0; east < 5; east += 1) recorder.note('a', null, telemetryAt(east))
  await vi.advanceTimersByTimeAsync(2_000)
  recorder.note('a', null, telemetryAt(9))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(written.map(({ lon }) => lon)).toEqual([at(4, 0)[0], at(9, 0)[0]])
  await recorder.close()
})

test('what the database did not take is offered again, in its order and once', async () => {
  const written: PositionRow[] = []
  let isAway = true
  const recorder = record(async rows => {
    if (isAway) throw new Error('away')
    written.push(...rows)
  })
  for (let second = 0; second < 5; second += 1) {
    recorder.note('a', null, telemetryAt(second))
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(written).toEqual([])
  isAway = false
  await recorder.close()
  expect(written.map(({ lon }) => lon)).toEqual([0, 1, 2, 3, 4].map(east => at(east, 0)[0]))
})
