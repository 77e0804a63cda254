/** Times of the week at which something holds, by the clock of the course. */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { addDays, dayOf, momentOf, weekdayOf } from '../common/zonedTime.ts'

/** Monday first, as weeks of the course begin. */
export const weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])
export type Weekday = z.infer<typeof weekday>
export const WEEKDAYS = weekday.options

/** A time of the day as HH:MM. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldFault('clockTime'))
export type ClockTime = z.infer<typeof clockTime>

const minuteOf = (clock: ClockTime): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** From the first to before the second time on these days; where the second is not later, until the next morning's. */
export const timetableEntry = z.strictObject({
  days: z.array(weekday).min(1).max(7),
  from: clockTime,
  to: clockTime,
})
export const MAX_TIMETABLE_ENTRIES = 20
export const timetable = z.array(timetableEntry).max(MAX_TIMETABLE_ENTRIES)
export type Timetable = z.infer<typeof timetable>

/** Milliseconds since 1970, from the first to before the second. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

export const spansMeet = (a: TimeSpan, b: TimeSpan): boolean => a.from < b.to && b.from < a.to

/** When a timetable holds within a span, earliest first; a span is as long as the clock makes it on days of change. */
export const timetableSpans = (entries: Timetable, zone: string, within: TimeSpan): TimeSpan[] => {
  const spans: TimeSpan[] = []
  const last = dayOf(new Date(within.to), zone)
  // A night that began the evening before may still last.
  for (let day = addDays(dayOf(new Date(within.from), zone), -1); day <= last; day = addDays(day, 1)) {
    const name = WEEKDAYS[weekdayOf(day)]
    for (const { days, from, to } of entries) {
      if (name === undefined || !days.includes(name)) continue
      const [begins, ends] = [minuteOf(from), minuteOf(to)]
      const endDay = ends > begins ? day : addDays(day, 1)
      const span = {
        from: momentOf(day, Math.floor(begins / 60), begins % 60, zone).getTime(),
        to: momentOf(endDay, Math.floor(ends / 60), ends % 60, zone).getTime(),
      }
      if (spansMeet(span, within)) spans.push(span)
    }
  }
  return spans.sort((a, b) => a.from - b.from || a.to - b.to)
}
