import type { CourseDiff, CourseFeature } from '@greensward/domain'
import type { ImportPreview } from '@greensward/domain/contract'
import { boundsAround, liesWithin } from './bounds.ts'

/** What stands on the map for a look before it is stored. */
export interface ImportDraft {
  readonly features: readonly CourseFeature[]
}

export const NO_DRAFT: ImportDraft = { features: [] }

export type ImportMode = 'add' | 'replace'

/** What only people here can know, and no file. */
const KEPT: readonly CourseFeature['kind'][] = ['note', 'missionArea', 'markedArea']

/**
 * The one change that an import becomes. Replacing takes away all that a file can describe and keeps notes, mission
 * areas and marked areas that lie on the new course.
 */
export const importDiff = (
  preview: Pick<ImportPreview, 'features'>,
  present: readonly CourseFeature[],
  mode: ImportMode,
): CourseDiff => {
  const around = boundsAround(preview.features)
  const stays = (feature: CourseFeature): boolean =>
    KEPT.includes(feature.kind) && around !== undefined && liesWithin([feature], around)
  return {
    added: preview.features,
    updated: [],
    removed: mode === 'add' ? [] : present.filter(feature => !stays(feature)),
  }
}
