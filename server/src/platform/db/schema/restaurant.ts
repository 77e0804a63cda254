import type { Allergen, Dish, MenuLanguage, Order, OrderStatus } from '@greensward/domain'
import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, idColumn, moment, updatedAtColumn } from './columns.ts'
import { carts } from './garage.ts'

export const categories = pgTable('categories', {
  id: idColumn(),
  name: text('name').notNull(),
  translations: jsonb('translations').$type<{ [L in MenuLanguage]?: { name: string } }>().notNull().default({}),
  sort: bigint('sort', { mode: 'number' }).notNull(),
  updatedAt: updatedAtColumn(),
})

export const dishes = pgTable('dishes', {
  id: idColumn(),
  categoryId: uuid('category_id')
    .notNull()
    .references(() => categories.id),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  translations: jsonb('translations').$type<Dish['translations']>().notNull().default({}),
  allergens: jsonb('allergens').$type<Allergen[]>().notNull().default([]),
  priceMinor: bigint('price_minor', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  isAvailable: boolean('is_available').notNull().default(true),
  /** As on the wire. */
  soldOutUntil: text('sold_out_until'),
  servedFrom: text('served_from'),
  servedTo: text('served_to'),
  sort: bigint('sort', { mode: 'number' }).notNull(),
  /** The hash of the photo's bytes. */
  photo: text('photo'),
  updatedAt: updatedAtColumn(),
})

/** In the database, so that every replica has them and a backup holds them. */
export const dishPhotos = pgTable('dish_photos', {
  dishId: uuid('dish_id')
    .primaryKey()
    .references(() => dishes.id, { onDelete: 'cascade' }),
  type: text('type').notNull(),
  data: bytes('data').notNull(),
})

export const orders = pgTable(
  'orders',
  {
    id: idColumn(),
    /** The course's day that `number` counts on. */
    day: date('day', { mode: 'string' }).notNull(),
    number: integer('number').notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    cartId: uuid('cart_id').references(() => carts.id, { onDelete: 'set null' }),
    /** Kept when the cart is gone. */
    cartName: text('cart_name'),
    lines: jsonb('lines').$type<Order['lines']>().notNull(),
    currency: text('currency').notNull(),
    totalMinor: bigint('total_minor', { mode: 'number' }).notNull(),
    note: text('note').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: updatedAtColumn(),
  },
  table => [
    uniqueIndex('orders_number').on(table.day, table.number),
    index('orders_created').on(table.createdAt),
    index('orders_status').on(table.status),
  ],
)
