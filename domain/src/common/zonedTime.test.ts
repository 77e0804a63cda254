import { expect, test } from 'vitest'
import { addDays, addMonths, dayOf, isDay, momentOf, mondayOf, startOfDay, wallClock, weekdayOf } from './zonedTime.ts'

const HOUR_MS = 3_600_000

test.each([
  ['Europe/Dublin', '2026-03-29', 23],
  ['Europe/Dublin', '2026-10-25', 25],
  ['Europe/Dublin', '2026-06-01', 24],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Pacific/Auckland', '2026-04-05', 25],
  ['Asia/Kolkata', '2026-11-20', 24],
])('a day in %s, %s, lasts %d hours', (zone, day, hours) => {
  const start = startOfDay(day, zone)
  const end = startOfDay(addDays(day, 1), zone)
  expect((end.getTime() - start.getTime()) / HOUR_MS).toBe(hours)
  expect(dayOf(start, zone)).toBe(day)
  expect(dayOf(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1))
})

test.each([
  ['2026-11-20', 5, 42, 'America/New_York', '2026-11-20T10:42:00.000Z'],
  ['2026-07-01', 6, 0, 'Europe/Dublin', '2026-07-01T05:00:00.000Z'],
  ['2026-03-29', 1, 30, 'Europe/Dublin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', 1, 30, 'Europe/Dublin', '2026-10-25T00:30:00.000Z'],
  ['2026-01-01', 0, 0, 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
])('%s at %d:%d in %s is %s', (day, hour, minute, zone, instant) => {
  expect(momentOf(day, hour, minute, zone).toISOString()).toBe(instant)
})

test('a moment is read back as the wall clock that made it', () => {
  for (const zone of ['Europe/Dublin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Chatham'])
    for (const [hour, minute] of [
      [0, 0],
      [4, 45],
      [12, 30],
      [23, 59],
    ] as const)
      expect(wallClock(momentOf('2026-05-17', hour, minute, zone), zone)).toMatchObject({
        day: '2026-05-17',
        hour,
        minute,
      })
})

test('weeks begin on Monday, and months end on their last day', () => {
  expect(weekdayOf('2026-11-20')).toBe(4)
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
})

test.each(['2026-02-30', '2026-13-01', '20261120', 'today', ''])('%s is not a day', text =>
  expect(isDay(text)).toBe(false),
)
