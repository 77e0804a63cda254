import { expect, test } from 'vitest'
import { createTestClock } from '../../../testing/testServer.ts'
import { TaskWaits } from './taskWaits.ts'

test('a wait counts from its beginning, however often its task is tried, and from none after a pause', () => {
  const clock = createTestClock()
  const waits = new TaskWaits(clock)
  expect([waits.waitedMs('a'), waits.mayTry('a')]).toEqual([0, true])
  waits.begin('a', 5_000)
  clock.advance(4_000)
  expect([waits.waitedMs('a'), waits.mayTry('a'), waits.mayTry('b')]).toEqual([4_000, false, true])
  clock.advance(1_000)
  expect(waits.mayTry('a')).toBe(true)
  waits.begin('a', 5_000)
  clock.advance(1_000)
  expect([waits.waitedMs('a'), waits.mayTry('a')]).toEqual([6_000, false])
  waits.keep(new Set(['a', 'c']))
  expect(waits.waitedMs('a')).toBe(6_000)
  waits.keep(new Set(['c']))
  expect([waits.waitedMs('a'), waits.mayTry('a')]).toEqual([0, true])
})
