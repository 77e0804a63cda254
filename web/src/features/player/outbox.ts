/**
 * Unsent orders. One is kept here from the press of the button until the bar's answer, so that it outlives a gap in
 * the network and a tablet that restarts; it is sent by its own key, so that the bar gets it once.
 */
import { within } from './database.ts'
import type { OrderSending } from './playerView.ts'

export interface WaitingOrder extends OrderSending {
  readonly cartId: string
  readonly madeAtMs: number
  /** The bar's refusal; it is not sent again. */
  readonly refusal: string | null
}

const LOCK = 'greensward.player.outbox'

const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

export const outbox = {
  /** Called when something was added or removed. */
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** The oldest first. */
  ofCart: async (cartId: string): Promise<readonly WaitingOrder[]> => {
    const all = await within<WaitingOrder[]>('orders', 'readonly', store => store.getAll())
    return all.filter(order => order.cartId === cartId).sort((a, b) => a.madeAtMs - b.madeAtMs)
  },
  put: async (order: WaitingOrder): Promise<void> => {
    await within('orders', 'readwrite', store => store.put(order))
    tell()
  },
  remove: async (requestId: string): Promise<void> => {
    await within('orders', 'readwrite', store => store.delete(requestId))
    tell()
  },
}

/**
 * Sends what waits, one after the other and from one page at a time.
 * @param send rejects where the order did not arrive, or was refused
 * @param refusalOf what was said against it; null where it only did not arrive, and waits on
 */
export const sendWaiting = async (
  cartId: string,
  send: (order: WaitingOrder) => Promise<unknown>,
  refusalOf: (error: unknown) => string | null,
): Promise<void> => {
  const run = async (): Promise<void> => {
    for (const order of await outbox.ofCart(cartId)) {
      if (order.refusal !== null) continue
      try {
        await send(order)
        await outbox.remove(order.requestId)
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal === null) return
        await outbox.put({ ...order, refusal })
      }
    }
  }
  await ('locks' in navigator ? navigator.locks.request(LOCK, run) : run())
}
