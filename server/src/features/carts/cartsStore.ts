/** The SQL of carts: their keys, tablets, messages, and where each was last. */

import type { CartAccess } from '@greensward/contract'
import type { Cart, CartMessage, CartMessageKind, Mower, Order, TechnicalNumber } from '@greensward/domain'
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { naturally } from '../../platform/db/listing.ts'
import {
  cartDevices,
  cartKeys,
  cartMessages,
  cartOrders,
  cartPairings,
  carts,
  mowers,
  orders,
  positions,
  technicalNumbers,
} from '../../platform/db/schema/index.ts'

export const readCartIds = async (reader: Reader): Promise<Pick<Cart, 'id' | 'name' | 'home'>[]> =>
  (await reader.select({ id: carts.id, name: carts.name, home: carts.home }).from(carts)).map(row => ({
    ...row,
    home: row.home ?? null,
  }))

export const readMowerNames = async (reader: Reader): Promise<Pick<Mower, 'id' | 'name'>[]> =>
  reader.select({ id: mowers.id, name: mowers.name }).from(mowers)

export const cartExists = async (tx: Reader, id: string): Promise<boolean> =>
  (await tx.select({ id: carts.id }).from(carts).where(eq(carts.id, id)).for('share')).length > 0

export const allCartIds = async (tx: Tx): Promise<string[]> =>
  (await tx.select({ id: carts.id }).from(carts)).map(({ id }) => id)

export const readPhones = async (reader: Reader): Promise<TechnicalNumber[]> =>
  (
    await reader
      .select()
      .from(technicalNumbers)
      .orderBy(asc(naturally(technicalNumbers.department)))
  ).map(row => ({
    ...row,
    updatedAt: row.updatedAt.toISOString(),
  }))

/** The newest recorded position of each of these carts. */
export const lastPositions = async (reader: Reader) =>
  (
    await reader.execute<{ vehicleId: string; at: string; lon: number; lat: number; accuracyM: number | null }>(sql`
      select ${carts.id} as "vehicleId", p.at::text as at, p.lon, p.lat, p.accuracy_m as "accuracyM"
      from ${carts} cross join lateral (
        select * from ${positions} where ${positions.vehicleId} = ${carts.id} order by ${positions.at} desc limit 1) p`)
  ).rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }))

/** Cart ids by the hash of the key. */
export const readKeys = async (reader: Reader): Promise<Map<string, string>> =>
  new Map((await reader.select().from(cartKeys)).map(({ hash, cartId }) => [hash, cartId]))

export const readAccess = async (reader: Reader, cartId: string): Promise<CartAccess> => {
  const [key] = await reader.select().from(cartKeys).where(eq(cartKeys.cartId, cartId))
  const devices = await reader
    .select()
    .from(cartDevices)
    .where(eq(cartDevices.cartId, cartId))
    .orderBy(asc(cartDevices.pairedAt))
  return {
    key:
      key === undefined
        ? null
        : {
            beginning: key.beginning,
            createdAt: key.createdAt.toISOString(),
            lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
          },
    devices: devices.map(({ id, name, pairedAt, lastSeenAt }) => ({
      id,
      name,
      pairedAt: pairedAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    })),
  }
}

export const storeKey = async (
  tx: Tx,
  key: { readonly cartId: string; readonly hash: string; readonly beginning: string },
  createdAt: Date,
): Promise<void> => {
  await tx.delete(cartKeys).where(eq(cartKeys.cartId, key.cartId))
  await tx.insert(cartKeys).values({ ...key, createdAt })
}

export const removeKey = async (tx: Tx, cartId: string): Promise<boolean> =>
  (await tx.delete(cartKeys).where(eq(cartKeys.cartId, cartId)).returning({ id: cartKeys.cartId })).length > 0

export const noteKeysUsed = async (db: Database, cartIds: readonly string[], at: Date): Promise<void> => {
  if (cartIds.length === 0) return
  await db
    .update(cartKeys)
    .set({ lastUsedAt: at })
    .where(sql`${cartKeys.cartId} = any(${sql.param([...cartIds])}::uuid[])`)
}

/** A new code ends the earlier ones of the cart. */
export const storePairing = async (tx: Tx, cartId: string, codeHash: string, expiresAt: Date): Promise<void> => {
  await tx.delete(cartPairings).where(eq(cartPairings.cartId, cartId))
  await tx.insert(cartPairings).values({ codeHash, cartId, expiresAt })
}

/** Takes the code away. @returns the cart, undefined for a code that is wrong, used or too old */
export const redeemPairing = async (
  tx: Tx,
  codeHash: string,
  now: Date,
): Promise<{ id: string; name: string } | undefined> => {
  const [taken] = await tx
    .delete(cartPairings)
    .where(and(eq(cartPairings.codeHash, codeHash), gt(cartPairings.expiresAt, now)))
    .returning({ cartId: cartPairings.cartId })
  if (taken === undefined) return undefined
  const [cart] = await tx.select({ id: carts.id, name: carts.name }).from(carts).where(eq(carts.id, taken.cartId))
  return cart
}

export const addDevice = async (
  tx: Tx,
  device: Pick<typeof cartDevices.$inferInsert, 'cartId' | 'tokenHash' | 'name' | 'pairedAt'>,
): Promise<void> => {
  await tx.insert(cartDevices).values(device)
}

export const removeDevice = async (tx: Tx, cartId: string, id: string): Promise<boolean> =>
  (
    await tx
      .delete(cartDevices)
      .where(and(eq(cartDevices.cartId, cartId), eq(cartDevices.id, id)))
      .returning({ id: cartDevices.id })
  ).length > 0

type StoredMessage = typeof cartMessages.$inferSelect

const messageOf = ({ sentAt, seenAt, liftedAt, ...row }: StoredMessage): CartMessage => ({
  ...row,
  sentAt: sentAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
  liftedAt: liftedAt?.toISOString() ?? null,
})

const MOST_MESSAGES = 200

export const listMessages = async (reader: Reader, cartId: string | undefined): Promise<CartMessage[]> =>
  (
    await reader
      .select()
      .from(cartMessages)
      .where(cartId === undefined ? undefined : eq(cartMessages.cartId, cartId))
      .orderBy(desc(cartMessages.sentAt), desc(cartMessages.id))
      .limit(MOST_MESSAGES)
  ).map(messageOf)

/** Messages that the cart still has to show: unseen, or in force. */
export const openMessages = async (reader: Reader, cartId: string): Promise<CartMessage[]> =>
  (
    await reader
      .select()
      .from(cartMessages)
      .where(
        and(
          eq(cartMessages.cartId, cartId),
          isNull(cartMessages.liftedAt),
          or(isNull(cartMessages.seenAt), inArray(cartMessages.kind, ['lock', 'callBack'])),
        ),
      )
      .orderBy(desc(cartMessages.sentAt), desc(cartMessages.id))
      .limit(50)
  ).map(messageOf)

export const addMessages = async (
  db: Reader,
  cartIds: readonly string[],
  message: { readonly kind: CartMessageKind; readonly text: string; readonly from: string | null },
  sentAt: Date,
): Promise<CartMessage[]> =>
  cartIds.length === 0
    ? []
    : (
        await db
          .insert(cartMessages)
          .values(cartIds.map(cartId => ({ ...message, cartId, sentAt })))
          .returning()
      ).map(messageOf)

/** The carts among these ids that there are. */
export const knownCarts = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  (
    await tx
      .select({ id: carts.id })
      .from(carts)
      .where(inArray(carts.id, [...ids]))
      .for('share')
  ).map(({ id }) => id)

export const liftMessage = async (tx: Tx, id: string, now: Date): Promise<CartMessage | undefined> => {
  const [row] = await tx
    .update(cartMessages)
    .set({ liftedAt: now })
    .where(
      and(eq(cartMessages.id, id), isNull(cartMessages.liftedAt), inArray(cartMessages.kind, ['lock', 'callBack'])),
    )
    .returning()
  return row === undefined ? undefined : messageOf(row)
}

/** Messages that a mode of the course sent to carts end with it, seen or not. @returns how many there were */
export const liftAll = async (tx: Tx, ids: readonly string[], now: Date): Promise<number> =>
  ids.length === 0
    ? 0
    : (
        await tx
          .update(cartMessages)
          .set({ liftedAt: now })
          .where(and(inArray(cartMessages.id, [...ids]), isNull(cartMessages.liftedAt)))
          .returning({ id: cartMessages.id })
      ).length

export const countOpen = (reader: Reader, ids: readonly string[]): Promise<number> =>
  ids.length === 0
    ? Promise.resolve(0)
    : reader.$count(cartMessages, and(inArray(cartMessages.id, [...ids]), isNull(cartMessages.liftedAt)))

/** The first time counts; seen again it stays as it is. */
export const seeMessage = async (tx: Tx, cartId: string, id: string, now: Date): Promise<CartMessage | undefined> => {
  const [row] = await tx
    .update(cartMessages)
    .set({ seenAt: sql`coalesce(${cartMessages.seenAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(cartMessages.id, id), eq(cartMessages.cartId, cartId)))
    .returning()
  return row === undefined ? undefined : messageOf(row)
}

export const forgetMessages = async (db: Database, before: Date): Promise<void> => {
  await db.delete(cartMessages).where(lt(cartMessages.sentAt, before))
}

const orderOf = ({ day: _, ...row }: typeof orders.$inferSelect): Order => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const ordersOfCart = async (reader: Reader, cartId: string, since: Date): Promise<Order[]> =>
  (
    await reader
      .select()
      .from(orders)
      .where(and(eq(orders.cartId, cartId), gt(orders.createdAt, since)))
      .orderBy(desc(orders.createdAt))
      .limit(50)
  ).map(orderOf)

/** The order that the tablet of this cart already placed under this number. */
export const orderOfRequest = async (tx: Tx, requestId: string, cartId: string): Promise<Order | undefined> => {
  // Two orders of the same number at the same time follow one another.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${requestId}, 0))`)
  const [row] = await tx
    .select({ order: orders })
    .from(cartOrders)
    .innerJoin(orders, eq(orders.id, cartOrders.orderId))
    .where(and(eq(cartOrders.requestId, requestId), eq(cartOrders.cartId, cartId)))
  return row === undefined ? undefined : orderOf(row.order)
}

export const noteRequest = async (tx: Tx, requestId: string, cartId: string, orderId: string): Promise<void> => {
  await tx.insert(cartOrders).values({ requestId, cartId, orderId })
}
