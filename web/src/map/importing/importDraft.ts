import type { CourseDiff, CourseFeature, Position } from '@greensward/domain'
import type { ImportPreview } from '@greensward/domain/contract'
import { boundsAround, liesWithin } from './bounds.ts'

/** What stands on the map for a look before it is stored. */
export interface ImportDraft {
  readonly features: readonly CourseFeature[]
}

export const NO_DRAFT: ImportDraft = { features: [] }

export type ImportMode = 'add' | 'replace'

/**
 * The one change that an import becomes. Replacing takes away all that a file can describe and keeps what only people
 * here can know: notes, mission areas and marked areas. Those go, too, where the course that comes lies elsewhere.
 */
export const importDiff = (
  preview: Pick<ImportPreview, 'features'>,
  present: readonly CourseFeature[],
  mode: ImportMode,
): CourseDiff => {
  const kept = liesElsewhere(preview.features, present) ? [] : KEPT
  return {
    added: preview.features,
    updated: [],
    removed: mode === 'add' ? [] : present.filter(({ kind }) => !kept.includes(kind)),
  }
}

const KEPT: readonly CourseFeature['kind'][] = ['note', 'missionArea', 'markedArea']

const firstPosition = ({ geometry }: CourseFeature): Position => {
  switch (geometry.type) {
    case 'Point':
      return geometry.coordinates
    case 'LineString':
      return geometry.coordinates[0] ?? [0, 0]
    case 'Polygon':
      return geometry.coordinates[0]?.[0] ?? [0, 0]
  }
}

/** About two kilometres, in degrees of latitude: more than the width of a course. */
const FAR_DEG = 0.02

const middleOf = (features: readonly CourseFeature[]): Position => {
  const positions = features.map(firstPosition)
  const mean = (axis: 0 | 1): number => positions.reduce((sum, position) => sum + position[axis], 0) / positions.length
  return [mean(0), mean(1)]
}

const liesElsewhere = (arriving: readonly CourseFeature[], present: readonly CourseFeature[]): boolean => {
  if (arriving.length === 0 || present.length === 0) return false
  const [a, b] = [middleOf(arriving), middleOf(present)]
  return Math.hypot((a[0] - b[0]) * Math.cos((a[1] * Math.PI) / 180), a[1] - b[1]) > FAR_DEG
}
