import { expect, test } from 'vitest'
import { daysOf, nextDay, spanOfDays } from './range.ts'

test('a week runs from Monday to Sunday, a month in whole weeks', () => {
  expect(daysOf('day', '2026-11-20')).toEqual(['2026-11-20'])
  expect([daysOf('week', '2026-11-20')[0], daysOf('week', '2026-11-20').at(-1)]).toEqual(['2026-11-16', '2026-11-22'])
  for (const [day, first, last] of [
    ['2026-11-20', '2026-10-26', '2026-12-06'],
    ['2026-02-10', '2026-01-26', '2026-03-01'],
    ['2027-02-10', '2027-02-01', '2027-02-28'],
  ]) {
    const days = daysOf('month', day ?? '')
    expect([days[0], days.at(-1), days.length % 7]).toEqual([first, last, 0])
  }
})

test('a step forward leads to the next day, week or month', () => {
  expect(nextDay('day', '2026-12-31', 1)).toBe('2027-01-01')
  expect(nextDay('week', '2026-11-20', -1)).toBe('2026-11-13')
  expect(nextDay('month', '2026-01-31', 1)).toBe('2026-02-01')
})

test('the week of the autumn change has an hour more', () => {
  const { from, to } = spanOfDays(daysOf('week', '2026-10-25'), 'Europe/Dublin')
  expect((to - from) / 3_600_000).toBe(169)
})
