import type { Mower, ShiftTask } from '@greensward/domain'
import { expect, test } from 'vitest'
import { ChargeWatch, patienceMs } from './chargeWatch.ts'

const MINUTE = 60_000
/** Empty to full in 2.6 h: half of a full charge an hour up to the knee. */
const energy = { source: 'battery' as const, capacity: null, reserveShare: 0.1, fullChargeH: 2.6 }
const mower = { id: 'mower', batteryRangeM: 10_000, energy } as Mower
const unknown = { ...mower, energy: null } as Mower
const charge = (changes: Partial<ShiftTask> = {}): ShiftTask =>
  ({ id: 'charge', kind: 'charge', untilShare: 0.8, state: 'running', ...changes }) as ShiftTask

const watched = (own: Mower = mower) => {
  let nowMs = 0
  const watch = new ChargeWatch({ monotonicMs: () => nowMs })
  return (minutes: number, battery: number | null, task: ShiftTask | undefined = charge()): boolean => {
    nowMs = minutes * MINUTE
    return watch.isStuck(own, task, battery)
  }
}

test('SAFE-13h a charge may stay for three times as long as two percents take, and a minute', () => {
  expect(patienceMs(mower, 0.5) / MINUTE).toBeCloseTo(1 + 3 * 2.4, 0)
  expect(patienceMs(unknown, 0.5)).toBe(30 * MINUTE)
})

test('SAFE-13h a charge that rises is never stuck, one that stays is', () => {
  const at = watched()
  const rising = [0, 7, 14, 21].map((minutes, i) => at(minutes, 0.5 + i * 0.02))
  expect(rising).toEqual([false, false, false, false])
  expect([at(28, 0.56), at(30, 0.56)]).toEqual([false, true])
})

test('SAFE-13h a gauge that wavers, falls or reports nothing has not risen', () => {
  const wavering = watched()
  expect([wavering(0, 0.5), wavering(5, 0.504), wavering(9, 0.503)]).toEqual([false, false, true])
  const falling = watched()
  expect([falling(0, 0.5), falling(5, 0.49), falling(9, 0.5)]).toEqual([false, false, true])
  const silent = watched()
  expect([silent(0, null), silent(29, null), silent(31, null)]).toEqual([false, false, true])
})

test('the next charge, and one that a person continued, have their own time', () => {
  const at = watched()
  expect([at(0, 0.5), at(9, 0.5)]).toEqual([false, true])
  expect(at(9, 0.5, charge({ state: 'planned' }))).toBe(false)
  expect([at(9.1, 0.5), at(12, 0.5), at(18, 0.5)]).toEqual([false, false, true])
  expect(at(18, 0.5, charge({ id: 'another' }))).toBe(false)
})
