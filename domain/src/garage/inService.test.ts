import { expect, test } from 'vitest'
import { isInServiceAt } from './inService.ts'

const NOW = Date.parse('2026-05-04T05:00:00Z')
const HOUR_MS = 3_600_000
const until = (hours: number) => ({ inService: true, serviceUntil: new Date(NOW + hours * HOUR_MS).toISOString() })

test('a mower is away until it is expected back, and for good where that is unknown', () => {
  const inTwoHours = [1, 2, 3].map(hours => isInServiceAt(until(2), NOW + hours * HOUR_MS, NOW))
  expect(inTwoHours).toEqual([true, false, false])
  for (const serviceUntil of [null, undefined])
    expect(isInServiceAt({ inService: true, serviceUntil }, NOW + 1_000 * HOUR_MS, NOW)).toBe(true)
})

test('one that should be back by now and is not is away for good', () => {
  expect(isInServiceAt(until(-1), NOW + HOUR_MS, NOW)).toBe(true)
  expect(isInServiceAt(until(0), NOW, NOW)).toBe(true)
})

test('a mower that is not in service is there, also before the time that was expected once', () => {
  expect(isInServiceAt({ ...until(2), inService: false }, NOW, NOW)).toBe(false)
})
