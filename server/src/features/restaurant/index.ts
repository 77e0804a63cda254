/** The restaurant: categories and their dishes, the menu as a golfer sees it, and orders. */

import { calls } from '@greensward/contract'
import { said } from '@greensward/messages'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { crudRoutes } from '../../platform/crud/crudRoutes.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { readUpload } from '../../platform/http/upload.ts'
import { checkPhoto, servedPhoto } from '../../platform/pictures/photo.ts'
import { orderRoutes } from './orders.ts'
import {
  categoryExists,
  categoryStore,
  countDishes,
  dishOf,
  dishStore,
  findPhoto,
  lockSorted,
  storePhoto,
  storeSort,
} from './restaurantStore.ts'
import { servedMenu } from './servedMenu.ts'

const changed = (ctx: Context): void => ctx.live.publish('settings', 'changed', { subject: 'restaurant' })

/** A photo never changes under its hash; never a cache that others share. */
const KEEP = 'private, max-age=86400'

const PHOTO_LIMITS = { megabytes: 2, side: 6_000 }

export const restaurantFeature = (): Feature => ({
  routes: [
    ...crudRoutes(calls.categories, categoryStore, {
      noun: 'category',
      checkRemoval: async (tx, id) => {
        const count = await countDishes(tx, id)
        if (count > 0) refuse('categoryInUse', { count })
      },
      changed,
    }),
    ...crudRoutes(calls.dishes, dishStore, {
      noun: 'dish',
      check: async (tx, dish) => {
        if (!(await categoryExists(tx, String(dish.categoryId)))) {
          refuseFields({ 'body.categoryId': said('noSuchCategory') })
        }
      },
      changed,
    }),
    route(calls.menu.get, ({ ctx, query }) =>
      servedMenu(ctx.db, query.at === undefined ? ctx.clock.now() : new Date(query.at)),
    ),
    route(calls.menu.sort, async ({ ctx, body, user, write }) => {
      await write(async tx => {
        const known = await lockSorted(tx, body.of === 'dishes' ? body.categoryId : undefined)
        const named = new Set(body.ids)
        if (named.size !== body.ids.length) {
          refuseFields({ 'body.ids': said('namesTwice') })
        }
        if (named.size !== known.length || known.some(id => !named.has(id))) {
          refuse('menuChanged', {}, { details: { ids: known } })
        }
        await storeSort(tx, body.of, body.ids)
        await ctx.audit(tx, { user, action: 'menu.sort', subject: 'menu', details: body })
        return {}
      })
      changed(ctx)
      return {}
    }),
    route(
      calls.dishes.setPhoto,
      async ({ ctx, params, request, user, write }) => {
        const photo = checkPhoto((await readUpload(request)).data, PHOTO_LIMITS)
        const answer = await write(async tx => {
          const dish = await storePhoto(tx, params.id, photo, ctx.clock.now())
          if (dish === undefined) return refuse('notFound')
          await ctx.audit(tx, { user, action: 'dish.setPhoto', subject: 'dish', subjectId: dish.id })
          return dishOf(dish)
        })
        changed(ctx)
        return answer
      },
      { multipart: true },
    ),
    route(
      calls.dishes.photo,
      async ({ ctx, params, request, reply }): Promise<FastifyReply> => {
        const photo = await findPhoto(ctx.db, params.id)
        if (photo === undefined) return refuse('notFound')
        const etag = `"${photo.hash}"`
        reply.headers({ etag, 'cache-control': KEEP, vary: 'x-api-key' })
        if (request.headers['if-none-match'] === etag) return reply.code(304).send()
        const data = servedPhoto(photo)
        return data === undefined ? refuse('notFound') : reply.type(photo.type).send(Buffer.from(data))
      },
      { bare: true },
    ),
    route(calls.dishes.removePhoto, async ({ ctx, params, user, write }) => {
      const answer = await write(async tx => {
        const dish = await storePhoto(tx, params.id, null, ctx.clock.now())
        if (dish === undefined) return refuse('notFound')
        await ctx.audit(tx, { user, action: 'dish.removePhoto', subject: 'dish', subjectId: dish.id })
        return dishOf(dish)
      })
      changed(ctx)
      return answer
    }),
    ...orderRoutes,
  ],
})
