import { expect, test } from 'vitest'
import { drawWeek } from './draw.ts'

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0)

test('draws the same week for the same seed, and another for the next', () => {
  expect(drawWeek(3, 7, 20, 4)).toEqual(drawWeek(3, 7, 20, 4))
  expect(drawWeek(4, 7, 20, 4)).not.toEqual(drawWeek(3, 7, 20, 4))
})

test.each([1, 2, 3, 4, 5, 6])('puts every event of a week into week %i', seed => {
  const days = drawWeek(seed, 7, 20, 4)
  expect(days).toHaveLength(7)
  for (const { teeMins } of days) expect(teeMins).toHaveLength(18)
  expect(sum(days.map(({ showers }) => showers.length))).toBe(2)
  expect(days.filter(({ frost }) => frost !== null)).toHaveLength(1)
  expect(days.filter(({ breakdown }) => breakdown !== null)).toHaveLength(1)
  expect(days.filter(({ service }) => service !== null)).toHaveLength(1)
  expect(sum(days.map(({ killMins }) => killMins.length))).toBe(20)
})

test.each([1, 2, 3, 4, 5, 6])(
  'gives a single day a shower, the breakdown, and the frost or the service (seed %i)',
  seed => {
    const [day] = drawWeek(seed, 1, 5, 4)
    expect(day?.showers).toHaveLength(1)
    expect(day?.breakdown).not.toBeNull()
    expect(day?.frost === null).not.toBe(day?.service === null)
    expect(day?.killMins).toHaveLength(5)
  },
)
