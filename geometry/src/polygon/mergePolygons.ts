import type { PolygonXY } from '../units.ts'
import { offset, union } from './clipper.ts'
import { heal } from './heal.ts'
import { areaM2 } from './measure.ts'

/** Neighbours that were drawn along one edge are this near to each other, and are meant to touch. */
const GAP_M = 0.02

/**
 * Polygons that overlap, touch or are within 2 cm of each other along an edge, made one; what is farther apart stays
 * apart. The largest first.
 */
export const mergePolygons = (polygons: readonly PolygonXY[]): PolygonXY[] => {
  // Grown and shrunk again, so that a hair's breadth between two neighbours neither parts them nor stays as a hole.
  const grown = union(...polygons.map(polygon => offset([polygon], GAP_M / 2, 'mitre')))
  const merged = offset(grown, -GAP_M / 2, 'mitre')
  return heal(merged, polygons, GAP_M * 0.6).sort((a, b) => areaM2(b) - areaM2(a))
}
