/**
 * Writes iCalendar (RFC 5545) by ical-generator. Moments are in UTC, so that each program shows them by its own rules of summer
 * time; what is for a whole day has the course's date and no clock. The same things give the same bytes.
 */
import { addDays, type Day, type MessageLanguage } from '@greensward/domain'
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'

export interface CalendarEntry {
  /** Never changes; no other entry has it. */
  readonly uid: string
  readonly title: string
  readonly text: string
  /** Either two moments or a day of the course. */
  readonly at: { readonly from: Date; readonly to: Date } | { readonly day: Day }
  readonly isCancelled: boolean
  readonly updatedAt: Date
  /** A page about it. */
  readonly url: string | undefined
}

export interface CalendarHead {
  readonly name: string
  readonly language: MessageLanguage
}

/** How often a program should ask; it may ask more often. */
const TTL_S = 15 * 60
const MINUTE_MS = 60_000

const noonless = (day: Day): Date => new Date(`${day}T00:00:00.000Z`)

export const writeCalendar = ({ name, language }: CalendarHead, entries: readonly CalendarEntry[]): string => {
  const calendar = ical({
    // The library escapes the texts of events and not this one.
    name: name.replace(/[\\;,]/g, '\\$&'),
    prodId: { company: 'Greensward', product: 'Course calendar', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: TTL_S,
  })
  for (const { uid, title, text, at, isCancelled, updatedAt, url } of entries) {
    const span =
      'day' in at
        ? { start: noonless(at.day), end: noonless(addDays(at.day, 1)), allDay: true }
        : // A calendar leaves out what ends where it begins.
          { start: at.from, end: new Date(Math.max(at.to.getTime(), at.from.getTime() + MINUTE_MS)) }
    calendar.createEvent({
      id: `${uid}@greensward`,
      summary: title,
      description: text === '' ? null : text,
      ...span,
      // When it was last changed and not when it was read: otherwise no two answers would be alike.
      stamp: updatedAt,
      lastModified: updatedAt,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: 'day' in at ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      url: url ?? null,
    })
  }
  return calendar.toString()
}
