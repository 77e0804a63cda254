import type { Telemetry } from '@greensward/domain'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { at } from '../../testing/ground.ts'
import { unpackSamples } from './samples.ts'
import { createTelemetryRecorder, MOST_CHUNKS_HELD, MOST_SECONDS_HELD } from './telemetryRecorder.ts'
import type { ChunkRow, PositionRow } from './telemetryStore.ts'

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
  charging: null,
  batteryFailsafe: false,
  preArm: 'passed',
  preArmText: null,
  armed: true,
  mode: 'auto',
  bladeOn: true,
  ready: true,
  missionSeq: 1,
  missionCount: 2,
  ageMs: 0,
  link: 'live',
})

/** A database in memory that can be away. */
const record = () => {
  const seconds: PositionRow[] = []
  const chunks: ChunkRow[] = []
  const reported: number[] = []
  const database = { isAway: false }
  const into =
    <T>(list: T[]) =>
    async (rows: readonly T[]): Promise<void> => {
      if (database.isAway) throw new Error('away')
      list.push(...rows)
    }
  const recorder = createTelemetryRecorder({
    writeSeconds: into(seconds),
    writeChunks: into(chunks),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    onRecovered: dropped => reported.push(dropped),
  })
  return { recorder, seconds, chunks, reported, database }
}

test('of many positions in a second the newest is kept, and a second without one stays empty', async () => {
  const { recorder, seconds } = record()
  for (let east = 0; east < 5; east += 1) recorder.note('a', null, telemetryAt(east))
  await vi.advanceTimersByTimeAsync(2_000)
  recorder.note('a', null, telemetryAt(9))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(seconds.map(({ lon }) => lon)).toEqual([at(4, 0)[0], at(9, 0)[0]])
  await recorder.close()
})

test('every position is kept as well, some seconds of a vehicle in one row', async () => {
  const { recorder, chunks } = record()
  for (let step = 0; step < 250; step += 1) {
    recorder.note('a', null, telemetryAt(step))
    if (step % 2 === 0) recorder.note('b', null, telemetryAt(-step))
    await vi.advanceTimersByTimeAsync(100)
  }
  await recorder.close()
  const back = (id: string) =>
    chunks.filter(({ vehicleId }) => vehicleId === id).flatMap(({ fromAt, samples }) => unpackSamples(fromAt, samples))
  expect(chunks.length).toBeLessThanOrEqual(6)
  expect(back('a').map(({ at: when }) => Date.parse(when))).toEqual(
    Array.from({ length: 250 }, (_, step) => 1_000_000 + step * 100),
  )
  expect(back('b')).toHaveLength(125)
})

test('rows that the database refused are written again, once and in order', async () => {
  const { recorder, seconds, database, reported } = record()
  database.isAway = true
  for (let second = 0; second < 5; second += 1) {
    recorder.note('a', null, telemetryAt(second))
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(seconds).toEqual([])
  expect(recorder.state).toMatchObject({ waiting: 5, dropped: 0, writtenAt: null })
  database.isAway = false
  await recorder.close()
  expect(seconds.map(({ lon }) => lon)).toEqual([0, 1, 2, 3, 4].map(east => at(east, 0)[0]))
  expect(reported).toEqual([])
})

test('a database that stays away costs the oldest positions, which are counted and reported once it is back', async () => {
  const { recorder, database, reported, seconds } = record()
  database.isAway = true
  const ids = Array.from({ length: 100 }, (_, index) => `mower ${index}`)
  const ticks = 620
  for (let second = 0; second < ticks; second += 1) {
    for (const id of ids) recorder.note(id, null, telemetryAt(second))
    await vi.advanceTimersByTimeAsync(1_000)
  }
  const { waiting, dropped } = recorder.state
  expect(waiting).toBeLessThanOrEqual(MOST_SECONDS_HELD + MOST_CHUNKS_HELD)
  expect(dropped).toBeGreaterThanOrEqual(ticks * ids.length - MOST_SECONDS_HELD)
  database.isAway = false
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reported).toEqual([dropped])
  expect(recorder.state.waiting).toBe(0)
  expect(seconds).toHaveLength(MOST_SECONDS_HELD)
  expect(seconds.at(-1)?.lon).toBeCloseTo(at(ticks - 1, 0)[0], 9)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(reported).toHaveLength(1)
  await recorder.close()
})
