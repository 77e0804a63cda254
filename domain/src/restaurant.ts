import { z } from 'zod'
import { id, instant, line } from './text.ts'

export const category = z.strictObject({ id, name: line(120), sort: z.number().int().min(0), updatedAt: instant })
export type Category = z.infer<typeof category>

export const dish = z.strictObject({
  id,
  categoryId: id,
  name: line(120),
  /** In the smallest unit of the currency (cents). */
  priceMinor: z.number().int().min(0).max(100_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as EUR'),
  sort: z.number().int().min(0),
  updatedAt: instant,
})
export type Dish = z.infer<typeof dish>
