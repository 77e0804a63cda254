import type {
  MessageLanguage,
  Notification,
  NotificationSubject,
  PushMessage,
  RoleSlug,
  SentFrom,
} from '@greensward/domain'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, moment } from './columns.ts'
import { sessions, users } from './people.ts'

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

/** Which person has read which notification; a row means 'read'. */
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

/** The choices of a person; without a row the domain's defaults. */
export const notificationChoices = pgTable('notification_choices', {
  userId: bigint('user_id', { mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text('email').$type<SentFrom>().notNull(),
  push: text('push').$type<SentFrom>().notNull().default('alarm'),
  sms: text('sms').$type<SentFrom>().notNull().default('off'),
  silentSubjects: text('silent_subjects').array().$type<NotificationSubject[]>().notNull().default([]),
  quietFrom: text('quiet_from'),
  quietTo: text('quiet_to'),
  language: text('language').$type<MessageLanguage>().notNull().default('en'),
  weeklyReport: boolean('weekly_report').notNull().default(false),
  /** The Monday on which the last one was sent, by the course's calendar. */
  reportedWeek: text('reported_week'),
})

/** Outgoing mail, written in the transaction of the event that it reports; the row is removed once it was delivered. */
export const mailQueue = pgTable(
  'mail_queue',
  {
    id: idColumn(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    dueAt: moment('due_at').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  table => [index('mail_queue_due').on(table.dueAt)],
)

/** The browsers that people want notifications sent to. */
export const pushBrowsers = pgTable(
  'push_browsers',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Signed out of, the browser is sent nothing more; a session that only ran out leaves it where it is. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    language: text('language').$type<MessageLanguage>().notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  table => [index('push_browsers_user').on(table.userId), index('push_browsers_session').on(table.sessionId)],
)

/** Outgoing messages for browsers, as the mail queue is for mail. */
export const pushQueue = pgTable(
  'push_queue',
  {
    id: idColumn(),
    browserId: uuid('browser_id')
      .notNull()
      .references(() => pushBrowsers.id, { onDelete: 'cascade' }),
    message: jsonb('message').$type<PushMessage>().notNull(),
    dueAt: moment('due_at').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  table => [index('push_queue_due').on(table.dueAt), index('push_queue_browser').on(table.browserId)],
)

/** One row: the pair of keys by which push services know this deployment (RFC 8292). */
export const pushKeys = pgTable('push_keys', {
  name: text('name').$type<'vapid'>().primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: moment('created_at').notNull(),
})
