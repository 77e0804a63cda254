/** Work that one server at a time does for all of them. */
import { sql } from 'drizzle-orm'
import type { Database, Tx } from './database.ts'

/** Numbers of the database's locks, one for each kind of work. */
const LOCKS = {
  odometers: 4_715_010,
  rainReschedule: 4_715_011,
  firstStart: 4_715_012,
  teeSheets: 4_715_013,
  readyTexts: 4_715_014,
} as const

/** Does it unless another server does it at this moment; a server that dies gives its turn back with its connection. */
export const alone = (db: Database, what: keyof typeof LOCKS, work: (tx: Tx) => Promise<void>): Promise<void> =>
  db.transaction(async tx => {
    const { rows } = await tx.execute<{ got: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCKS[what]}) as got`)
    if (rows[0]?.got === true) await work(tx)
  })

/** Waits until no other server is at this work, which is then ours until the transaction ends. */
export const inTurn = async (tx: Tx, what: keyof typeof LOCKS): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS[what]})`)
}

/** A network that swallows packets must not hold the work that is done. */
const FREE = { text: 'select pg_advisory_unlock_all()', query_timeout: 2_000 }

/**
 * Runs the work unless another server is doing it, however long it takes. The claim goes with its own connection, so that
 * of a server that dies is free at once.
 * @param what names the work, the same on every server
 * @returns whether it was done
 */
export const claimed = async (db: Database, what: string, work: () => Promise<void>): Promise<boolean> => {
  const connection = await db.connect()
  try {
    const { rows } = await connection.query<{ got: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as got',
      [what],
    )
    if (rows[0]?.got !== true) return false
    await work()
    return true
  } finally {
    // Free for the next at once. Where the connection broke, the database frees it.
    await connection.query(FREE).catch(() => undefined)
    // It is closed and not given back: the claim ends with it, also where the work or the connection broke.
    connection.release(true)
  }
}
