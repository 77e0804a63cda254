/** The restaurant's menu: categories and their dishes. */
import { calls } from '@greensward/domain/contract'
import type { Context } from '../context.ts'
import { crudRoutes } from '../crud/crudRoutes.ts'
import type { Feature } from '../feature.ts'
import { refuse } from '../http/refusal.ts'
import { categoryExists, categoryStore, countDishes, dishStore } from './restaurantStore.ts'

const changed = (ctx: Context): void => ctx.live.publish('settings', 'changed', { subject: 'restaurant' })

export const restaurantFeature = (): Feature => ({
  routes: [
    ...crudRoutes(calls.categories, categoryStore, {
      noun: 'category',
      checkRemoval: async (tx, id) => {
        const count = await countDishes(tx, id)
        if (count > 0) refuse('conflict', `${count} ${count === 1 ? 'dish is' : 'dishes are'} in this category`)
      },
      changed,
    }),
    ...crudRoutes(calls.dishes, dishStore, {
      noun: 'dish',
      check: async (tx, dish) => {
        if (!(await categoryExists(tx, String(dish.categoryId)))) {
          refuse('invalid', undefined, { fields: { 'body.categoryId': 'there is no such category' } })
        }
      },
      changed,
    }),
  ],
})
