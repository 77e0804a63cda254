import { useCallback, useEffect, useState } from 'react'
import { ApiFailure, errorText } from './failure.ts'
import type { Outbox, Unsent } from './outbox.ts'

/** While something waits it is sent this often, besides the moment the network comes back. */
const AGAIN_MS = 5_000

/** Answers that mean 'later', not 'no'. */
const LATER = [401, 408, 425, 429]
/** Whether the server refused it, and sending it again is of no use. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status < 500 && !LATER.includes(error.status)

/** A sender throws it where the rest arrived. Its message is the text that the person reads. */
export class PartRefused extends Error {}

const refusalOf = (error: unknown): string | null => {
  if (error instanceof PartRefused) return error.message
  return isRefusal(error) ? errorText(error) : null
}

/**
 * What waits of one owner, sent as soon as the network allows.
 * @param send null where this page shows what waits and sends nothing; keep it the same between renders
 */
export function useUnsent<T extends Unsent>(
  outbox: Outbox<T>,
  owner: string,
  send: ((item: T) => Promise<unknown>) | null,
): readonly T[] {
  const [waiting, setWaiting] = useState<readonly T[]>([])
  const isSending = send !== null
  useEffect(() => {
    let isOver = false
    const read = async (): Promise<void> => {
      // A browser that keeps nothing has nothing that waits.
      const found = await outbox.of(owner).catch((): readonly T[] => [])
      if (!isOver) setWaiting(found)
    }
    void read()
    const end = outbox.onChange(() => void read())
    return () => {
      isOver = true
      end()
    }
  }, [outbox, owner])

  const flush = useCallback(async (): Promise<void> => {
    if (send !== null) await outbox.send(owner, send, refusalOf)
  }, [outbox, owner, send])
  const hasWaiting = waiting.some(({ refusal }) => refusal === null)
  useEffect(() => {
    if (!hasWaiting || !isSending) return
    const now = (): void => void flush()
    now()
    window.addEventListener('online', now)
    const timer = setInterval(now, AGAIN_MS)
    return () => {
      window.removeEventListener('online', now)
      clearInterval(timer)
    }
  }, [hasWaiting, isSending, flush])
  return waiting
}
