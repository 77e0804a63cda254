/** A mission that comes again: on which days, and what happens to its days when one of them is moved. */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { id, instant } from '../common/text.ts'
import { addDays, type Day, daysBetween, isDay, momentOf, wallClock, weekdayOf } from '../common/zonedTime.ts'
import { type ClockTime, clockTime, WEEKDAYS, type Weekday, weekday } from './timetable.ts'

/** A day of the course such as 2026-11-20. */
export const courseDay = z.string().refine(isDay, fieldFault('day'))

/** The last day that counts, or null for no end. */
const until = courseDay.nullable()

export const repeat = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('daily'), until }),
  z.strictObject({
    kind: z.literal('weekdays'),
    days: z
      .array(weekday)
      .min(1)
      .max(7)
      .refine(days => new Set(days).size === days.length, fieldFault('daysTwice')),
    until,
  }),
  z.strictObject({ kind: z.literal('everyDays'), days: z.number().int().min(2).max(90), until }),
])
export type Repeat = z.infer<typeof repeat>

/** The series of a mission, as stored with the mission. */
export const missionSeries = z.strictObject({
  id: z.uuid(),
  /** The day of the series that this mission belongs to, also after it was moved to another. */
  day: courseDay,
  repeat,
})
export type MissionSeries = z.infer<typeof missionSeries>

/** A day on which a series is going to have a mission. */
export const seriesDay = z.strictObject({
  seriesId: z.uuid(),
  day: courseDay,
  title: z.string(),
  startsAt: instant,
  mowerId: id,
})
export type SeriesDay = z.infer<typeof seriesDay>

/** How many days ahead the missions of a series are planned. */
export const SERIES_AHEAD_DAYS = 14

const weekdayName = (day: Day): Weekday => WEEKDAYS[weekdayOf(day)] ?? 'mon'

const falls = (rule: Repeat, firstDay: Day, day: Day): boolean => {
  if (day < firstDay || (rule.until !== null && day > rule.until)) return false
  switch (rule.kind) {
    case 'daily':
      return true
    case 'weekdays':
      return rule.days.includes(weekdayName(day))
    case 'everyDays':
      return daysBetween(firstDay, day) % rule.days === 0
  }
}

/**
 * The days on which it takes place, from the first to the last of those asked for, both included.
 * @param firstDay where the series begins; intervals of days are counted from it
 */
export const repeatDays = (rule: Repeat, firstDay: Day, from: Day, to: Day): Day[] => {
  const days: Day[] = []
  for (let day = from > firstDay ? from : firstDay; day <= to; day = addDays(day, 1))
    if (falls(rule, firstDay, day)) days.push(day)
  return days
}

/** The moment of a day's occurrence: the clock stays, also where the day is an hour shorter or longer. */
export const occurrenceAt = (day: Day, clock: ClockTime, zone: string): Date =>
  momentOf(day, Number(clock.slice(0, 2)), Number(clock.slice(3, 5)), zone)

/** Local time of the course, as HH:MM. */
export const clockOf = (at: Date, zone: string): ClockTime => {
  const { hour, minute } = wallClock(at, zone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** The rule when all its days go along with one that was moved from a day to another. */
export const shiftedRepeat = (rule: Repeat, from: Day, to: Day): Repeat => {
  if (rule.kind !== 'weekdays') return rule
  const by = (((daysBetween(from, to) % 7) + 7) % 7) as number
  const days = rule.days.map(name => WEEKDAYS[(WEEKDAYS.indexOf(name) + by) % 7] ?? name)
  return { ...rule, days: WEEKDAYS.filter(name => days.includes(name)) }
}

/** The same rule that ends before a day. */
export const endedBefore = (rule: Repeat, day: Day): Repeat => ({ ...rule, until: addDays(day, -1) })

export const isClock = (text: string): text is ClockTime => clockTime.safeParse(text).success
