/** Orders: taken at the bar or sent from a cart, then moved on step by step. */

import { calls } from '@greensward/contract'
import { dayOf, isServed, type Order, type OrderRequest, orderMoves } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { addOrder, findCartName, listOrders, lockOrder, moveOrder } from './ordersStore.ts'
import { lockDishes, readTimeZone } from './restaurantStore.ts'

/** Prices and names are the current ones, not those that the person saw; a dish that is not served is refused by name. */
export const takeOrder = async (ctx: Context, tx: Tx, request: OrderRequest): Promise<Order> => {
  const now = ctx.clock.now()
  const timeZone = await readTimeZone(tx)
  const cartName = request.cartId === null ? null : await findCartName(tx, request.cartId)
  if (cartName === undefined) return refuseFields({ 'body.cartId': said('noSuchCart') })
  const dishes = await lockDishes(
    tx,
    request.lines.map(({ dishId }) => dishId),
  )
  const fields: Record<string, Said> = {}
  const lines = request.lines.flatMap(({ dishId, quantity }, index) => {
    const dish = dishes.find(({ id }) => id === dishId)
    const field = `body.lines.${index}.dishId`
    if (dish === undefined) fields[field] = said('noSuchDish')
    else if (!isServed(dish, now, timeZone)) fields[field] = said('notServedNow', { dish: dish.name })
    else return [{ dishId, name: dish.name, priceMinor: dish.priceMinor, currency: dish.currency, quantity }]
    return []
  })
  const currency = lines[0]?.currency ?? ''
  for (const [index, line] of lines.entries()) {
    if (line.currency !== currency) fields[`body.lines.${index}.dishId`] ??= said('otherCurrency')
  }
  if (Object.keys(fields).length > 0) refuseFields(fields)
  return addOrder(
    tx,
    {
      day: dayOf(now, timeZone),
      status: 'new',
      cartId: request.cartId,
      cartName,
      lines: lines.map(({ currency: _, ...line }) => line),
      currency,
      totalMinor: lines.reduce((sum, { priceMinor, quantity }) => sum + priceMinor * quantity, 0),
      note: request.note,
    },
    now,
  )
}

/** After commit: every open list is updated, and the bar is notified of a new one. */
export const announceOrder = (ctx: Context, order: Order): void => {
  ctx.live.publish('settings', 'changed', { subject: 'orders' })
  if (order.status !== 'new') return
  ctx.events.emit('notice', {
    level: 'info',
    subject: 'order',
    subjectId: order.id,
    kind: order.cartName === null ? 'newOrder' : 'newOrderFromCart',
    values: { number: order.number, cart: order.cartName ?? '' },
  })
}

export const orderRoutes: readonly Route[] = [
  route(calls.orders.list, ({ ctx, query }) => listOrders(ctx.db, query)),
  route(calls.orders.create, async ({ ctx, body, user, write }) => {
    const answer = await write(async tx => {
      const order = await takeOrder(ctx, tx, body)
      await ctx.audit(tx, { user, action: 'order.create', subject: 'order', subjectId: order.id, details: order })
      return order
    })
    announceOrder(ctx, answer)
    return answer
  }),
  route(calls.orders.move, async ({ ctx, params, body, user, write }) => {
    const answer = await write(async tx => {
      const before = await lockOrder(tx, params.id)
      if (before === undefined) return refuse('notFound')
      if (before.updatedAt !== new Date(body.updatedAt).toISOString()) {
        return refuse('conflict', {}, { details: before })
      }
      if (!orderMoves(before.status).includes(body.status)) {
        return refuseFields({ 'body.status': said('orderMove', { status: before.status, next: body.status }) })
      }
      const after = await moveOrder(tx, before, body.status, ctx.clock.now())
      await ctx.audit(tx, {
        user,
        action: `order.${body.status}`,
        subject: 'order',
        subjectId: after.id,
        details: { before: { status: before.status }, after: { status: after.status } },
      })
      return after
    })
    announceOrder(ctx, answer)
    return answer
  }),
]
