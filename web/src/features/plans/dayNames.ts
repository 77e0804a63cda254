/** Days of the course in the reader's language. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '../../ui/zonedTime.ts'

export interface DayNames {
  /** Mon */
  readonly weekday: (day: Day) => string
  /** 30 Nov */
  readonly date: (day: Day) => string
  /** Monday 30 November */
  readonly long: (day: Day) => string
  /** 30 November to 6 December 2026, as the language writes it */
  readonly range: (from: Day, to: Day) => string
}

export const useDayNames = (): DayNames => {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
    const at = (day: Day): Date => new Date(`${day}T12:00:00Z`)
    const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    const weekday = format({ weekday: 'short' })
    const date = format({ day: 'numeric', month: 'short' })
    const long = format({ weekday: 'long', day: 'numeric', month: 'long' })
    const range = format({ day: 'numeric', month: 'long', year: 'numeric' })
    return {
      weekday: day => weekday.format(at(day)),
      date: day => date.format(at(day)),
      long: day => long.format(at(day)).replace(/,(?= \d)/, ''),
      range: (from, to) => range.formatRange(at(from), at(to)),
    }
  }, [i18n.language])
}
