import type { Notification, RoleSlug } from '@greensward/domain'
import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, moment } from './columns.ts'
import { users } from './people.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: idColumn(),
    at: moment('at').notNull(),
    level: text('level').$type<Notification['level']>().notNull(),
    subject: text('subject').$type<Notification['subject']>().notNull(),
    subjectId: text('subject_id'),
    kind: text('kind').notNull(),
    values: jsonb('values').$type<Notification['values']>().notNull(),
    /** The roles it is addressed to. */
    roles: text('roles').array().$type<RoleSlug[]>().notNull(),
    acknowledgedBy: text('acknowledged_by'),
    acknowledgedAt: moment('acknowledged_at'),
  },
  table => [index('notifications_at').on(table.at)],
)

/** Who has read what; a row stands for 'read'. */
export const notificationReads = pgTable(
  'notification_reads',
  {
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  table => [primaryKey({ columns: [table.userId, table.notificationId] })],
)
