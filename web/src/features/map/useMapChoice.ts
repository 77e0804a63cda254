import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { STORAGE } from '../../api/index.ts'
import { LAYERS } from '../../map-canvas/scene.ts'
import { type MapChoice, readStored, writeMapChoice } from '../../map-view/mapChoice.ts'
import { choiceAt } from './mapAddress.ts'

export interface MapState {
  readonly choice: MapChoice
  /** A change that depends on the current choice is a function of it: two presses may come before one render. */
  readonly change: (part: ChoiceChange) => void
  readonly toggleAll: () => void
  readonly allHidden: boolean
}

export type ChoiceChange = Partial<MapChoice> | ((now: MapChoice) => Partial<MapChoice>)

/** The layers before 'hide all', to restore them. */
const BEFORE_ENTRY = 'shownBefore'

/** The choice as the address says it; every change is written there and into local storage. */
export function useMapChoice(): MapState {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const choice = useMemo(() => choiceAt(search), [search])
  const change = useCallback(
    (part: ChoiceChange): void => {
      const written = (before: Readonly<Record<string, unknown>>): Record<string, string> => {
        const now = choiceAt(before)
        // The shared view is the start of the link; a change leaves it.
        const next: MapChoice = { ...now, at: null, ...(typeof part === 'function' ? part(now) : part) }
        const { base, hidden, photo, compared, opacity, grass, types, hole, statuses, vehicle } = next
        localStorage.setItem(STORAGE.mapLayer, JSON.stringify({ base, hidden, photo, compared, opacity, grass }))
        localStorage.setItem(STORAGE.filters, JSON.stringify({ types, hole, statuses, vehicle }))
        return writeMapChoice(next)
      }
      void navigate({ to: '/map', search: written, replace: true })
    },
    [navigate],
  )
  const { base, hidden, grass } = choice
  const allHidden = base === 'none' && !grass && hidden.length === LAYERS.length
  return {
    choice,
    change,
    allHidden,
    toggleAll: () => {
      if (allHidden) {
        const before = readStored(sessionStorage.getItem(BEFORE_ENTRY), null)
        change({ base: before.base, hidden: before.hidden, grass: before.grass })
        return
      }
      sessionStorage.setItem(BEFORE_ENTRY, JSON.stringify({ base, hidden, grass }))
      change({ base: 'none', hidden: LAYERS, grass: false })
    },
  }
}
