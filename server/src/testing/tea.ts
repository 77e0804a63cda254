/** A dish that can be ordered at any time. */
import type { BodyOf, calls } from '@greensward/contract'

export const tea = (categoryId: string): BodyOf<typeof calls.dishes.create> => ({
  categoryId,
  name: 'Tea',
  description: '',
  translations: {},
  allergens: [],
  priceMinor: 250,
  currency: 'EUR',
  isAvailable: true,
  soldOutUntil: null,
  servedFrom: null,
  servedTo: null,
  sort: 1,
})
