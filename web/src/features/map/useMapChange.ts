/** One change of the map, sent as a diff; a conflict or a busy zone comes back as a sentence. */
import type { CourseDiff, CourseFeature } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { useState } from 'react'
import { call, errorText, invalidate, isKind, queryClient } from '../../api/index.ts'

export interface MapChange {
  readonly busy: boolean
  readonly error: string | null
  readonly forgetError: () => void
  readonly send: (label: string, diff: CourseDiff, baseRevision: number) => Promise<boolean>
}

export function useMapChange(conflictText: string): MapChange {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  return {
    busy,
    error,
    forgetError: () => setError(null),
    send: async (label, diff, baseRevision) => {
      setBusy(true)
      setError(null)
      try {
        const { added, updated, removed } = diff
        await call(calls.map.change, {
          body: {
            baseRevision,
            label: label.slice(0, 120),
            added: [...added],
            updated: updated.map(([before, after]): [CourseFeature, CourseFeature] => [before, after]),
            removed: [...removed],
          },
        })
        return true
      } catch (failure) {
        setError(isKind(failure, 'mapConflict') ? conflictText : errorText(failure))
        return false
      } finally {
        setBusy(false)
        void invalidate(queryClient, calls.map.get, calls.map.changes)
      }
    },
  }
}
