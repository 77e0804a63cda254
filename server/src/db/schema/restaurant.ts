import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, updatedAtColumn } from './columns.ts'

export const categories = pgTable('categories', {
  id: idColumn(),
  name: text('name').notNull(),
  sort: bigint('sort', { mode: 'number' }).notNull(),
  updatedAt: updatedAtColumn(),
})

export const dishes = pgTable('dishes', {
  id: idColumn(),
  categoryId: uuid('category_id')
    .notNull()
    .references(() => categories.id),
  name: text('name').notNull(),
  priceMinor: bigint('price_minor', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  sort: bigint('sort', { mode: 'number' }).notNull(),
  updatedAt: updatedAtColumn(),
})
