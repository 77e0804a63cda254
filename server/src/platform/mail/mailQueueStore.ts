/** Mail that waits to go out. */
import { and, asc, eq, lt, lte } from 'drizzle-orm'
import type { Database, Reader } from '../db/database.ts'
import { type Outgoing, sendNext } from '../db/outgoing.ts'
import { mailQueue } from '../db/schema/index.ts'
import type { Mail } from './sender.ts'

/** @param tx the transaction of the event that the mail reports */
export const queueMail = async (tx: Reader, mail: Mail, dueAt: Date, now: Date): Promise<void> => {
  await tx.insert(mailQueue).values({ ...mail, dueAt, createdAt: now })
}

/** @returns whether it was still waiting, and is sent as it is now */
export const changeMail = async (tx: Reader, before: Mail, now: Mail): Promise<boolean> => {
  const isSame = and(
    eq(mailQueue.to, before.to),
    eq(mailQueue.subject, before.subject),
    eq(mailQueue.text, before.text),
  )
  return (await tx.update(mailQueue).set(now).where(isSame).returning({ id: mailQueue.id })).length > 0
}

const queue: Outgoing<typeof mailQueue.$inferSelect> = {
  take: async (tx, now) => {
    const [row] = await tx
      .select()
      .from(mailQueue)
      .where(lte(mailQueue.dueAt, now))
      .orderBy(asc(mailQueue.dueAt))
      .limit(1)
      .for('update', { skipLocked: true })
    return row
  },
  remove: async (tx, id) => {
    await tx.delete(mailQueue).where(eq(mailQueue.id, id))
  },
  postpone: async (tx, id, change) => {
    await tx.update(mailQueue).set(change).where(eq(mailQueue.id, id))
  },
}

/** Sends one message that is due, if there is one. @returns whether there was one */
export const sendNextMail = (
  db: Database,
  now: Date,
  send: (mail: Mail) => Promise<void>,
  onFailure: (error: unknown, isLast: boolean) => void,
): Promise<boolean> => sendNext(db, queue, now, ({ to, subject, text }) => send({ to, subject, text }), onFailure)

const OLDEST_MS = 3 * 24 * 3_600_000

/** After three days a mail is too old to be sent. */
export const forgetOldMail = async (db: Database, now: Date): Promise<void> => {
  await db.delete(mailQueue).where(lt(mailQueue.dueAt, new Date(now.getTime() - OLDEST_MS)))
}
