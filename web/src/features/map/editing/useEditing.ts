/** Whether the map is being edited, and what it shows then. The editor itself is loaded when it is opened. */
import type { CourseFeature } from '@greensward/domain'
import { useEffect, useState } from 'react'
import { useProfile } from '../../../api/index.ts'
import { entryOf } from '../../../map-editor/storedDraft.ts'

export interface EditingState {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  /** Today's course with the draft on top; null while nothing is edited. */
  readonly shown: readonly CourseFeature[] | null
  readonly show: (features: readonly CourseFeature[] | null) => void
  /** Whether a panel is open beside the map. */
  readonly hasPanel: boolean
  readonly showPanel: (on: boolean) => void
  /** What the toolbar hides at the top of the map; 0 while nothing is edited. */
  readonly toolbarPx: number
  readonly setToolbarPx: (px: number) => void
}

/** @param mayEdit a stored draft opens the editor for a person who may still save it */
export function useEditing(mayEdit: boolean): EditingState {
  const [isOpen, setOpen] = useState(false)
  const [shown, show] = useState<readonly CourseFeature[] | null>(null)
  const [hasPanel, showPanel] = useState(false)
  const [toolbarPx, setToolbarPx] = useState(0)
  const userId = useProfile()?.id
  useEffect(() => {
    if (!mayEdit || userId === undefined || localStorage.getItem(entryOf(userId)) === null) return
    setOpen(true)
    // The map is fitted before the editor loads, so the space of its panel is left free from the start.
    showPanel(true)
  }, [mayEdit, userId])
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      show(null)
    },
    shown,
    show,
    hasPanel: isOpen && hasPanel,
    showPanel,
    toolbarPx: isOpen ? toolbarPx : 0,
    setToolbarPx,
  }
}
