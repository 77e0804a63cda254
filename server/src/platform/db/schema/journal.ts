/** What keeps an entry of a journal from being carried out twice. */
import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Entries that are written, for a day: one whose commit got no answer is tried again. */
export const journalEntries = pgTable(
  'journal_entries',
  {
    id: uuid('id').primaryKey(),
    at: moment('at').notNull(),
  },
  table => [index('journal_entries_at').on(table.at)],
)
