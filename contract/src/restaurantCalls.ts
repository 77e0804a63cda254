/** The menu, and what is ordered from it. */

import { category, dish, id, instant, order, orderRequest, orderStatus } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, crud, listOf, nothing, pageQuery, updating } from './call.ts'

/** The menu that a golfer can order from now. */
export const menu = z.strictObject({
  categories: z.array(z.strictObject({ ...category.shape, dishes: z.array(dish) })),
})
export type Menu = z.infer<typeof menu>

export const restaurantCalls = {
  categories: crud(
    'categories',
    'restaurant.read',
    'restaurant.edit',
    category,
    category.omit({ id: true, updatedAt: true }),
  ),
  dishes: {
    ...crud(
      'dishes',
      'restaurant.read',
      'restaurant.edit',
      dish,
      dish.omit({ id: true, updatedAt: true, photo: true }),
    ),
    /** multipart/form-data with one file. */
    setPhoto: call({
      method: 'PUT',
      path: 'dishes/{id}/photo',
      who: 'restaurant.edit',
      params: byId,
      result: dish,
    }),
    /** Answers the bare picture. */
    photo: call({
      method: 'GET',
      path: 'dishes/{id}/photo',
      who: 'restaurant.read',
      params: byId,
      result: z.unknown(),
    }),
    removePhoto: call({
      method: 'DELETE',
      path: 'dishes/{id}/photo',
      who: 'restaurant.edit',
      params: byId,
      result: dish,
    }),
  },
  menu: {
    get: call({
      method: 'GET',
      path: 'menu',
      who: 'restaurant.read',
      query: z.strictObject({ at: instant.optional() }),
      result: menu,
    }),
    sort: call({
      method: 'PUT',
      path: 'menu/order',
      who: 'restaurant.edit',
      body: z.discriminatedUnion('of', [
        z.strictObject({ of: z.literal('categories'), ids: z.array(id).min(1).max(500) }),
        z.strictObject({ of: z.literal('dishes'), categoryId: id, ids: z.array(id).min(1).max(500) }),
      ]),
      result: nothing,
    }),
  },
  orders: {
    list: call({
      method: 'GET',
      path: 'orders',
      who: 'restaurant.read',
      query: z.strictObject({
        page: pageQuery.page,
        perPage: pageQuery.perPage,
        /** Only those that are not delivered or cancelled. */
        open: z.enum(['true', 'false']).optional(),
        from: instant.optional(),
        to: instant.optional(),
      }),
      result: listOf(order),
    }),
    create: call({
      method: 'POST',
      path: 'orders',
      who: 'restaurant.edit',
      body: orderRequest,
      result: order,
    }),
    move: call({
      method: 'POST',
      path: 'orders/{id}/move',
      who: 'restaurant.edit',
      params: byId,
      body: z.strictObject({ status: orderStatus, ...updating }),
      result: order,
    }),
  },
} as const
