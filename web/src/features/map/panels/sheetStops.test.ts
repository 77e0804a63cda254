import { expect, test } from 'vitest'
import { nearestStop } from './sheetStops.ts'

test.each([
  [0.93, 0.9],
  [0.7, 0.9],
  [0.6, 0.45],
  [0.3, 0.25],
  [0.13, 0.25],
  [0.1, null],
])('a sheet released at %d rests at %s', (share, expected) => {
  expect(nearestStop(share)).toBe(expected)
})
