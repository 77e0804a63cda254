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
      result: listOf(calendarFeed),
    }),
    create: call({
      method: 'POST',
      path: 'calendar-feeds',
      who: 'user',
      body: z.strictObject({ name: line(60), mowerId: id.nullable(), language: z.enum(['en', 'de', 'es']) }),
      result: calendarFeed.extend({ secret: z.string() }),
    }),
    remove: call({
      method: 'DELETE',
      path: 'calendar-feeds/{id}',
      who: 'user',
      params: byId,
      result: nothing,
    }),
    get: call({
      method: 'GET',
      path: 'calendar/{file}',
      who: 'anyone',
      params: z.strictObject({ file: z.string().max(200) }),
      result: z.unknown(),
    }),
  },
} as const
