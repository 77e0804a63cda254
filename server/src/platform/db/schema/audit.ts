import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Every action: its person, its time and its reason; written in its own transaction. Never changed, never deleted. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    /** Null for what the system does by itself. Kept when the user is deleted, so it is not a foreign key. */
    userId: bigint('user_id', { mode: 'number' }),
    who: text('who').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    subjectId: text('subject_id'),
    details: jsonb('details').$type<unknown>(),
  },
  table => [
    index('audit_at').on(table.at),
    // The last stop of a mower and what people pressed after it decide every start: see `stopHolding`.
    index('audit_mower_stops')
      .on(table.subjectId, table.id)
      .where(sql`subject = 'mower' and action in ('mower.stop', 'mower.disarm', 'mower.clear')`),
    index('audit_mission_presses')
      .on(table.id)
      .where(
        sql`action in ('mission.create', 'mission.update', 'mission.move', 'mission.start', 'mission.resume', 'shift.continue', 'shift.release')`,
      ),
  ],
)

/** Answers of writes that carried an Idempotency-Key, kept for a day and given again to the same request. */
export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    userId: bigint('user_id', { mode: 'number' }).notNull(),
    key: text('key').notNull(),
    /** Hash of method, path and body: the same key for another request is refused. */
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    answer: jsonb('answer').$type<unknown>(),
    at: moment('at').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.key] }), index('idempotent_answers_at').on(table.at)],
)
