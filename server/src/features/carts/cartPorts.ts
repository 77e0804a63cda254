/** The functions of other features that carts need; `operations.ts` connects them. */

import type { Menu } from '@greensward/contract'
import type { BuggySettings, MapSettings, Order, OrderRequest } from '@greensward/domain'
import type { Tx } from '../../platform/db/database.ts'

export interface CartPorts {
  buggySettings(): Promise<BuggySettings>
  mapSettings(): Promise<Omit<MapSettings, 'totalFieldArea'>>
  menu(at: Date): Promise<Menu>
  takeOrder(tx: Tx, request: OrderRequest): Promise<Order>
  /** After commit. */
  announceOrder(order: Order): void
}

/** The functions that carts provide: message all of them, and withdraw it. */
export interface CartsPort {
  cartCount(): number
  /** Reported lately, and off the paths at this moment. */
  cartsOffPaths(): number
  /** @returns the ids of the messages */
  tell(tx: Tx, kind: 'text' | 'callBack', text: string, from: string): Promise<string[]>
  /** @returns how many were still open */
  lift(tx: Tx, messageIds: readonly string[]): Promise<number>
  countOpen(messageIds: readonly string[]): Promise<number>
}
