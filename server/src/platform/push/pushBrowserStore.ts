/** The browsers that notifications are sent to, and the keys by which push services identify the sender. */
import type { MessageLanguage, PushSubscriptionGiven } from '@greensward/domain'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Database, Reader, Tx } from '../db/database.ts'
import { pushBrowsers, pushKeys } from '../db/schema/index.ts'
import { newPushKeys, type PushKeys } from './pushSender.ts'

/** Made at the first start. Of two servers that start at once, the keys of one are stored, and both use those. */
export const readPushKeys = async (db: Database, now: Date): Promise<PushKeys> => {
  const read = async (): Promise<PushKeys | undefined> => {
    const [row] = await db
      .select({ publicKey: pushKeys.publicKey, privateKey: pushKeys.privateKey })
      .from(pushKeys)
      .where(eq(pushKeys.name, 'vapid'))
    return row
  }
  const stored = await read()
  if (stored !== undefined) return stored
  await db
    .insert(pushKeys)
    .values({ name: 'vapid', ...newPushKeys(), createdAt: now })
    .onConflictDoNothing()
  const made = await read()
  if (made === undefined) throw new Error('the keys of push messages were not stored')
  return made
}

/** Nobody has more browsers than this; the oldest is removed. */
const MOST_BROWSERS = 10

export type StoredBrowser = typeof pushBrowsers.$inferSelect

export interface BrowserOwner {
  readonly userId: number
  readonly sessionId: string
  readonly userAgent: string
}

export const pushBrowsersOf = (db: Reader, userId: number): Promise<readonly StoredBrowser[]> =>
  db.select().from(pushBrowsers).where(eq(pushBrowsers.userId, userId)).orderBy(desc(pushBrowsers.createdAt))

/** A browser belongs to the person who asked last. */
export const addPushBrowser = async (
  tx: Tx,
  owner: BrowserOwner,
  { endpoint, keys, language }: PushSubscriptionGiven,
  now: Date,
): Promise<StoredBrowser> => {
  const values = { ...owner, ...keys, language, createdAt: now }
  const [row] = await tx
    .insert(pushBrowsers)
    .values({ endpoint, ...values })
    .onConflictDoUpdate({ target: pushBrowsers.endpoint, set: values })
    .returning()
  if (row === undefined) throw new Error('no browser came back')
  const tooMany = (await pushBrowsersOf(tx, owner.userId)).filter(({ id }) => id !== row.id).slice(MOST_BROWSERS - 1)
  const ids = tooMany.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(pushBrowsers).where(inArray(pushBrowsers.id, ids))
  return row
}

/** Null where this browser was not asked for by this person; if it was by another, that ends: they use it no longer. */
export const renewPushBrowser = async (
  tx: Tx,
  { userId, sessionId }: Omit<BrowserOwner, 'userAgent'>,
  endpoint: string,
  language: MessageLanguage,
): Promise<string | null> => {
  await tx.delete(pushBrowsers).where(and(eq(pushBrowsers.endpoint, endpoint), ne(pushBrowsers.userId, userId)))
  const [row] = await tx
    .update(pushBrowsers)
    .set({ sessionId, language })
    .where(eq(pushBrowsers.endpoint, endpoint))
    .returning({ id: pushBrowsers.id })
  return row?.id ?? null
}

/** @returns whether it was there */
export const removePushBrowser = async (tx: Tx, userId: number, id: string): Promise<boolean> => {
  const rows = await tx
    .delete(pushBrowsers)
    .where(and(eq(pushBrowsers.id, id), eq(pushBrowsers.userId, userId)))
    .returning({ id: pushBrowsers.id })
  return rows.length > 0
}
