/** A timetable in words of the page's language. */
import { type Timetable, WEEKDAYS, type Weekday } from '@greensward/domain'
import { weekdayNames } from '../../ui/form/weekdayNames.ts'

/** Three days or more in a row are written with a dash. */
const daysText = (days: readonly Weekday[], names: readonly string[]): string => {
  const runs: number[][] = []
  for (const [index, day] of WEEKDAYS.entries()) {
    if (!days.includes(day)) continue
    const run = runs.at(-1)
    if (run?.at(-1) === index - 1) run.push(index)
    else runs.push([index])
  }
  return runs
    .map(run => {
      const named = run.map(index => names[index] ?? '')
      return named.length > 2 ? `${named[0]}–${named.at(-1)}` : named.join(', ')
    })
    .join(', ')
}

/** Such as `Mon–Fri 07:00–09:30; Sun 06:00–12:00`. */
export const timetableText = (timetable: Timetable, language: string): string => {
  const names = weekdayNames(language, 'short')
  return timetable.map(({ days, from, to }) => `${daysText(days, names)} ${from}–${to}`).join('; ')
}
