import { expect, test } from 'vitest'
import { costOf, NO_RATES } from './costRates.ts'

const WORK = { mowerH: 2, kWh: 3, litres: null, personH: 4 }

test('without any rate there is no cost, not a cost of nothing', () => {
  expect(costOf(NO_RATES, WORK)).toBeNull()
})

test('each rate costs what it is for, and what has none costs nothing', () => {
  expect(costOf({ ...NO_RATES, mowerHour: 10 }, WORK)).toBe(20)
  expect(costOf({ ...NO_RATES, kWh: 0.5, personHour: 20, litre: 2 }, WORK)).toBe(81.5)
  expect(costOf({ ...NO_RATES, litre: 2 }, { ...WORK, litres: 5 })).toBe(10)
  expect(costOf({ ...NO_RATES, mowerHour: 0 }, WORK)).toBe(0)
})
