/** Displays on a wall. Tokens and codes are stored as hashes only. */
import { pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, moment } from './columns.ts'

/** Codes that pair one display each, within minutes. */
export const wallPairings = pgTable('wall_pairings', {
  codeHash: text('code_hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
})

export const wallDisplays = pgTable('wall_displays', {
  id: idColumn(),
  tokenHash: text('token_hash').notNull().unique(),
  name: text('name').notNull(),
  pairedAt: moment('paired_at').notNull(),
  lastSeenAt: moment('last_seen_at'),
})
