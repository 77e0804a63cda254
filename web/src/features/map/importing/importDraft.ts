import {
  type CourseDiff,
  type CourseFeature,
  chosenFeatures,
  type ImportChoice,
  withHolesLeft,
} from '@greensward/domain'
import type { ImportPreview } from '@greensward/domain/contract'
import { boundsAround, liesWithin } from './bounds.ts'

/** The preview on the map before the import is stored. */
export interface ImportDraft {
  readonly features: readonly CourseFeature[]
}

export const NO_DRAFT: ImportDraft = { features: [] }

export type ImportMode = ImportChoice['mode']

/** Choices that the file does not contain. */
const KEPT: readonly CourseFeature['kind'][] = ['note', 'missionArea', 'markedArea']

/**
 * The one change that an import becomes. Replacing takes away all that a file can describe and keeps notes, mission
 * areas and marked areas that lie on the new course; what stays belongs to no hole that went.
 */
export const importDiff = (
  preview: Pick<ImportPreview, 'features' | 'standing'>,
  present: readonly CourseFeature[],
  choice: ImportChoice,
): CourseDiff => {
  const added = chosenFeatures(preview, choice)
  const around = boundsAround(added)
  const stays = (feature: CourseFeature): boolean =>
    KEPT.includes(feature.kind) && around !== undefined && liesWithin([feature], around)
  return withHolesLeft(present, {
    added,
    updated: [],
    removed: choice.mode === 'add' ? [] : present.filter(feature => !stays(feature)),
  })
}
