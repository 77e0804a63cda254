/** The shown part of the map's history: one revision instead of today, or two states over each other. */

import { calls } from '@greensward/contract'
import type { CourseDiff, CourseFeature } from '@greensward/domain'
import { useCallback, useMemo, useState } from 'react'
import { useCall } from '../../../api/index.ts'
import type { ComparisonDrawing } from '../../../map-canvas/scene.ts'

export interface Past {
  /** The revision that is looked at; null looks at today. */
  readonly revision: number | null
  /** The course of that revision; null for today and while it is being read. */
  readonly features: readonly CourseFeature[] | null
  readonly isReading: boolean
  readonly error: unknown
  readonly comparison: ComparisonDrawing | null
  readonly look: (revision: number | null) => void
  readonly compare: (diff: CourseDiff | null) => void
}

export function usePast(): Past {
  const [revision, setRevision] = useState<number | null>(null)
  const [diff, setDiff] = useState<CourseDiff | null>(null)
  const then = useCall(calls.mapHistory.map, { params: { revision: revision ?? 0 } }, { enabled: revision !== null })
  const comparison = useMemo(
    () =>
      diff === null
        ? null
        : {
            before: [...diff.removed, ...diff.updated.map(([before]) => before)],
            after: [...diff.added, ...diff.updated.map(([, after]) => after)],
          },
    [diff],
  )
  const look = useCallback((next: number | null) => {
    setRevision(next)
    if (next !== null) setDiff(null)
  }, [])
  return {
    revision,
    features: revision === null ? null : (then.data?.features ?? null),
    isReading: revision !== null && then.isPending,
    error: revision === null ? null : then.error,
    comparison,
    look,
    compare: setDiff,
  }
}
