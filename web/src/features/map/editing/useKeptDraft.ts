/** Keeps the draft in the browser while it grows, and brings it back after a reload. */
import { useEffect, useState } from 'react'
import type { EditorStore } from '../../../map-editor/editorStore.ts'
import { entryOf, readDraft, writeDraft } from '../../../map-editor/storedDraft.ts'

/** Typing writes many steps a second; the browser's store is asked a few times only. */
const WRITE_AFTER_MS = 250

/** @returns how many steps came back, and whether the browser has no room for the draft */
export function useKeptDraft(
  store: EditorStore,
  userId: number | undefined,
): { readonly restored: number; readonly isFull: boolean } {
  const [restored, setRestored] = useState(0)
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    if (userId === undefined) return
    const entry = entryOf(userId)
    const kept = readDraft(localStorage.getItem(entry))
    if (kept === undefined) localStorage.removeItem(entry)
    else if (store.state().history.done.length === 0) {
      store.send({ type: 'restore', history: kept })
      setRestored(store.state().history.done.length)
    }
    let written = store.state().history
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = (): void => {
      clearTimeout(timer)
      timer = undefined
      const { history } = store.state()
      if (history === written) return
      written = history
      try {
        if (history.done.length + history.undone.length === 0) localStorage.removeItem(entry)
        else localStorage.setItem(entry, writeDraft(history))
        setFull(false)
      } catch {
        // The draft lives on in this window; that it would not survive a reload has to be said.
        setFull(true)
      }
    }
    const end = store.subscribe(() => {
      timer ??= setTimeout(write, WRITE_AFTER_MS)
    })
    window.addEventListener('pagehide', write)
    return () => {
      end()
      write()
      window.removeEventListener('pagehide', write)
    }
  }, [store, userId])
  return { restored, isFull }
}
