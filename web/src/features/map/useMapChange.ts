/** One change of the map, sent as a diff or by a call of its own; a conflict or a busy zone comes back as a sentence. */

import { calls } from '@greensward/contract'
import type { CourseDiff, CourseFeature } from '@greensward/domain'
import { useState } from 'react'
import { call, errorText, invalidate, isKind, queryClient } from '../../api/index.ts'

export interface MapChange {
  readonly busy: boolean
  readonly error: string | null
  readonly forgetError: () => void
  readonly send: (label: string, diff: CourseDiff, baseRevision: number) => Promise<boolean>
  /** @param work changes the map on the server */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>
}

export function useMapChange(conflictText: string): MapChange {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setError(null)
    try {
      await work()
      return true
    } catch (failure) {
      setError(isKind(failure, 'mapConflict') ? conflictText : errorText(failure))
      return false
    } finally {
      setBusy(false)
      void invalidate(queryClient, calls.map.get, calls.map.changes)
    }
  }
  return {
    busy,
    error,
    forgetError: () => setError(null),
    attempt,
    send: (label, diff, baseRevision) =>
      attempt(() => {
        const { added, updated, removed } = diff
        return call(calls.map.change, {
          body: {
            baseRevision,
            label: label.slice(0, 120),
            added: [...added],
            updated: updated.map(([before, after]): [CourseFeature, CourseFeature] => [before, after]),
            removed: [...removed],
          },
        })
      }),
  }
}
