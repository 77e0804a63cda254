/** The tee times of a day, replaced as a whole; a day without a row has those of the patterns in the settings. */
import type { TeeSheetReading, TeeTime } from '@greensward/domain'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, updatedAtColumn } from './columns.ts'

export const teeSheets = pgTable('tee_sheets', {
  /** Of the course, such as 2026-11-20. */
  day: text('day').primaryKey(),
  teeTimes: jsonb('tee_times').$type<readonly TeeTime[]>().notNull(),
  source: text('source').$type<'hand' | 'import' | 'address'>().notNull(),
  updatedBy: text('updated_by').notNull(),
  updatedAt: updatedAtColumn(),
})

/** The address that tee sheets are read from. One row, `only`; none where no address is set. */
export const teeSheetAddress = pgTable('tee_sheet_address', {
  name: text('name').$type<'only'>().primaryKey(),
  /** Sealed with the key in the data directory: the address opens the calendar to anybody. */
  sealedAddress: text('sealed_address').notNull(),
  host: text('host').notNull(),
  /** The server that sets it reads the address, so that of several servers one does. */
  triedAt: moment('tried_at'),
  dueAt: moment('due_at').notNull(),
  readAt: moment('read_at'),
  /** In a row. */
  failures: integer('failures').notNull(),
  last: jsonb('last').$type<TeeSheetReading>(),
  updatedAt: updatedAtColumn(),
})
