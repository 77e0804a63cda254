import type { CourseFeature, ImportChoice } from '@greensward/domain'

/** The preview on the map before the import is stored. */
export interface ImportDraft {
  readonly features: readonly CourseFeature[]
}

export const NO_DRAFT: ImportDraft = { features: [] }

export type ImportMode = ImportChoice['mode']
