import { useCallback, useEffect, useState } from 'react'
import { ApiFailure, errorText, randomId } from '../../api/index.ts'
import { outbox, sendWaiting, type WaitingOrder } from './outbox.ts'
import type { OrderSending, PlayerView } from './playerView.ts'

/** While something waits it is tried this often, besides the moment the network comes back. */
const AGAIN_MS = 5_000

/** Answers that say 'later' and no 'no'. */
const LATER = [401, 408, 425, 429]
const refusalOf = (error: unknown): string | null =>
  error instanceof ApiFailure && error.status < 500 && !LATER.includes(error.status) ? errorText(error) : null

export interface Outbox {
  readonly waiting: readonly WaitingOrder[]
  readonly add: (order: Omit<OrderSending, 'requestId'>) => Promise<void>
  readonly forget: (requestId: string) => Promise<void>
}

export function useOutbox(cartId: string, send: PlayerView['sendOrder']): Outbox {
  const [waiting, setWaiting] = useState<readonly WaitingOrder[]>([])
  const isSending = send !== null
  useEffect(() => {
    let isOver = false
    const read = async (): Promise<void> => {
      const found = await outbox.ofCart(cartId)
      if (!isOver) setWaiting(found)
    }
    void read()
    const end = outbox.onChange(() => void read())
    return () => {
      isOver = true
      end()
    }
  }, [cartId])

  const flush = useCallback(async (): Promise<void> => {
    if (send !== null) await sendWaiting(cartId, send, refusalOf)
  }, [cartId, send])
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

  return {
    waiting,
    add: ({ lines, note }) =>
      outbox.put({ requestId: randomId(), cartId, lines, note, madeAtMs: Date.now(), refusal: null }),
    forget: outbox.remove,
  }
}
