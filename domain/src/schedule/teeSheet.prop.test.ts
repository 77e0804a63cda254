import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallClock } from '../common/zonedTime.ts'
import { patternTeeTimes, type TeePattern } from './teeSheet.ts'
import { WEEKDAYS } from './timetable.ts'

const zone = 'Europe/Dublin'
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const pattern: fc.Arbitrary<TeePattern> = fc
  .record({
    minutes: fc.tuple(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 0, max: 1_439 })),
    everyMinutes: fc.integer({ min: 5, max: 240 }),
    fromTwoTees: fc.boolean(),
  })
  .map(({ minutes: [a, b], everyMinutes, fromTwoTees }) => ({
    firstAt: clock(Math.min(a, b)),
    everyMinutes,
    until: clock(Math.max(a, b)),
    holes: fromTwoTees ? [1, 10] : [1],
    weekdays: [...WEEKDAYS],
  }))

test.each([
  ['24 hours', '2026-05-20'],
  ['23 hours', '2026-03-29'],
  ['25 hours', '2026-10-25'],
])('patterns on a day of %s make each time once, in order and inside their window', (_, day) => {
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), patterns => {
      const teeTimes = patternTeeTimes(patterns, day, zone)
      const keys = teeTimes.map(({ at, hole }) => `${at} ${hole}`)
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys.map(key => key.slice(0, 24))).toEqual(keys.map(key => key.slice(0, 24)).toSorted())
      for (const { at } of teeTimes) {
        const shown = wallClock(new Date(at), zone)
        const time = clock(shown.hour * 60 + shown.minute)
        expect(shown.day).toBe(day)
        expect(patterns.some(({ firstAt, until }) => firstAt <= time && time <= until)).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
})
