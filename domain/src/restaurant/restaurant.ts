/** The menu and what is ordered from it. */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { freeText, id, instant, line } from '../common/text.ts'
import { wallClock } from '../common/zonedTime.ts'
import { clockTime } from '../schedule/timetable.ts'

/** The languages that the product speaks besides what the menu is written in. */
export const menuLanguage = z.enum(['en', 'de', 'es'])
export type MenuLanguage = z.infer<typeof menuLanguage>

/** The fourteen allergens that European law names. */
export const allergen = z.enum([
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soya',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
])
export type Allergen = z.infer<typeof allergen>
export const ALLERGENS = allergen.options

const translations = <T extends z.ZodType>(fields: T) => z.partialRecord(menuLanguage, fields)

export const category = z.strictObject({
  id,
  name: line(120),
  translations: translations(z.strictObject({ name: line(120) })),
  sort: z.number().int().min(0),
  updatedAt: instant,
})
export type Category = z.infer<typeof category>

const description = freeText(500)

export const dish = z.strictObject({
  id,
  categoryId: id,
  name: line(120),
  description,
  translations: translations(z.strictObject({ name: line(120), description })),
  allergens: z.array(allergen).max(ALLERGENS.length),
  /** In the smallest unit of the currency (cents). */
  priceMinor: z.number().int().min(0).max(100_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/, fieldFault('currency')),
  /** On the menu at all. */
  isAvailable: z.boolean(),
  soldOutUntil: instant.nullable(),
  /** Between which times of the course's day it is served; past midnight where it ends before it begins. */
  servedFrom: clockTime.nullable(),
  servedTo: clockTime.nullable(),
  sort: z.number().int().min(0),
  /** Changes with every new photo; null without one. */
  photo: z.string().nullable(),
  updatedAt: instant,
})
export type Dish = z.infer<typeof dish>

/** Whether a dish can be ordered at a moment, by the clock of the course. */
export const isServed = (
  {
    isAvailable,
    soldOutUntil,
    servedFrom,
    servedTo,
  }: Pick<Dish, 'isAvailable' | 'soldOutUntil' | 'servedFrom' | 'servedTo'>,
  at: Date,
  timeZone: string,
): boolean => {
  if (!isAvailable) return false
  if (soldOutUntil !== null && at < new Date(soldOutUntil)) return false
  const { hour, minute } = wallClock(at, timeZone)
  const now = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  if (servedFrom !== null && servedTo !== null && servedFrom > servedTo) return now >= servedFrom || now < servedTo
  return (servedFrom === null || now >= servedFrom) && (servedTo === null || now < servedTo)
}

export const orderStatus = z.enum(['new', 'accepted', 'ready', 'delivered', 'cancelled'])
export type OrderStatus = z.infer<typeof orderStatus>

const MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  new: ['accepted', 'cancelled'],
  accepted: ['ready', 'cancelled'],
  ready: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

/** The next possible states of an order. */
export const orderMoves = (status: OrderStatus): readonly OrderStatus[] => MOVES[status]
export const isOpenOrder = (status: OrderStatus): boolean => MOVES[status].length > 0

export const orderLine = z.strictObject({
  dishId: id,
  /** As it was called and what it cost when it was ordered. */
  name: z.string(),
  priceMinor: z.number().int(),
  quantity: z.number().int(),
})

export const order = z.strictObject({
  id,
  /** Counts from 1 on each day of the course. */
  number: z.number().int(),
  status: orderStatus,
  /** Null for one that was taken at the bar itself. */
  cartId: id.nullable(),
  cartName: z.string().nullable(),
  lines: z.array(orderLine),
  currency: z.string(),
  totalMinor: z.number().int(),
  note: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type Order = z.infer<typeof order>

export const orderRequest = z.strictObject({
  cartId: id.nullable().default(null),
  lines: z
    .array(z.strictObject({ dishId: id, quantity: z.number().int().min(1).max(99) }))
    .min(1, fieldFault('noDish'))
    .max(50)
    .refine(lines => new Set(lines.map(({ dishId }) => dishId)).size === lines.length, fieldFault('dishTwice')),
  note: freeText(300).default(''),
})
export type OrderRequest = z.infer<typeof orderRequest>
