/** The SQL that gives one gateway at a time the turn to let a mower go to a zone. */
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/** Any number, for these turns alone. */
const LOCK = 4_715_003

/** Waits for the turn and has it until the work is done; a server that dies gives it back with its connection. */
export const holdTurn = <T>(db: Database, targetId: string, work: () => Promise<T>): Promise<T> =>
  db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${targetId}))`)
    return work()
  })
