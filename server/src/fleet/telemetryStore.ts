/** The SQL of recorded positions. */
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { positions } from '../db/schema/index.ts'

export type PositionRow = typeof positions.$inferInsert

/** One statement for all rows; a second that is recorded already stays as it is. */
export const insertPositions = async (db: Database, rows: readonly PositionRow[]): Promise<void> => {
  await db
    .insert(positions)
    .values([...rows])
    .onConflictDoNothing()
}

/** Forgets what is older than the given moment. */
export const forgetPositions = async (db: Database, before: Date): Promise<void> => {
  await db.execute(sql`delete from ${positions} where at < ${before}`)
}
