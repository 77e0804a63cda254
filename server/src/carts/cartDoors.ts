/** What carts need of other features, handed in where they are put together. */
import type { BuggySettings, MapSettings, Order, OrderRequest } from '@greensward/domain'
import type { Menu } from '@greensward/domain/contract'
import type { Tx } from '../db/database.ts'

export interface CartDoors {
  buggySettings(): Promise<BuggySettings>
  mapSettings(): Promise<Omit<MapSettings, 'totalFieldArea'>>
  menu(at: Date): Promise<Menu>
  takeOrder(tx: Tx, request: OrderRequest): Promise<Order>
  /** After commit. */
  announceOrder(order: Order): void
}
