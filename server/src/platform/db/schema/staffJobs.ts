/** Jobs for people: their kinds, what comes again, and each piece of work with the time that it took. */
import type { StaffJobRepeat, StaffJobStatus } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, moment, updatedAtColumn } from './columns.ts'
import { users } from './people.ts'

export const staffJobKinds = pgTable('staff_job_kinds', {
  id: idColumn(),
  name: text('name').notNull(),
  /** Planned for one place. */
  minutes: integer('minutes').notNull(),
  updatedAt: updatedAtColumn(),
})

export const staffJobRepeats = pgTable('staff_job_repeats', {
  id: idColumn(),
  kindId: uuid('kind_id')
    .notNull()
    .references(() => staffJobKinds.id, { onDelete: 'restrict' }),
  places: jsonb('places').$type<StaffJobRepeat['places']>().notNull(),
  /** People whose accounts are gone are left out where a day is made. */
  personIds: jsonb('person_ids').$type<StaffJobRepeat['personIds']>().notNull(),
  minutes: integer('minutes'),
  note: text('note').notNull(),
  repeat: jsonb('repeat').$type<StaffJobRepeat['repeat']>().notNull(),
  firstDay: text('first_day').notNull(),
  pausedUntil: text('paused_until'),
  updatedAt: updatedAtColumn(),
})

export const staffJobs = pgTable(
  'staff_jobs',
  {
    id: idColumn(),
    /** By the course's calendar, such as 2026-11-20. */
    day: text('day').notNull(),
    kindId: uuid('kind_id').references(() => staffJobKinds.id, { onDelete: 'set null' }),
    /** Stays when the kind is deleted. */
    kind: text('kind').notNull(),
    holeId: uuid('hole_id'),
    place: text('place').notNull(),
    /** In the order of the holes. */
    position: integer('position').notNull(),
    personId: bigint('person_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    /** Stays when the account is deleted; null while the job is open. */
    person: text('person'),
    plannedMinutes: integer('planned_minutes').notNull(),
    note: text('note').notNull(),
    status: text('status').$type<StaffJobStatus>().notNull(),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    minutes: integer('minutes'),
    reason: text('reason'),
    /** When the last step was pressed: an older one that comes later changes nothing. */
    steppedAt: moment('stepped_at'),
    repeatId: uuid('repeat_id').references(() => staffJobRepeats.id, { onDelete: 'set null' }),
    /** A person has changed it, so it no longer follows the repeat that it was made of. */
    isChangedByHand: boolean('is_changed_by_hand').notNull(),
    /** It can be restored; what comes again is not made again on that day. */
    deletedAt: moment('deleted_at'),
    updatedAt: updatedAtColumn(),
  },
  table => [
    index('staff_jobs_day').on(table.day, table.position),
    index('staff_jobs_person').on(table.personId, table.day),
    /** Of two servers that make a day at once, one makes each job. */
    uniqueIndex('staff_jobs_once_a_day')
      .on(table.repeatId, table.day, sql`coalesce(${table.holeId}::text, ${table.place})`)
      .where(sql`repeat_id is not null`),
  ],
)
