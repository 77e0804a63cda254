/** The menu as it is stored. */
import type { Dish } from '@greensward/domain'
import { eq, inArray, sql } from 'drizzle-orm'
import { createCrudStore } from '../../platform/crud/crudStore.ts'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { naturally } from '../../platform/db/listing.ts'
import { categories, dishes, dishPhotos, settings } from '../../platform/db/schema/index.ts'

export const categoryStore = createCrudStore(categories, {
  searched: [categories.name],
  sorted: { sort: categories.sort, name: naturally(categories.name), updatedAt: categories.updatedAt },
  sortedBy: 'sort',
})

export const dishStore = createCrudStore(dishes, {
  searched: [dishes.name, dishes.description],
  sorted: {
    sort: dishes.sort,
    name: naturally(dishes.name),
    priceMinor: dishes.priceMinor,
    updatedAt: dishes.updatedAt,
  },
  sortedBy: 'sort',
})

export const countDishes = (tx: Tx, categoryId: string): Promise<number> =>
  tx.$count(dishes, eq(dishes.categoryId, categoryId))

export const categoryExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, id)).for('share')).length > 0

export type StoredDish = typeof dishes.$inferSelect

export const dishOf = (stored: StoredDish): Dish => ({ ...stored, updatedAt: stored.updatedAt.toISOString() })

/** The whole menu in its order. */
export const readMenu = async (db: Reader) => {
  const [all, own] = await Promise.all([
    db.select().from(categories).orderBy(categories.sort, categories.id),
    db.select().from(dishes).orderBy(dishes.sort, dishes.id),
  ])
  return all.map(category => ({
    ...category,
    updatedAt: category.updatedAt.toISOString(),
    dishes: own.filter(({ categoryId }) => categoryId === category.id).map(dishOf),
  }))
}

export const lockDishes = (tx: Tx, ids: readonly string[]): Promise<readonly StoredDish[]> =>
  tx
    .select()
    .from(dishes)
    .where(inArray(dishes.id, [...ids]))
    .orderBy(dishes.id)
    .for('share')

/** Ids of all categories, or of the dishes of one, locked. */
export const lockSorted = async (tx: Tx, categoryId: string | undefined): Promise<readonly string[]> => {
  const rows =
    categoryId === undefined
      ? await tx.select({ id: categories.id }).from(categories).orderBy(categories.id).for('update')
      : await tx
          .select({ id: dishes.id })
          .from(dishes)
          .where(eq(dishes.categoryId, categoryId))
          .orderBy(dishes.id)
          .for('update')
  return rows.map(({ id }) => id)
}

/** Moves do not count as a change of a category or dish: a person who edits one meanwhile is not disturbed. */
export const storeSort = async (tx: Tx, table: 'categories' | 'dishes', ids: readonly string[]): Promise<void> => {
  const target = table === 'categories' ? categories : dishes
  for (const [sort, id] of ids.entries()) await tx.update(target).set({ sort }).where(eq(target.id, id))
}

/** @param photo null removes it. @returns undefined for an unknown dish */
export const storePhoto = async (
  tx: Tx,
  dishId: string,
  photo: { readonly type: string; readonly data: Uint8Array; readonly hash: string } | null,
  now: Date,
): Promise<StoredDish | undefined> => {
  const [before] = await tx.select().from(dishes).where(eq(dishes.id, dishId)).for('update')
  if (before === undefined) return undefined
  if (photo === null) await tx.delete(dishPhotos).where(eq(dishPhotos.dishId, dishId))
  else {
    const { type, data } = photo
    await tx
      .insert(dishPhotos)
      .values({ dishId, type, data })
      .onConflictDoUpdate({ target: dishPhotos.dishId, set: { type, data } })
  }
  const [after] = await tx
    .update(dishes)
    .set({ photo: photo?.hash ?? null, updatedAt: laterThan(before.updatedAt, now) })
    .where(eq(dishes.id, dishId))
    .returning()
  return after
}

export const findPhoto = async (
  db: Reader,
  dishId: string,
): Promise<{ type: string; data: Uint8Array; hash: string | null } | undefined> => {
  const [row] = await db
    .select({ type: dishPhotos.type, data: dishPhotos.data, hash: dishes.photo })
    .from(dishPhotos)
    .innerJoin(dishes, eq(dishes.id, dishPhotos.dishId))
    .where(eq(dishPhotos.dishId, dishId))
  return row
}

/** The course's time zone. */
export const readTimeZone = async (db: Reader): Promise<string> => {
  const [row] = await db
    .select({ zone: sql<string | null>`${settings.value} ->> 'timeZone'` })
    .from(settings)
    .where(eq(settings.name, 'map'))
  return row?.zone ?? 'UTC'
}
