import { expect, test } from 'vitest'
import { clockOf, endedBefore, occurrenceAt, type Repeat, repeat, repeatDays, shiftedRepeat } from './repeats.ts'

const daily: Repeat = { kind: 'daily', until: null }

test.each<[string, Repeat, string, string, string, string[]]>([
  ['daily', daily, '2026-11-20', '2026-11-20', '2026-11-22', ['2026-11-20', '2026-11-21', '2026-11-22']],
  ['nothing before its first day', daily, '2026-11-21', '2026-11-19', '2026-11-21', ['2026-11-21']],
  [
    'until its last day',
    { kind: 'daily', until: '2026-11-21' },
    '2026-11-20',
    '2026-11-20',
    '2026-11-30',
    ['2026-11-20', '2026-11-21'],
  ],
  [
    'chosen weekdays',
    { kind: 'weekdays', days: ['mon', 'fri'], until: null },
    '2026-11-20',
    '2026-11-20',
    '2026-11-30',
    ['2026-11-20', '2026-11-23', '2026-11-27', '2026-11-30'],
  ],
  [
    'every three days over the end of a month',
    { kind: 'everyDays', days: 3, until: null },
    '2026-11-27',
    '2026-11-28',
    '2026-12-04',
    ['2026-11-30', '2026-12-03'],
  ],
  [
    'every two days over a change of the clock',
    { kind: 'everyDays', days: 2, until: null },
    '2026-03-27',
    '2026-03-27',
    '2026-04-01',
    ['2026-03-27', '2026-03-29', '2026-03-31'],
  ],
])('%s', (_, rule, first, from, to, days) => {
  expect(repeatDays(rule, first, from, to)).toEqual(days)
})

test.each([
  ['2026-03-28', '2026-03-28T05:30:00.000Z'],
  ['2026-03-29', '2026-03-29T04:30:00.000Z'],
  ['2026-10-24', '2026-10-24T04:30:00.000Z'],
  ['2026-10-25', '2026-10-25T05:30:00.000Z'],
])('half past five in Dublin stays half past five on %s', (day, at) => {
  const moment = occurrenceAt(day, '05:30', 'Europe/Dublin')
  expect(moment.toISOString()).toBe(at)
  expect(clockOf(moment, 'Europe/Dublin')).toBe('05:30')
})

test('all days go along when one is moved, and the rest ends the day before', () => {
  const rule: Repeat = { kind: 'weekdays', days: ['mon', 'sat'], until: null }
  expect(shiftedRepeat(rule, '2026-11-21', '2026-11-22')).toEqual({
    kind: 'weekdays',
    days: ['tue', 'sun'],
    until: null,
  })
  expect(shiftedRepeat(rule, '2026-11-23', '2026-11-20')).toEqual({
    kind: 'weekdays',
    days: ['wed', 'fri'],
    until: null,
  })
  expect(shiftedRepeat(daily, '2026-11-21', '2026-11-22')).toEqual(daily)
  expect(endedBefore(daily, '2026-11-21').until).toBe('2026-11-20')
})

test.each([
  { kind: 'weekdays', days: [], until: null },
  { kind: 'weekdays', days: ['mon', 'mon'], until: null },
  { kind: 'everyDays', days: 1, until: null },
  { kind: 'everyDays', days: 2.5, until: null },
  { kind: 'daily', until: '2026-02-30' },
  { kind: 'daily' },
])('%j is not a rule', given => {
  expect(repeat.safeParse(given).success).toBe(false)
})
