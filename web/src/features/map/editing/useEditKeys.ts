/** Keys of the editor. Those that a page needs for itself, Tab and the arrows, count on the map only. */
import { useEffect } from 'react'
import type { EditorKey, Tool } from '../../../map-editor/editorState.ts'
import type { EditorStore } from '../../../map-editor/editorStore.ts'
import { mayFollowEdge } from '../../../map-editor/modes/sketchMode.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)

const isOnMap = (): boolean => {
  const active = document.activeElement
  return active === null || active === document.body || active.closest('.gs-canvas') !== null
}

/** Then the same keys copy that text. */
const hasMarkedText = (): boolean => (window.getSelection()?.toString() ?? '') !== ''

/** Together with Ctrl, or with the command key of a Mac. */
const COPY_KEYS: Readonly<Record<string, 'copy' | 'paste' | 'duplicate'>> = { c: 'copy', v: 'paste', d: 'duplicate' }
/** Of the tool that moves as a whole: to the left and to the right. */
const TURN_KEYS: Readonly<Record<string, -1 | 1>> = { q: -1, e: 1 }
const TURN_DEG = 5
const FINE_TURN_DEG = 1

const ANYWHERE: readonly EditorKey[] = ['Escape', 'Delete', 'Backspace']
const ON_MAP: readonly EditorKey[] = ['Enter', 'Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

interface EditKeysOptions {
  readonly rotationDeg: () => number
  /** Del with nothing smaller than a thing chosen. */
  readonly onDelete: () => void
  /** The tool that a letter or digit takes up; undefined for any other key. */
  readonly toolOf: (key: string) => Tool | undefined
}

export function useEditKeys(store: EditorStore, { rotationDeg, onDelete, toolOf }: EditKeysOptions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || document.querySelector('[aria-modal="true"], [role="menu"]') !== null) return
      const take = (): void => {
        event.preventDefault()
        event.stopPropagation()
      }
      const name = event.key.toLowerCase()
      if ((event.ctrlKey || event.metaKey) && (name === 'z' || name === 'y')) {
        take()
        store.send({ type: name === 'y' || event.shiftKey ? 'redo' : 'undo' })
        return
      }
      const command = COPY_KEYS[name]
      if ((event.ctrlKey || event.metaKey) && command !== undefined && !event.shiftKey && !hasMarkedText()) {
        const before = store.state()
        if (command !== 'paste' && before.selection.length === 0) return
        if (command === 'paste' && before.copied.length === 0) return
        take()
        store.send({ type: command })
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const turn = TURN_KEYS[name]
      if (turn !== undefined && store.state().tool.kind === 'move') {
        take()
        const turnDeg = turn * (event.shiftKey ? FINE_TURN_DEG : TURN_DEG)
        store.send({ type: 'turn', turn: { turnDeg, scale: 1 }, join: `turn ${store.state().selection.join(' ')}` })
        return
      }
      if (name === 'f' && mayFollowEdge(store.state())) {
        take()
        store.send({ type: 'followEdge' })
        return
      }
      const tool = toolOf(event.key)
      if (tool !== undefined) {
        take()
        store.send({ type: 'use', tool })
        return
      }
      const key = [...ANYWHERE, ...ON_MAP].find(known => known === event.key)
      if (key === undefined || (ON_MAP.includes(key) && !isOnMap())) return
      const before = store.state()
      if (key === 'Delete' && before.corner === null) {
        if (before.selection.length > 0) onDelete()
        return
      }
      const after = store.send({ type: 'key', key, shift: event.shiftKey, rotationDeg: rotationDeg() })
      // Past the last corner Tab leaves the map as it would leave anything else.
      if (after !== before && !(key === 'Tab' && after.corner === null)) take()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [store, rotationDeg, onDelete, toolOf])
}
