/** Shifts: a day's work of the fleet, and the route of each mower in it. */
import type { RouteState, ShiftPlan, ShiftRelease, ShiftRoute } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { idColumn, moment, updatedAtColumn } from './columns.ts'

export const shifts = pgTable(
  'shifts',
  {
    id: idColumn(),
    /** By the course's calendar, such as 2026-11-20. */
    day: text('day').notNull(),
    name: text('name').notNull(),
    fromAt: moment('from_at').notNull(),
    untilAt: moment('until_at').notNull(),
    /** Null before a person releases it, and after the release has ended. */
    release: jsonb('release').$type<ShiftRelease>(),
    /** Null for one that was made without. */
    plan: jsonb('plan').$type<ShiftPlan>(),
    createdBy: text('created_by').notNull(),
    createdById: bigint('created_by_id', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
    updatedAt: updatedAtColumn(),
  },
  table => [index('shifts_day').on(table.day, table.fromAt)],
)

export const shiftRoutes = pgTable(
  'shift_routes',
  {
    shiftId: uuid('shift_id')
      .notNull()
      .references(() => shifts.id, { onDelete: 'cascade' }),
    mowerId: uuid('mower_id').notNull(),
    /** Its place in the list, counted from 0. */
    position: integer('position').notNull(),
    state: text('state').$type<RouteState>().notNull(),
    pause: jsonb('pause').$type<ShiftRoute['pause']>(),
    tasks: jsonb('tasks').$type<ShiftRoute['tasks']>().notNull(),
    /** The process that starts its tasks; another one pauses it. Null where nothing may start. */
    runnerId: uuid('runner_id'),
    /** It is part of a release that has not ended, and has not ended itself. */
    isLive: boolean('is_live').notNull(),
    updatedAt: updatedAtColumn(),
  },
  table => [
    primaryKey({ columns: [table.shiftId, table.mowerId] }),
    /** A mower is in one released shift at a time; the database enforces it independently of the program. */
    uniqueIndex('shift_routes_one_live_per_mower').on(table.mowerId).where(sql`is_live`),
    index('shift_routes_missions').using('gin', table.tasks),
  ],
)
