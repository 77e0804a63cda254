/** Which entries of a journal are written already. */
import { lt } from 'drizzle-orm'
import type { Reader, Tx } from './database.ts'
import { journalEntries } from './schema/index.ts'

/** Longer than any entry is tried again after its commit. */
const KEPT_MS = 24 * 3_600_000

/**
 * Notes an entry in the transaction that carries it out. Where the answer of a commit is lost, the journal tries again and
 * cannot know that the entry is written.
 * @returns false for one that is written already; waits for a commit of it that is still under way
 */
export const isFirstWrite = async (tx: Tx, entryId: string, now: Date): Promise<boolean> =>
  (await tx.insert(journalEntries).values({ id: entryId, at: now }).onConflictDoNothing().returning()).length > 0

export const forgetOldEntries = async (db: Reader, now: Date): Promise<void> => {
  await db.delete(journalEntries).where(lt(journalEntries.at, new Date(now.getTime() - KEPT_MS)))
}
