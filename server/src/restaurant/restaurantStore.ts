/** The menu as it is stored. */
import { eq, sql } from 'drizzle-orm'
import { createCrudStore } from '../crud/crudStore.ts'
import type { Tx } from '../db/database.ts'
import { categories, dishes } from '../db/schema/index.ts'

export const categoryStore = createCrudStore(categories, {
  searched: [categories.name],
  sorted: { sort: categories.sort, name: sql`lower(${categories.name})`, updatedAt: categories.updatedAt },
  sortedBy: 'sort',
})

export const dishStore = createCrudStore(dishes, {
  searched: [dishes.name],
  sorted: {
    sort: dishes.sort,
    name: sql`lower(${dishes.name})`,
    priceMinor: dishes.priceMinor,
    updatedAt: dishes.updatedAt,
  },
  sortedBy: 'sort',
})

export const countDishes = (tx: Tx, categoryId: string): Promise<number> =>
  tx.$count(dishes, eq(dishes.categoryId, categoryId))

export const categoryExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, id)).for('share')).length > 0
