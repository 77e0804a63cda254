/** Calendars that other programs subscribe to, as iCalendar at a secret address. */
import { id, instant, line } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing } from './call.ts'

export const calendarFeed = z.strictObject({
  id,
  name: z.string(),
  /** Null for the calendar of the person. */
  mowerId: id.nullable(),
  /** Of the address only this is known after it was shown. */
  beginning: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

export const calendarFeedCalls = {
  calendarFeeds: {
    list: call({
      method: 'GET',
      path: 'calendar-feeds',
      who: 'user',
      summary: 'Own calendar feeds',
      result: listOf(calendarFeed),
    }),
    create: call({
      method: 'POST',
      path: 'calendar-feeds',
      who: 'user',
      summary: 'A calendar feed of a mower, or with null of oneself; its secret is shown this once',
      body: z.strictObject({ name: line(60), mowerId: id.nullable(), language: z.enum(['en', 'de', 'es']) }),
      result: calendarFeed.extend({ secret: z.string() }),
    }),
    remove: call({
      method: 'DELETE',
      path: 'calendar-feeds/{id}',
      who: 'user',
      summary: 'Revoke a calendar feed',
      params: byId,
      result: nothing,
    }),
    get: call({
      method: 'GET',
      path: 'calendar/{file}',
      who: 'anyone',
      summary: 'A calendar feed by its secret, with or without .ics: iCalendar without the envelope',
      params: z.strictObject({ file: z.string().max(200) }),
      result: z.unknown(),
    }),
  },
} as const
