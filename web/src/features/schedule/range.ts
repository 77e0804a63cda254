/** The days that a view shows, and the steps to the next ones. */
import { addDays, addMonths, type Day, firstOfMonth, mondayOf, startOfDay } from '../../ui/zonedTime.ts'
import type { ScheduleView } from './search.ts'
import type { Span } from './span.ts'

/** The days of a view around a day; a month is shown in whole weeks. */
export function daysOf(view: ScheduleView, day: Day): readonly Day[] {
  if (view === 'day') return [day]
  const from = mondayOf(view === 'week' ? day : firstOfMonth(day))
  const count =
    view === 'week'
      ? 7
      : Math.ceil((Date.parse(addMonths(firstOfMonth(day), 1)) - Date.parse(from)) / 86_400_000 / 7) * 7
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}

export const nextDay = (view: ScheduleView, day: Day, steps: number): Day =>
  view === 'day' ? addDays(day, steps) : view === 'week' ? addDays(day, 7 * steps) : addMonths(firstOfMonth(day), steps)

/** From the first moment of the first day to the first moment after the last, in the course's zone. */
export const spanOfDays = (days: readonly Day[], zone: string): Span => {
  const first = days[0] ?? ''
  const last = days.at(-1) ?? first
  return { from: startOfDay(first, zone).getTime(), to: startOfDay(addDays(last, 1), zone).getTime() }
}
