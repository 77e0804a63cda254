/** Calendars that other programs subscribe to: made by a person, their address shown once and stored as a hash. */
import type { MessageLanguage } from '@greensward/domain'
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, moment } from './columns.ts'
import { mowers } from './garage.ts'
import { users } from './people.ts'

export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for the calendar of the person. */
    mowerId: uuid('mower_id').references(() => mowers.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    language: text('language').$type<MessageLanguage>().notNull(),
    hash: text('hash').notNull().unique(),
    /** The first characters, by which its owner knows it again. */
    beginning: text('beginning').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  table => [index('calendar_feeds_user').on(table.userId)],
)
