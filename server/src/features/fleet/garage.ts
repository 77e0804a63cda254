/** The machines of the garage as the database has them, in memory so that a stop needs no database. */
import type { Base, Cart, Mower } from '@greensward/domain'
import type { Reader } from '../../platform/db/database.ts'
import { readBases, readCarts, readMowers } from '../../shared/missionLife/machinesStore.ts'
import { readOpenMowers, type StoredOpenMower } from './openMower/openMowerStore.ts'

export class Garage {
  #mowers: ReadonlyMap<string, Mower> = new Map()
  #carts: ReadonlyMap<string, Cart> = new Map()
  /** Those that run OpenMower. */
  #openMowers: ReadonlyMap<string, StoredOpenMower> = new Map()
  /** By the mower that parks there. */
  #bases: ReadonlyMap<string, Base> = new Map()

  async read(reader: Reader): Promise<void> {
    const mowers = await readMowers(reader)
    const carts = await readCarts(reader)
    const bases = await readBases(reader)
    const openMowers = await readOpenMowers(reader)
    this.#mowers = new Map(mowers.map(mower => [mower.id, mower]))
    this.#openMowers = new Map(openMowers.map(stored => [stored.mowerId, stored]))
    this.#carts = new Map(carts.map(cart => [cart.id, cart]))
    this.#bases = new Map(bases.flatMap(base => (base.mowerId === null ? [] : [[base.mowerId, base] as const])))
  }

  get mowers(): ReadonlyMap<string, Mower> {
    return this.#mowers
  }

  /** How each mower that runs OpenMower is reached; all others are on MAVLink. */
  get openMowers(): ReadonlyMap<string, StoredOpenMower> {
    return this.#openMowers
  }

  get carts(): ReadonlyMap<string, Cart> {
    return this.#carts
  }

  baseOf(mowerId: string): Base | undefined {
    return this.#bases.get(mowerId)
  }

  nameOf(mowerId: string): string {
    return this.#mowers.get(mowerId)?.name ?? 'A mower'
  }

  cartName(cartId: string): string {
    return this.#carts.get(cartId)?.name ?? 'A cart'
  }
}
