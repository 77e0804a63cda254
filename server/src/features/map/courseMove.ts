/** A course that is laid out somewhere else: the bounds of the map and its centre go along. */
import type { CourseDiff, CourseFeature, MapBounds } from '@greensward/domain'
import { boxAround, boxOfFeature, type LonLatBox, widened } from '../../shared/course/featureBox.ts'

/** Room to draw round a course that was imported. */
const MARGIN_M = 300

const isGround = ({ kind }: CourseFeature): boolean => kind === 'zone' || kind === 'hole'
/** A file may bring roads alone, which make the first course of an empty map, too. */
const isOfCourse = (feature: CourseFeature): boolean => isGround(feature) || feature.kind === 'road'

const isWithin = ([west, south, east, north]: LonLatBox, { topLeft, bottomRight }: MapBounds): boolean =>
  west >= topLeft[0] && east <= bottomRight[0] && north <= topLeft[1] && south >= bottomRight[1]

/**
 * The box of the new course when a diff leaves no zone and no hole of today and brings others, or roads, beyond the bounds;
 * undefined for every other diff. Bounds guard a course against strays; after such a diff no course is left to guard.
 */
export const newPlaceOf = (
  today: readonly CourseFeature[],
  diff: CourseDiff,
  bounds: MapBounds | null,
): LonLatBox | undefined => {
  const removed = new Set(diff.removed.map(({ id }) => id))
  if (bounds === null || !diff.added.some(isOfCourse)) return undefined
  if (today.some(feature => isGround(feature) && !removed.has(feature.id))) return undefined
  const box = boxAround(diff.added.map(boxOfFeature))
  return isWithin(box, bounds) ? undefined : widened(box, MARGIN_M)
}
