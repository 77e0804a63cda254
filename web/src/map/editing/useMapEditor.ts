/** The draft of the map in this window: one door in, undo and redo, and saving with a conflict settled by a person. */
import {
  type CourseDiff,
  type CourseFeature,
  courseFeature,
  type DiffConflict,
  featureTitle,
  isEmptyDiff,
} from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure, call, isKind, messageOf, queryClient, readAnew } from '../../api/index.ts'
import {
  type EditHistory,
  NO_EDITS,
  redo,
  settle,
  totalOf,
  undo,
  withDraft,
  edit as withEdit,
} from '../editor/editHistory.ts'

export interface MapEditor {
  readonly isOpen: boolean
  readonly open: () => void
  /** Leaves the draft behind. */
  readonly close: () => void
  /** Today's course with the draft on top. */
  readonly features: readonly CourseFeature[]
  readonly edit: (label: string, diff: CourseDiff, join?: string) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly undoLabel: string | null
  readonly redoLabel: string | null
  readonly changes: number
  readonly busy: boolean
  readonly error: string | null
  readonly conflicts: readonly DiffConflict[]
  readonly settle: (whose: 'mine' | 'theirs') => void
  readonly save: () => Promise<boolean>
}

const countOf = (diff: CourseDiff): number => diff.added.length + diff.updated.length + diff.removed.length

const conflictsOf = (failure: unknown): readonly DiffConflict[] =>
  failure instanceof ApiFailure && failure.kind === 'mapConflict' && Array.isArray(failure.details)
    ? failure.details.flatMap((item: unknown): DiffConflict[] => {
        if (typeof item !== 'object' || item === null || !('id' in item) || typeof item.id !== 'string') return []
        const today = courseFeature.safeParse('today' in item ? item.today : null)
        return [{ id: item.id, today: today.success ? today.data : null }]
      })
    : []

export function useMapEditor(today: readonly CourseFeature[], revision: number): MapEditor {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [history, setHistory] = useState<EditHistory>(NO_EDITS)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [conflicts, setConflicts] = useState<readonly DiffConflict[]>([])
  const total = useMemo(() => totalOf(history), [history])
  const features = useMemo(() => withDraft(today, total), [today, total])
  const edit = useCallback((label: string, diff: CourseDiff, join?: string): void => {
    setError(null)
    setHistory(known => withEdit(known, label, diff, join ?? null))
  }, [])

  const save = async (): Promise<boolean> => {
    if (isEmptyDiff(total)) return true
    for (const feature of [...total.added, ...total.updated.map(([, after]) => after)]) {
      const parsed = courseFeature.safeParse(feature)
      if (parsed.success) continue
      const [issue] = parsed.error.issues
      setError(`${featureTitle(feature)}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
      return false
    }
    setBusy(true)
    setError(null)
    const labels = [...new Set(history.done.map(({ label }) => label))]
    const label =
      labels.length === 1 ? (labels[0] ?? '') : t('map.edit.label', { first: labels[0], count: labels.length - 1 })
    try {
      await call(calls.map.change, {
        body: {
          baseRevision: revision,
          label: label.slice(0, 120),
          added: [...total.added],
          updated: total.updated.map(([before, after]): [CourseFeature, CourseFeature] => [before, after]),
          removed: [...total.removed],
        },
      })
      await readAnew(queryClient, calls.map.get, calls.map.changes)
      setHistory(NO_EDITS)
      return true
    } catch (failure) {
      if (isKind(failure, 'mapConflict')) setConflicts(conflictsOf(failure))
      else setError(messageOf(failure))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      setHistory(NO_EDITS)
      setError(null)
      setConflicts([])
    },
    features,
    edit,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    undoLabel: history.done.at(-1)?.label ?? null,
    redoLabel: history.undone.at(-1)?.label ?? null,
    changes: countOf(total),
    busy,
    error,
    conflicts,
    settle: whose => {
      setHistory({
        done: [{ label: t('map.edit.settled'), diff: settle(total, conflicts, whose), join: null }],
        undone: [],
      })
      setConflicts([])
      void readAnew(queryClient, calls.map.get)
    },
    save,
  }
}
