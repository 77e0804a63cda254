/** The machines of the garage as the database has them, in memory so that a stop needs no database. */
import type { Cart, Mower } from '@greensward/domain'
import type { Reader } from '../../platform/db/database.ts'
import { readCarts, readMowers } from '../../shared/missionLife/machinesStore.ts'

export class Garage {
  #mowers: ReadonlyMap<string, Mower> = new Map()
  #carts: ReadonlyMap<string, Cart> = new Map()

  async read(reader: Reader): Promise<void> {
    const mowers = await readMowers(reader)
    const carts = await readCarts(reader)
    this.#mowers = new Map(mowers.map(mower => [mower.id, mower]))
    this.#carts = new Map(carts.map(cart => [cart.id, cart]))
  }

  get mowers(): ReadonlyMap<string, Mower> {
    return this.#mowers
  }

  get carts(): ReadonlyMap<string, Cart> {
    return this.#carts
  }

  nameOf(mowerId: string): string {
    return this.#mowers.get(mowerId)?.name ?? 'A mower'
  }

  cartName(cartId: string): string {
    return this.#carts.get(cartId)?.name ?? 'A cart'
  }
}
