/** The tee times of a day, replaced as a whole; a day without a row has those of the patterns in the settings. */
import type { TeeTime } from '@greensward/domain'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { updatedAtColumn } from './columns.ts'

export const teeSheets = pgTable('tee_sheets', {
  /** Of the course, such as 2026-11-20. */
  day: text('day').primaryKey(),
  teeTimes: jsonb('tee_times').$type<readonly TeeTime[]>().notNull(),
  source: text('source').$type<'hand' | 'import'>().notNull(),
  updatedBy: text('updated_by').notNull(),
  updatedAt: updatedAtColumn(),
})
