import { randomId } from '../../api/index.ts'
import { useUnsent } from '../../api/useUnsent.ts'
import { outbox, type WaitingOrder } from './outbox.ts'
import type { OrderSending, PlayerView } from './playerView.ts'

export interface Outbox {
  readonly waiting: readonly WaitingOrder[]
  readonly add: (order: Omit<OrderSending, 'requestId'>) => Promise<void>
  readonly forget: (requestId: string) => Promise<void>
}

export function useOutbox(cartId: string, send: PlayerView['sendOrder']): Outbox {
  return {
    waiting: useUnsent(outbox, cartId, send),
    add: ({ lines, note }) =>
      outbox.put({ requestId: randomId(), cartId, lines, note, madeAtMs: Date.now(), refusal: null }),
    forget: outbox.remove,
  }
}
