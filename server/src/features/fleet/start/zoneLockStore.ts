/** The SQL that gives one gateway at a time the lock of a zone. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'

/** Any number, for these locks alone. */
const LOCK = 4_715_003
/** Waits for the lock and has it until the work is done; a server that dies gives it back with its connection. */
export const withDatabaseLock = <T>(db: Database, zoneId: string, work: () => Promise<T>): Promise<T> =>
  db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${zoneId}))`)
    return work()
  })
