import { type LiveVehicle, moveOf, type VehiclesMessage } from '@greensward/contract'
import { SILENT_TELEMETRY } from '@greensward/domain'
import { expect, test } from 'vitest'
import { followVehicles, REST_MS } from './followVehicles.ts'

const mower = (n: number, speedMps: number, mode: LiveVehicle['telemetry']['mode'] = 'hold'): LiveVehicle => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  kind: 'mower',
  telemetry: { ...SILENT_TELEMETRY, link: 'live', speedMps, mode },
  missionId: null,
  progress: null,
  stop: null,
})
const whole = (...message: LiveVehicle[]): VehiclesMessage => ({ event: 'vehicles', message })
const moved = (before: LiveVehicle, now: LiveVehicle): VehiclesMessage => {
  const move = moveOf(before, now)
  return move === undefined ? expect.fail('it did not only move') : { event: 'moved', message: [move] }
}

/** A page whose readings are answered when the test says so, and whose time the test moves. */
const page = () => {
  const shown = new Map<string, LiveVehicle>()
  const answers: ((vehicles: readonly LiveVehicle[] | undefined) => void)[] = []
  const timers: { readonly atMs: number; readonly run: () => void }[] = []
  let nowMs = 0
  const passTo = (ms: number): void => {
    nowMs = ms
    for (const timer of timers.splice(0)) {
      if (timer.atMs <= nowMs) timer.run()
      else timers.push(timer)
    }
  }
  const following = followVehicles({
    read: () =>
      new Promise((resolve, reject) =>
        answers.push(vehicles => (vehicles === undefined ? reject(new Error('no network')) : resolve(vehicles))),
      ),
    known: id => shown.get(id),
    put: (vehicles, isWhole) => {
      if (isWhole) shown.clear()
      for (const vehicle of vehicles) shown.set(vehicle.id, vehicle)
    },
    monotonicMs: () => nowMs,
    later: (run, ms) => void timers.push({ atMs: nowMs + ms, run }),
  })
  /** Answers the oldest reading that waits. */
  const answer = async (vehicles?: readonly LiveVehicle[]): Promise<void> => {
    answers.shift()?.(vehicles)
    await new Promise(resolve => setImmediate(resolve))
  }
  return { ...following, answer, passTo, readings: () => answers.length, shown: () => [...shown.values()] }
}

test('moves a vehicle that came whole by the few numbers that follow', () => {
  const { receive, shown } = page()
  receive(whole(mower(1, 0)))
  receive(moved(mower(1, 0), mower(1, 1.5)))
  expect(shown()).toEqual([mower(1, 1.5)])
})

test('a message received while all are read is newer than the result', async () => {
  const { receive, readSoon, passTo, answer, shown } = page()
  readSoon()
  passTo(0)
  receive(whole(mower(1, 1, 'auto')))
  receive(moved(mower(1, 1, 'auto'), mower(1, 1.5, 'auto')))
  await answer([mower(1, 0, 'hold'), mower(2, 0)])
  expect(shown()).toEqual([mower(1, 1.5, 'auto'), mower(2, 0)])
})

test('a reading that fails loses no received message', async () => {
  const { receive, readSoon, passTo, answer, shown } = page()
  readSoon()
  passTo(0)
  receive(whole(mower(1, 1)))
  await answer(undefined)
  expect(shown()).toEqual([mower(1, 1)])
})

test('a page that misses everything reads all again once in two seconds, and never before the last reading came back', async () => {
  const { readSoon, passTo, answer, readings } = page()
  const miss = (): void => {
    for (let n = 0; n < 50; n += 1) readSoon()
  }
  miss()
  passTo(0)
  miss()
  expect(readings()).toBe(1)
  await answer([])
  passTo(REST_MS - 1)
  expect(readings()).toBe(0)
  passTo(REST_MS)
  expect(readings()).toBe(1)
  miss()
  passTo(2 * REST_MS)
  expect(readings()).toBe(1)
  await answer([])
  passTo(3 * REST_MS)
  expect(readings()).toBe(1)
})
