/** The record of backups. */
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, moment } from './columns.ts'

export const backups = pgTable(
  'backups',
  {
    id: idColumn(),
    fileName: text('file_name').notNull(),
    host: text('host').notNull(),
    startedAt: moment('started_at').notNull(),
    /** Null while it is made, and for good where its server ended meanwhile. */
    finishedAt: moment('finished_at'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    /** Why there is none, for people. */
    problem: text('problem'),
  },
  table => [index('backups_started').on(table.startedAt)],
)
