import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../../api/index.ts'
import { within } from '../database.ts'

const ENTRY = 'read'
const NONE: readonly string[] = []

const isRefused = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404

export interface ReadMessages {
  /** Those that the clubhouse does not know of yet. */
  readonly waiting: readonly string[]
  readonly read: (id: string) => void
}

/**
 * Reports the messages read in the cart to the clubhouse at once, or after the gap in the network.
 * @param send rejects where it did not arrive
 * @param hasAnswer whether the server answers
 */
export function useReadMessages(send: (id: string) => Promise<void>, hasAnswer: boolean): ReadMessages {
  const [waiting, setWaiting] = useState(NONE)
  const list = useRef(NONE)
  const put = useCallback((next: readonly string[]): void => {
    list.current = next
    // Off the screen once this very list is written down: a tablet that restarts in that moment would show it again.
    const shown = (): void => setWaiting(next)
    void within('kept', 'readwrite', kept => kept.put(next, ENTRY)).then(shown, shown)
  }, [])
  const flush = useCallback(async (): Promise<void> => {
    for (const id of list.current) {
      try {
        await send(id)
      } catch (error) {
        // One that is gone from the clubhouse needs no answer.
        if (!isRefused(error)) return
      }
      put(list.current.filter(one => one !== id))
    }
  }, [send, put])
  useEffect(() => {
    void within<unknown>('kept', 'readonly', kept => kept.get(ENTRY)).then(found => {
      if (Array.isArray(found) && found.length > 0)
        put([...new Set([...found.filter(one => typeof one === 'string'), ...list.current])])
    })
  }, [put])
  const hasWaiting = waiting.length > 0
  useEffect(() => {
    if (hasAnswer && hasWaiting) void flush()
  }, [hasAnswer, hasWaiting, flush])
  const read = useCallback((id: string): void => put([...list.current.filter(one => one !== id), id]), [put])
  return { waiting, read }
}
