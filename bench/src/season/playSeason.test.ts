import { addDays, type GrowthSettings } from '@greensward/domain'
import { expect, test } from 'vitest'
import { playSeason, type SeasonDay } from './playSeason.ts'

const GRASS: GrowthSettings = { grass: 'cool', baseC: 0, heightMm: 6, mmPerDay: 1, leastDays: 1, mostDays: 8 }
const season = (...meansC: number[]): SeasonDay[] =>
  meansC.map((meanC, i) => ({ day: addDays('2025-05-01', i), meanC, forecastC: meanC }))

test('cuts by growth when half of the height has grown, and at the fixed interval regardless of growth', () => {
  const warm = season(...Array<number>(13).fill(20))
  expect(playSeason(warm, { settings: GRASS, intervalDays: 5 }, GRASS)).toEqual({
    cuts: 4,
    daysOver: 0,
    mostGrownMm: 3,
  })
  expect(playSeason(warm, { settings: null, intervalDays: 5 }, GRASS)).toEqual({ cuts: 2, daysOver: 4, mostGrownMm: 5 })
})

test('cuts less often than the fixed interval in the cold, up to the most interval', () => {
  const cold = season(...Array<number>(17).fill(4))
  expect(playSeason(cold, { settings: GRASS, intervalDays: 4 }, GRASS).cuts).toBe(2)
  expect(playSeason(cold, { settings: null, intervalDays: 4 }, GRASS).cuts).toBe(4)
})

test('a forecast that was too cool is paid with a day over the one-third rule', () => {
  const [first, ...others] = season(20, 20, 20, 20, 20, 20)
  if (first === undefined) throw new Error('A season has days')
  const wrong = others.map((day, i) => (i === 2 ? { ...day, forecastC: 5 } : day))
  const settings = { ...GRASS, heightMm: 5.8 }
  expect(playSeason([first, ...others], { settings, intervalDays: 5 }, settings).daysOver).toBe(0)
  expect(playSeason([first, ...wrong], { settings, intervalDays: 5 }, settings).daysOver).toBe(1)
})
