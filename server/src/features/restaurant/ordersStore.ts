/** Orders as they are stored. */
import type { Order, OrderStatus } from '@greensward/domain'
import { and, count, desc, eq, gte, inArray, lt, max, type SQL } from 'drizzle-orm'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { pageOf } from '../../platform/db/listing.ts'
import { carts, orders } from '../../platform/db/schema/index.ts'

type StoredOrder = typeof orders.$inferSelect

const orderOf = ({ day: _, ...stored }: StoredOrder): Order => ({
  ...stored,
  createdAt: stored.createdAt.toISOString(),
  updatedAt: stored.updatedAt.toISOString(),
})

const OPEN: OrderStatus[] = ['new', 'accepted', 'ready']

export const listOrders = async (
  db: Reader,
  query: {
    readonly page: number
    readonly perPage: number
    readonly open?: 'true' | 'false' | undefined
    readonly from?: string | undefined
    readonly to?: string | undefined
  },
): Promise<{ items: Order[]; total: number }> => {
  const where: SQL | undefined = and(
    query.open === 'true' ? inArray(orders.status, OPEN) : undefined,
    query.from === undefined ? undefined : gte(orders.createdAt, new Date(query.from)),
    query.to === undefined ? undefined : lt(orders.createdAt, new Date(query.to)),
  )
  const { limit, offset } = pageOf(query)
  const rows = await db
    .select()
    .from(orders)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(orders).where(where)
  return { items: rows.map(orderOf), total: counted?.total ?? 0 }
}

export const findCartName = async (tx: Tx, cartId: string): Promise<string | undefined> => {
  const [row] = await tx.select({ name: carts.name }).from(carts).where(eq(carts.id, cartId)).for('share')
  return row?.name
}

/** Numbered after the last order of the day; two at once collide on the number, and one of them is tried again. */
export const addOrder = async (
  tx: Tx,
  order: Omit<StoredOrder, 'id' | 'number' | 'createdAt' | 'updatedAt'>,
  now: Date,
): Promise<Order> => {
  const [last] = await tx
    .select({ number: max(orders.number) })
    .from(orders)
    .where(eq(orders.day, order.day))
  const [row] = await tx
    .insert(orders)
    .values({ ...order, number: (last?.number ?? 0) + 1, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [orders.day, orders.number] })
    .returning()
  return row === undefined ? addOrder(tx, order, now) : orderOf(row)
}

export const lockOrder = async (tx: Tx, id: string): Promise<Order | undefined> => {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row === undefined ? undefined : orderOf(row)
}

export const moveOrder = async (tx: Tx, order: Order, status: OrderStatus, now: Date): Promise<Order> => {
  const [row] = await tx
    .update(orders)
    .set({ status, updatedAt: laterThan(new Date(order.updatedAt), now) })
    .where(eq(orders.id, order.id))
    .returning()
  if (row === undefined) throw new Error('no order came back')
  return orderOf(row)
}
