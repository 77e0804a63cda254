/** Mail that waits to go out, in the database: nothing is lost with a process, and of several servers one sends it. */
import { asc, eq, lt, lte } from 'drizzle-orm'
import type { Database, Reader } from '../db/database.ts'
import { mailQueue } from '../db/schema/index.ts'
import type { Mail } from './sender.ts'

/** @param tx the transaction of what the mail tells of */
export const queueMail = async (tx: Reader, mail: Mail, dueAt: Date, now: Date): Promise<void> => {
  await tx.insert(mailQueue).values({ ...mail, dueAt, createdAt: now })
}

/** Waits 1, 4, 9 ... minutes between tries. */
const MOST_TRIES = 8
const MINUTE_MS = 60_000
const OLDEST_MS = 3 * 24 * 3_600_000

/**
 * Sends one message that is due, if there is one. It stays locked while it is sent, so that no other server takes it;
 * a crash in between sends it again rather than never.
 * @returns whether there was one
 */
export const sendNextMail = async (
  db: Database,
  now: Date,
  send: (mail: Mail) => Promise<void>,
  onFailure: (error: unknown, isLast: boolean) => void,
): Promise<boolean> =>
  db.transaction(async tx => {
    const [row] = await tx
      .select()
      .from(mailQueue)
      .where(lte(mailQueue.dueAt, now))
      .orderBy(asc(mailQueue.dueAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (row === undefined) return false
    try {
      await send({ to: row.to, subject: row.subject, text: row.text })
      await tx.delete(mailQueue).where(eq(mailQueue.id, row.id))
    } catch (error) {
      const tries = row.tries + 1
      const isLast = tries >= MOST_TRIES
      onFailure(error, isLast)
      if (isLast) await tx.delete(mailQueue).where(eq(mailQueue.id, row.id))
      else {
        const dueAt = new Date(now.getTime() + tries * tries * MINUTE_MS)
        await tx.update(mailQueue).set({ tries, dueAt }).where(eq(mailQueue.id, row.id))
      }
    }
    return true
  })

/** News of three days ago is no news. */
export const forgetOldMail = async (db: Database, now: Date): Promise<void> => {
  await db.delete(mailQueue).where(lt(mailQueue.dueAt, new Date(now.getTime() - OLDEST_MS)))
}
