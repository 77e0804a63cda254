import { expect, test } from 'vitest'
import { addDays } from '../common/zonedTime.ts'
import { type OuterPass, outerPass, outerPassOn } from './cleanUpPass.ts'

/** The passes of a mission with this many days between two starts. */
const passesEvery = (days: number, count = 20): OuterPass[] =>
  Array.from({ length: count }, (_, i) => outerPassOn('byDay', addDays('2026-11-20', i * days)))

test('drives the clean-up pass along the edge where it is the same every day', () => {
  for (const day of ['2026-11-20', '2026-11-21', '1999-12-31']) expect(outerPassOn('everyDay', day)).toBe('normal')
})

test.each([1, 2, 3, 4, 7])('changes the clean-up pass of a mission that comes every %i days in all ways', days => {
  expect(new Set(passesEvery(days))).toEqual(new Set(outerPass.options))
})

test('cuts the whole edge on the day after one on which it was skipped or shifted', () => {
  const passes = passesEvery(1)
  for (const [i, pass] of passes.entries())
    if (i > 0 && (passes[i - 1] === 'skipped' || passes[i - 1] === 'shifted'))
      expect(['normal', 'reversed']).toContain(pass)
})

test('continues from the last day of a month, a year and before 2000', () => {
  for (const day of ['2026-11-30', '2026-12-31', '2024-02-28', '1999-12-31'])
    expect(outerPassOn('byDay', addDays(day, 5))).toBe(outerPassOn('byDay', day))
})
