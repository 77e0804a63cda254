/** The SQL of webhooks. */
import type { WebhookKind } from '@greensward/domain'
import { and, asc, count, desc, eq, lt, lte, sql } from 'drizzle-orm'
import { type Database, laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { webhookDeliveries, webhooks } from '../../platform/db/schema/index.ts'
import type { WebhookProblem } from '../../platform/db/schema/webhooks.ts'

export type StoredWebhook = typeof webhooks.$inferSelect
export type StoredDelivery = typeof webhookDeliveries.$inferSelect

export interface CountedWebhook {
  readonly row: StoredWebhook
  readonly waiting: number
  readonly dead: number
}

export const readWebhooks = async (reader: Reader): Promise<CountedWebhook[]> => {
  const rows = await reader.select().from(webhooks).orderBy(asc(webhooks.name), asc(webhooks.id))
  const counts = await reader
    .select({ id: webhookDeliveries.webhookId, state: webhookDeliveries.state, count: count() })
    .from(webhookDeliveries)
    .groupBy(webhookDeliveries.webhookId, webhookDeliveries.state)
  const countOf = (id: string, state: StoredDelivery['state']): number =>
    counts.find(each => each.id === id && each.state === state)?.count ?? 0
  return rows.map(row => ({ row, waiting: countOf(row.id, 'waiting'), dead: countOf(row.id, 'dead') }))
}

export const readWebhook = async (reader: Reader, id: string): Promise<StoredWebhook | undefined> =>
  (await reader.select().from(webhooks).where(eq(webhooks.id, id)))[0]

export const countWebhooks = (reader: Reader): Promise<number> => reader.$count(webhooks)

export const addWebhook = async (tx: Tx, values: typeof webhooks.$inferInsert): Promise<StoredWebhook> => {
  const [row] = await tx.insert(webhooks).values(values).returning()
  if (row === undefined) throw new Error('no webhook came back')
  return row
}

export const lockWebhook = async (tx: Tx, id: string): Promise<StoredWebhook | undefined> =>
  (await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update'))[0]

/** @param row locked */
export const changeWebhook = async (
  tx: Tx,
  row: StoredWebhook,
  change: Partial<typeof webhooks.$inferInsert>,
  now: Date,
): Promise<StoredWebhook> => {
  const [after] = await tx
    .update(webhooks)
    .set({ ...change, updatedAt: laterThan(row.updatedAt, now) })
    .where(eq(webhooks.id, row.id))
    .returning()
  if (after === undefined) throw new Error('no webhook came back')
  return after
}

export const removeWebhook = async (tx: Tx, id: string): Promise<StoredWebhook | undefined> =>
  (await tx.delete(webhooks).where(eq(webhooks.id, id)).returning())[0]

/** Queues an event for each webhook that wants it. @returns whether there is any */
export const queueEvent = async (tx: Tx, kind: WebhookKind, body: string, now: Date): Promise<boolean> => {
  const wanted = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.enabled, true), sql`${webhooks.kinds} ? ${kind}`))
  if (wanted.length === 0) return false
  await tx.insert(webhookDeliveries).values(
    wanted.map(({ id }) => ({
      webhookId: id,
      kind,
      body,
      state: 'waiting' as const,
      tries: 0,
      dueAt: now,
      createdAt: now,
    })),
  )
  return true
}

/** While a call is made nobody else makes it; after a crash it is made again. */
const LEASE_MS = 60_000

export interface ClaimedCall {
  readonly delivery: StoredDelivery
  readonly webhook: StoredWebhook
}

/** Takes the oldest call that is due of each of these webhooks. */
export const claimDue = (db: Database, now: Date, isServed: (webhookId: string) => boolean): Promise<ClaimedCall[]> =>
  db.transaction(async tx => {
    const claimed = []
    // One that is switched off keeps what waits.
    for (const webhook of await tx.select().from(webhooks).where(eq(webhooks.enabled, true))) {
      if (!isServed(webhook.id)) continue
      const [delivery] = await tx
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhook.id),
            eq(webhookDeliveries.state, 'waiting'),
            lte(webhookDeliveries.dueAt, now),
          ),
        )
        .orderBy(asc(webhookDeliveries.dueAt), asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
        .limit(1)
        .for('update', { skipLocked: true })
      if (delivery === undefined) continue
      const dueAt = new Date(now.getTime() + LEASE_MS)
      await tx.update(webhookDeliveries).set({ dueAt }).where(eq(webhookDeliveries.id, delivery.id))
      claimed.push({ delivery, webhook })
    }
    return claimed
  })

export interface Outcome {
  readonly problem: WebhookProblem | null
  readonly detail: string
}

export const noteCall = async (reader: Reader, webhookId: string, outcome: Outcome, now: Date): Promise<void> => {
  await reader
    .update(webhooks)
    .set({ ...outcome, triedAt: now })
    .where(eq(webhooks.id, webhookId))
}

export const removeDelivery = async (reader: Reader, id: string): Promise<void> => {
  await reader.delete(webhookDeliveries).where(eq(webhookDeliveries.id, id))
}

export const postponeDelivery = async (
  reader: Reader,
  id: string,
  change: Partial<Pick<StoredDelivery, 'state' | 'tries' | 'dueAt' | 'problem' | 'detail'>>,
): Promise<void> => {
  await reader.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, id))
}

/** More than a person looks through. */
const SHOWN = 200

export const readDeliveries = (reader: Reader, webhookId: string): Promise<StoredDelivery[]> =>
  reader
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(SHOWN)

/** @returns the webhook of the call; undefined where there is no such call that failed for good */
export const reviveDelivery = async (tx: Tx, id: string, now: Date): Promise<string | undefined> => {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ state: 'waiting', tries: 0, dueAt: now })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, 'dead')))
    .returning({ webhookId: webhookDeliveries.webhookId })
  return row?.webhookId
}

/** A month after it happened nobody wants to know of it. */
const KEPT_MS = 30 * 24 * 3_600_000

export const forgetOldDeliveries = async (db: Database, now: Date): Promise<void> => {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, new Date(now.getTime() - KEPT_MS)))
}
