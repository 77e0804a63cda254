/** Mowing patterns, and which of them a mission may take. */
import type { MowingPattern } from '@greensward/geometry'
import { z } from 'zod'

export const mowingPattern = z.enum(['straight', 'contour', 'concentric', 'perCell']) satisfies z.ZodType<MowingPattern>

/** A pattern that a person forces, or the quickest of those that the type of the zone allows. */
export const patternChoice = z.enum(['auto', ...mowingPattern.options])
export type PatternChoice = z.infer<typeof patternChoice>

/** A type of zone that names none is striped. */
const STRIPES: readonly MowingPattern[] = ['straight']

/** The patterns that the planner may choose from; each of several mowers on one zone mows its part in straight rows. */
export const patternsFor = (
  chosen: PatternChoice,
  zoneType: { readonly patterns?: readonly MowingPattern[] | undefined } | undefined,
  isPart: boolean,
): readonly MowingPattern[] => {
  if (isPart) return STRIPES
  return chosen === 'auto' ? (zoneType?.patterns ?? STRIPES) : [chosen]
}
