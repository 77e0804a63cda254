import { awayFromHoleM, type CourseFeature, FARTHEST_FROM_HOLE_M, type Position } from '@greensward/domain'
import type { Plane } from './plane.ts'

/** The hole on which an area is drawn: most of its line is inside, else it is the nearest; null where none is near. */
export const holeUnder = (
  corners: readonly Position[],
  features: readonly CourseFeature[],
  { toFlat }: Plane,
): string | null => {
  const polygon = { outer: corners.map(toFlat), holes: [] }
  let least = FARTHEST_FROM_HOLE_M
  let found: string | null = null
  for (const feature of features) {
    if (feature.kind !== 'hole') continue
    const awayM = awayFromHoleM(polygon, feature.geometry.coordinates.map(toFlat), null)
    if (awayM > least) continue
    least = awayM
    found = feature.id
  }
  return found
}
