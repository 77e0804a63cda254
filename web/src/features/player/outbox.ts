/** Unsent orders. Each is sent by its own key, so that the bar gets it once. */
import { openOutbox, type Unsent } from '../../api/outbox.ts'
import { within } from './database.ts'
import type { OrderSending } from './playerView.ts'

export interface WaitingOrder extends OrderSending, Unsent {
  readonly cartId: string
}

export const outbox = openOutbox<'orders' | 'kept', WaitingOrder>(
  within,
  'orders',
  'greensward.player.outbox',
  ({ cartId }) => cartId,
)
