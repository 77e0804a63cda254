/** Messages to browsers that wait to go out. */
import type { PushMessage } from '@greensward/domain'
import { asc, eq, lt, lte } from 'drizzle-orm'
import type { Database, Reader } from '../db/database.ts'
import { type Outgoing, sendNext } from '../db/outgoing.ts'
import { pushBrowsers, pushQueue } from '../db/schema/index.ts'
import type { PushSender } from './pushSender.ts'

export interface QueuedPush {
  readonly browserId: string
  readonly message: PushMessage
  readonly dueAt: Date
}

/** @param tx the transaction of the event that the messages report */
export const queuePush = async (tx: Reader, messages: readonly QueuedPush[], now: Date): Promise<void> => {
  if (messages.length > 0) await tx.insert(pushQueue).values(messages.map(one => ({ ...one, createdAt: now })))
}

const COLUMNS = {
  id: pushQueue.id,
  tries: pushQueue.tries,
  message: pushQueue.message,
  browserId: pushBrowsers.id,
  endpoint: pushBrowsers.endpoint,
  p256dh: pushBrowsers.p256dh,
  auth: pushBrowsers.auth,
}

interface Row {
  readonly id: string
  readonly tries: number
  readonly message: PushMessage
  readonly browserId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

const queue: Outgoing<Row> = {
  take: async (tx, now) => {
    const [row] = await tx
      .select(COLUMNS)
      .from(pushQueue)
      .innerJoin(pushBrowsers, eq(pushBrowsers.id, pushQueue.browserId))
      .where(lte(pushQueue.dueAt, now))
      .orderBy(asc(pushQueue.dueAt))
      .limit(1)
      .for('update', { of: pushQueue, skipLocked: true })
    return row
  },
  remove: async (tx, id) => {
    await tx.delete(pushQueue).where(eq(pushQueue.id, id))
  },
  postpone: async (tx, id, change) => {
    await tx.update(pushQueue).set(change).where(eq(pushQueue.id, id))
  },
}

/** Sends one message that is due, if there is one; a browser that is gone leaves with all that waits for it. */
export const sendNextPush = (
  db: Database,
  now: Date,
  { send }: PushSender,
  onFailure: (error: unknown, isLast: boolean) => void,
): Promise<boolean> =>
  sendNext(
    db,
    queue,
    now,
    async ({ message, browserId, endpoint, p256dh, auth }, tx) => {
      const done = await send({ endpoint, keys: { p256dh, auth } }, message)
      if (done === 'gone') await tx.delete(pushBrowsers).where(eq(pushBrowsers.id, browserId))
    },
    onFailure,
  )

const OLDEST_MS = 24 * 3_600_000

/** After a day a message is too old for a screen that wakes somebody. */
export const forgetOldPush = async (db: Database, now: Date): Promise<void> => {
  await db.delete(pushQueue).where(lt(pushQueue.dueAt, new Date(now.getTime() - OLDEST_MS)))
}
