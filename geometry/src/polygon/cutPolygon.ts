import type { PolygonXY } from '../units.ts'
import { difference } from './clipper.ts'
import { heal } from './heal.ts'
import { areaM2 } from './measure.ts'

/** Twice the rounding of a boolean operation. */
const NEAR_M = 0.000_3

/**
 * A polygon minus some others, the largest piece first. Corners that were not cut stay exactly the same. Empty when nothing
 * is left.
 */
export const cutPolygon = (polygon: PolygonXY, cutters: readonly PolygonXY[]): PolygonXY[] =>
  heal(difference([polygon], cutters), [polygon, ...cutters], NEAR_M).sort((a, b) => areaM2(b) - areaM2(a))
