/** A hole that goes takes nothing with it: the zones and mission areas that were played along it belong to no hole then. */
import type { CourseFeature, Hole } from './course.ts'
import type { CourseDiff } from './courseDiff.ts'

const withoutHole = (feature: CourseFeature): CourseFeature =>
  feature.kind === 'zone' || feature.kind === 'missionArea'
    ? ({ ...feature, properties: { ...feature.properties, holeId: null } } as CourseFeature)
    : feature

const holeIdOf = (feature: CourseFeature): string | null =>
  feature.kind === 'zone' || feature.kind === 'missionArea' ? feature.properties.holeId : null

/** Zones and mission areas that belong to one of these holes now. */
export const belongingTo = (
  holes: readonly Pick<Hole, 'id'>[],
  features: readonly CourseFeature[],
): readonly CourseFeature[] => {
  const ids = new Set(holes.map(({ id }) => id))
  return features.filter(feature => ids.has(holeIdOf(feature) ?? ''))
}

/**
 * The diff, completed: no zone and no mission area points to a hole that it removes. A feature that pointed to nothing
 * before, and that the diff changes, belongs to no hole from then on. A reference to an unknown hole that the diff itself
 * brings is left as it is, for the rules to refuse.
 * @param features the map before the diff
 */
export const withHolesLeft = (features: readonly CourseFeature[], diff: CourseDiff): CourseDiff => {
  const removed = new Set(diff.removed.map(({ id }) => id))
  const known = new Set<string>()
  for (const feature of features) if (feature.kind === 'hole' && !removed.has(feature.id)) known.add(feature.id)
  for (const feature of diff.added) if (feature.kind === 'hole') known.add(feature.id)
  const isStale = (holeId: string, before: CourseFeature): boolean =>
    !known.has(holeId) && (removed.has(holeId) || holeIdOf(before) === holeId)
  const updated = diff.updated.map(([before, after]): readonly [CourseFeature, CourseFeature] => {
    const holeId = holeIdOf(after)
    return holeId !== null && isStale(holeId, before) ? [before, withoutHole(after)] : [before, after]
  })
  const holes = diff.removed.filter((feature): feature is Hole => feature.kind === 'hole' && !known.has(feature.id))
  if (holes.length === 0) return { ...diff, updated }
  const touched = new Set([...removed, ...diff.updated.map(([{ id }]) => id)])
  const left = belongingTo(holes, features).filter(({ id }) => !touched.has(id))
  return { ...diff, updated: [...updated, ...left.map(feature => [feature, withoutHole(feature)] as const)] }
}

/** Features that belong to a hole before the diff and to none after it. */
export const losingHoles = (diff: CourseDiff): readonly CourseFeature[] =>
  diff.updated
    .filter(([before, after]) => holeIdOf(before) !== null && holeIdOf(after) === null)
    .map(([before]) => before)
