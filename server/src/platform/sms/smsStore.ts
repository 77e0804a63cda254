/** The SQL of text messages: the gateway, and the messages that wait for it. */
import type { SmsProblem } from '@greensward/contract'
import { and, asc, count, eq, gt, isNull, lt, lte } from 'drizzle-orm'
import { type Database, laterThan, type Reader, type Tx } from '../db/database.ts'
import { type Outgoing, sendNext } from '../db/outgoing.ts'
import { smsQueue, smsSettings } from '../db/schema/index.ts'

type Row = typeof smsSettings.$inferSelect
export type StoredSms = Omit<Row, 'name' | 'updatedAt'>

const DEFAULTS: StoredSms = {
  enabled: false,
  sealedAddress: null,
  host: '',
  sealedHeaders: null,
  body: '',
  bodyType: 'json',
  expects: '',
  triedAt: null,
  problem: null,
  detail: '',
  notBefore: null,
}

const storedOf = (row: Row | undefined): StoredSms => {
  if (row === undefined) return DEFAULTS
  const { name: _, updatedAt: __, ...stored } = row
  return stored
}

export const readSms = async (reader: Reader): Promise<StoredSms> =>
  storedOf((await reader.select().from(smsSettings))[0])

/** Merges under a lock. How it went belongs to the settings of before. */
export const changeSms = async (
  tx: Tx,
  change: (before: StoredSms) => StoredSms,
  now: Date,
): Promise<{ before: StoredSms; after: StoredSms }> => {
  await tx
    .insert(smsSettings)
    .values({ name: 'only', ...DEFAULTS, updatedAt: now })
    .onConflictDoNothing()
  const [row] = await tx.select().from(smsSettings).for('update')
  if (row === undefined) throw new Error('no settings came back')
  const before = storedOf(row)
  const after = { ...change(before), triedAt: null, problem: null, detail: '', notBefore: null }
  await tx.update(smsSettings).set({ ...after, updatedAt: laterThan(row.updatedAt, now) })
  return { before, after }
}

export const noteSms = async (
  reader: Reader,
  outcome: { readonly problem: SmsProblem | null; readonly detail: string; readonly notBefore: Date | null },
  now: Date,
): Promise<void> => {
  await reader.update(smsSettings).set({ ...outcome, triedAt: now })
}

export const countWaiting = async (reader: Reader): Promise<number> =>
  (await reader.select({ count: count() }).from(smsQueue).where(isNull(smsQueue.sentAt)))[0]?.count ?? 0

/** Messages cost money. Of a storm of notices a person gets these within an hour, and all of them in the product. */
export const MOST_AN_HOUR = 20
/** The rest is for alarms: a storm of lesser notices must not cost the message on which somebody has to act. */
export const MOST_LESSER_AN_HOUR = 10
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface QueuedSms {
  readonly userId: number
  readonly to: string
  readonly text: string
  readonly dueAt: Date
  readonly isAlarm: boolean
}

/**
 * Leaves out those to people who had too many within the hour.
 * @param tx the transaction of the event that the messages report
 */
export const queueSms = async (tx: Tx, messages: readonly QueuedSms[], now: Date): Promise<void> => {
  if (messages.length === 0) return
  // Events of one moment count one after the other, or each would find room for its own message.
  await tx.select({ name: smsSettings.name }).from(smsSettings).for('update')
  for (const { isAlarm, ...message } of messages) {
    const { userId } = message
    const most = isAlarm ? MOST_AN_HOUR : MOST_LESSER_AN_HOUR
    const since = new Date(now.getTime() - HOUR_MS)
    const [known] = await tx
      .select({ count: count() })
      .from(smsQueue)
      .where(and(eq(smsQueue.userId, userId), gt(smsQueue.createdAt, since)))
    if ((known?.count ?? 0) < most) await tx.insert(smsQueue).values({ ...message, createdAt: now })
  }
}

const queueAt = (now: Date): Outgoing<typeof smsQueue.$inferSelect> => ({
  take: async tx => {
    const [row] = await tx
      .select()
      .from(smsQueue)
      .where(and(isNull(smsQueue.sentAt), lte(smsQueue.dueAt, now)))
      .orderBy(asc(smsQueue.dueAt))
      .limit(1)
      .for('update', { skipLocked: true })
    return row
  },
  remove: async (tx, id) => {
    await tx.update(smsQueue).set({ sentAt: now }).where(eq(smsQueue.id, id))
  },
  postpone: async (tx, id, change) => {
    await tx.update(smsQueue).set(change).where(eq(smsQueue.id, id))
  },
})

/** Sends one message that is due, if there is one. @returns whether there was one */
export const sendNextSms = (
  db: Database,
  now: Date,
  send: (message: { readonly to: string; readonly text: string }) => Promise<void>,
  onFailure: (error: unknown, isLast: boolean) => void,
): Promise<boolean> => sendNext(db, queueAt(now), now, send, onFailure)

/** After a day a message is too old for a phone, and one that was sent counts no more. */
export const forgetOldSms = async (db: Database, now: Date): Promise<void> => {
  await db.delete(smsQueue).where(lt(smsQueue.dueAt, new Date(now.getTime() - DAY_MS)))
}
