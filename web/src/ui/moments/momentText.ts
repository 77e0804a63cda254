/** Days and clock times as people type and read them: day before month, twenty-four hours, in every language. */
import { type Day, isDay } from '../zonedTime.ts'

const two = (text: string): string => text.padStart(2, '0')

/** The locale of a language for days and times: English is British, as the course's own papers are. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language)

/** 25/11/2026, or 25.11.2026 in German; an empty text for what is not a day. */
export function dayText(day: Day, language: string): string {
  if (!isDay(day)) return ''
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${day}T12:00:00Z`))
}

const dayOfParts = (day: string, month: string, year: string): Day | undefined => {
  const found = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`
  return isDay(found) ? found : undefined
}

/** The day of a text that is complete: 25/11/2026, 25.11.2026, 25112026 or 2026-11-25; else undefined. */
export function readDay(text: string): Day | undefined {
  const typed = text.trim()
  if (isDay(typed)) return typed
  const [, day, month, year] =
    /^(\d{1,2})\s*[./ -]\s*(\d{1,2})\s*[./ -]\s*(\d{4})$/.exec(typed) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(typed) ?? []
  return day === undefined || month === undefined || year === undefined ? undefined : dayOfParts(day, month, year)
}

/** As `readDay`, also 25.11. and 25/11/26 of a person who left the field; `near` gives the year that is missing. */
export function readShortDay(text: string, near: Day): Day | undefined {
  const [, day, month, year] = /^(\d{1,2})\s*[./ -]\s*(\d{1,2})(?:\s*[./ -]\s*(\d\d)?)?$/.exec(text.trim()) ?? []
  return (
    readDay(text) ??
    (day === undefined || month === undefined ? undefined : dayOfParts(day, month, year ?? near.slice(0, 4)))
  )
}

const clockOf = (hour: string, minute: string): string | undefined =>
  Number(hour) < 24 && Number(minute) < 60 ? `${two(hour)}:${minute}` : undefined

/** The time of a text that is complete: 05:30, 5:30, 05.30 or 0530; else undefined. */
export function readClock(text: string): string | undefined {
  const [, hour, minute] =
    /^(\d{1,2})[:.](\d\d)(?::\d\d)?$/.exec(text.trim()) ?? /^(\d\d)(\d\d)$/.exec(text.trim()) ?? []
  return hour === undefined || minute === undefined ? undefined : clockOf(hour, minute)
}

/** As `readClock`, also 530 and 5 of a person who left the field. */
export function readShortClock(text: string): string | undefined {
  const [, hour, minute] = /^(\d{1,2})(\d\d)?$/.exec(text.trim()) ?? []
  return readClock(text) ?? (hour === undefined ? undefined : clockOf(hour, minute ?? '00'))
}
