/** Moments as the course's clock shows them, also in a browser elsewhere. */
import { calls } from '@greensward/contract'
import { useTranslation } from 'react-i18next'
import { type Day, dayOf, isDay, startOfDay } from '../ui/zonedTime.ts'
import { useCall } from './queries.ts'

/** Until the settings are read. */
const courseZone = (timeZone: string | undefined): string => timeZone ?? 'UTC'

export interface CourseTime {
  readonly zone: string
  /** 05:42 */
  readonly time: (at: Date | string) => string
  /** Fri 20 Nov; of a moment, or of a day such as 2026-11-20 */
  readonly date: (at: Date | string) => string
  /** Friday 20 November 2026; as `date` */
  readonly longDate: (at: Date | string) => string
  /** Fri 20 Nov, 05:42 */
  readonly dateTime: (at: Date | string) => string
  /** The course's day at a moment, such as 2026-11-20. */
  readonly dayOf: (at: Date | string) => Day
}

/** A day begins when it does on the course: noon by UTC is another day in New Zealand. */
const momentIn = (zone: string, at: Date | string): Date =>
  typeof at !== 'string' ? at : isDay(at) ? startOfDay(at, zone) : new Date(at)

export function makeCourseTime(zone: string, language: string): CourseTime {
  // Twenty-four hours and day before month in every language, as the course's own papers have them.
  const locale = language === 'en' ? 'en-GB' : language
  const format = (options: Intl.DateTimeFormatOptions, hasComma = false): ((at: Date | string) => string) => {
    // Making one takes milliseconds, so that is done when the first is asked for.
    let made: Intl.DateTimeFormat | undefined
    return at => {
      made ??= new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
      const words = made.format(momentIn(zone, at))
      return hasComma ? words : words.replace(/,(?= \d)/, '')
    }
  }
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const date = format({ weekday: 'short', day: 'numeric', month: 'short' })
  return {
    zone,
    time,
    date,
    // German and Spanish write a comma after the weekday, British English does not.
    longDate: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, language !== 'en'),
    dateTime: at => `${date(at)}, ${time(at)}`,
    dayOf: at => dayOf(momentIn(zone, at), zone),
  }
}

let last: { readonly zone: string; readonly language: string; readonly time: CourseTime } | undefined

/** All of a page speak the same language of the same course: they share one. */
function sharedCourseTime(zone: string, language: string): CourseTime {
  if (last?.zone !== zone || last.language !== language) last = { zone, language, time: makeCourseTime(zone, language) }
  return last.time
}

export function useCourseTime(): CourseTime {
  const { data } = useCall(calls.settings.get)
  const { i18n } = useTranslation()
  return sharedCourseTime(courseZone(data?.timeZone), i18n.language)
}
