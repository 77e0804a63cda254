import type { CourseFeature } from './course.ts'
import { boundsAround, liesWithin } from './courseBounds.ts'
import type { CourseDiff } from './courseDiff.ts'
import { withHolesLeft } from './holeRemoval.ts'
import { chosenFeatures, type ImportChoice, type ReadCourse } from './importChoice.ts'

/** Kinds that no file contains. */
const KEPT: readonly CourseFeature['kind'][] = ['note', 'missionArea', 'markedArea']

/**
 * The one change that an import becomes; the browser previews it and the server applies it. Replacing takes away all that
 * a file can describe and keeps notes, mission areas and marked areas that lie on the new course; what stays belongs to no
 * hole that went.
 */
export const importDiff = (read: ReadCourse, present: readonly CourseFeature[], choice: ImportChoice): CourseDiff => {
  const added = chosenFeatures(read, choice)
  const around = boundsAround(added)
  const stays = (feature: CourseFeature): boolean =>
    KEPT.includes(feature.kind) && around !== undefined && liesWithin([feature], around)
  return withHolesLeft(present, {
    added,
    updated: [],
    removed: choice.mode === 'add' ? [] : present.filter(feature => !stays(feature)),
  })
}
