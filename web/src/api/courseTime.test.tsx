import { expect, test } from 'vitest'
import { makeCourseTime } from './courseTime.ts'

test.each(['Pacific/Auckland', 'Europe/Dublin', 'America/Los_Angeles'])('a day is itself in %s', zone => {
  const time = makeCourseTime(zone, 'en')
  // On the last two of these, clocks change in some of the zones.
  for (const day of ['2026-06-01', '2026-09-27', '2026-03-08'])
    expect([time.dayOf(day), time.date(day)]).toEqual([
      day,
      expect.stringMatching(new RegExp(` ${Number(day.slice(8))} `)),
    ])
  expect(time.longDate('2026-06-01')).toBe('Monday 1 June 2026')
})

test.each([
  ['de', 'Freitag, 27. November 2026'],
  ['es', 'viernes, 27 de noviembre de 2026'],
])('a long date has its comma in %s', (language, words) => {
  expect(makeCourseTime('UTC', language).longDate('2026-11-27')).toBe(words)
})

test('a moment is shown by the clock of the course', () => {
  expect(makeCourseTime('Pacific/Auckland', 'en').dateTime('2026-06-01T12:00:00Z')).toBe('Tue 2 Jun, 00:00')
})
