/** How large a piece of the map is to work on. */
import type { CourseFeature } from '@greensward/domain'

const cornersOf = ({ geometry }: CourseFeature): number =>
  geometry.type === 'Polygon'
    ? geometry.coordinates.reduce((sum, ring) => sum + ring.length, 0)
    : geometry.type === 'LineString'
      ? geometry.coordinates.length
      : 1

/** Counts no further than it has to. */
export const hasMoreCorners = (features: readonly CourseFeature[], most: number): boolean => {
  let corners = 0
  for (const feature of features) {
    corners += cornersOf(feature)
    if (corners > most) return true
  }
  return false
}
