/** When a planned start is due, by the clock of the course. */
import { addDays, type Day, dayOf, daysBetween, momentOf, WEEKDAYS, type Weekday, weekdayOf } from '@greensward/domain'

export interface StartTimes {
  readonly weekdays: readonly Weekday[]
  readonly at: string
  readonly releasedUntil: Day | null
  readonly releasedAt: Date | null
  /** Its last day that was carried out or given up. */
  readonly doneDay: Day | null
}

/** A start that the checks refuse is tried again for this long: a group may pass, another mower leave. */
export const WAITS_MS = 30 * 60_000

/** A day and its moment. */
export interface StartTime {
  readonly day: Day
  readonly at: Date
}

const isDayOf = ({ weekdays }: StartTimes, day: Day): boolean =>
  weekdays.some(name => WEEKDAYS.indexOf(name) === weekdayOf(day))

const momentOn = ({ at }: StartTimes, day: Day, zone: string): Date =>
  momentOf(day, Number(at.slice(0, 2)), Number(at.slice(3)), zone)

/** Its times under its release on these days, that are not carried out yet; a time before the release is none of it. */
const timesOn = (start: StartTimes, days: readonly Day[], zone: string): readonly StartTime[] => {
  const { releasedUntil, releasedAt, doneDay } = start
  if (releasedUntil === null || releasedAt === null) return []
  return days
    .filter(day => isDayOf(start, day) && day <= releasedUntil && (doneDay === null || day > doneDay))
    .map(day => ({ day, at: momentOn(start, day, zone) }))
    .filter(({ at }) => at.getTime() >= releasedAt.getTime())
}

/** All of its times under its release, also those that are carried out. */
export const releasedTimes = (start: StartTimes, zone: string): readonly StartTime[] => {
  const { releasedAt, releasedUntil } = start
  if (releasedAt === null || releasedUntil === null) return []
  const first = dayOf(releasedAt, zone)
  const count = Math.max(0, daysBetween(first, releasedUntil) + 1)
  const days = Array.from({ length: count }, (_, ahead) => addDays(first, ahead))
  return timesOn({ ...start, doneDay: null }, days, zone)
}

/** The oldest of its times that has come and is not carried out; the one of yesterday may be, shortly after midnight. */
export const dueStart = (start: StartTimes, now: Date, zone: string): StartTime | undefined => {
  const today = dayOf(now, zone)
  return timesOn(start, [addDays(today, -1), today], zone).find(({ at }) => at.getTime() <= now.getTime())
}

/** The next of its times under its release, also one that is due and waits. */
export const nextStart = (start: StartTimes, now: Date, zone: string): StartTime | undefined => {
  const today = dayOf(now, zone)
  const { releasedUntil } = start
  if (releasedUntil === null) return undefined
  const count = Math.max(0, daysBetween(today, releasedUntil) + 1)
  const days = Array.from({ length: count }, (_, ahead) => addDays(today, ahead))
  return timesOn(start, days, zone).find(({ at }) => at.getTime() > now.getTime() - WAITS_MS)
}
