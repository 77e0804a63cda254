import { expect, test } from 'vitest'
import { recordUnit, shownValue, wireValue } from './recordUnits.ts'

test('green speed is shown in feet or metres, and comes back as it was measured', () => {
  const feet = recordUnit('greenSpeed', 'imperial')
  expect(shownValue(3.048, feet)).toBe(10)
  expect(wireValue(10, feet)).toBe(3.048)
  expect(wireValue(shownValue(3.2004, feet), feet)).toBe(3.2004)
  expect(shownValue(3.05, recordUnit('greenSpeed', 'metric'))).toBe(3.05)
})

test('height of cut is shown in thousandths of an inch', () => {
  const inches = recordUnit('heightOfCut', 'imperial')
  expect(shownValue(3.175, inches)).toBe(0.125)
  expect(wireValue(0.125, inches)).toBe(3.175)
})
