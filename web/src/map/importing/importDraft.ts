import type { CourseDiff, CourseFeature } from '@greensward/domain'
import type { ImportPreview } from '@greensward/domain/contract'

/** What stands on the map for a look before it is stored. */
export interface ImportDraft {
  readonly features: readonly CourseFeature[]
}

export const NO_DRAFT: ImportDraft = { features: [] }

export type ImportMode = 'add' | 'replace'

/**
 * The one change that an import becomes. Replacing takes away all that a file can describe and keeps what only people
 * here can know: notes, mission areas and marked areas.
 */
export const importDiff = (
  preview: Pick<ImportPreview, 'features'>,
  present: readonly CourseFeature[],
  mode: ImportMode,
): CourseDiff => ({
  added: preview.features,
  updated: [],
  removed: mode === 'add' ? [] : present.filter(({ kind }) => !KEPT.includes(kind)),
})

const KEPT: readonly CourseFeature['kind'][] = ['note', 'missionArea', 'markedArea']
