/** The gateway that sends text messages, and the messages that wait for it. */
import type { SmsProblem } from '@greensward/contract'
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, moment, updatedAtColumn } from './columns.ts'
import { users } from './people.ts'

/** One row, `only`. */
export const smsSettings = pgTable('sms_settings', {
  name: text('name').$type<'only'>().primaryKey(),
  enabled: boolean('enabled').notNull(),
  /** Sealed with the key in the data directory, because such addresses hold keys. */
  sealedAddress: text('sealed_address'),
  host: text('host').notNull(),
  sealedHeaders: text('sealed_headers'),
  body: text('body').notNull(),
  bodyType: text('body_type').$type<'json' | 'form'>().notNull(),
  expects: text('expects').notNull(),
  triedAt: moment('tried_at'),
  problem: text('problem').$type<SmsProblem>(),
  detail: text('detail').notNull().default(''),
  /** Set by the gateway: when it may be called again. */
  notBefore: moment('not_before'),
  updatedAt: updatedAtColumn(),
})

/** Outgoing text messages, written in the transaction of the event that they report, as the mail queue. */
export const smsQueue = pgTable(
  'sms_queue',
  {
    id: idColumn(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    to: text('to').notNull(),
    text: text('text').notNull(),
    dueAt: moment('due_at').notNull(),
    /** Kept for a day, so that a storm of notices ends with the first ones of an hour. */
    sentAt: moment('sent_at'),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  table => [index('sms_queue_due').on(table.dueAt), index('sms_queue_user').on(table.userId, table.createdAt)],
)
