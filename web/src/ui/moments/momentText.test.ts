import { expect, test } from 'vitest'
import { dayText, readClock, readDay, readShortClock, readShortDay } from './momentText.ts'

test.each([
  ['en', '25/11/2026'],
  ['de', '25.11.2026'],
  ['es', '25/11/2026'],
])('a day in %s is %s', (language, text) => {
  expect(dayText('2026-11-25', language)).toBe(text)
  expect(readDay(text)).toBe('2026-11-25')
})

test.each([
  ['2026-11-25', '2026-11-25'],
  ['5.1.2027', '2027-01-05'],
  ['05012027', '2027-01-05'],
  ['30/02/2026', undefined],
  ['11/25/2026', undefined],
  ['25.11.', undefined],
  ['', undefined],
])('the day of %j is %s', (text, day) => expect(readDay(text)).toBe(day))

test.each([
  ['25.11.', '2026-11-25'],
  ['25/11', '2026-11-25'],
  ['25/11/27', '2027-11-25'],
  ['31/2', undefined],
  ['soon', undefined],
])('the day of %j is %s for a person who leaves the field', (text, day) =>
  expect(readShortDay(text, '2026-03-01')).toBe(day),
)

test.each([
  ['05:30', '05:30'],
  ['5.30', '05:30'],
  ['0530', '05:30'],
  ['05:30:00', '05:30'],
  ['24:00', undefined],
  ['5', undefined],
  ['530', undefined],
])('the time of %j is %s', (text, clock) => expect(readClock(text)).toBe(clock))

test.each([
  ['5', '05:00'],
  ['530', '05:30'],
  ['17', '17:00'],
  ['99', undefined],
])('the time of %j is %s for a person who leaves the field', (text, clock) => expect(readShortClock(text)).toBe(clock))
