/** The machines of the garage as the database has them, in memory so that a stop needs no database. */
import type { Base, Cart, Mower } from '@greensward/domain'
import type { Reader } from '../../platform/db/database.ts'
import { readBases, readCarts, readMowers } from '../../shared/missionLife/machinesStore.ts'
import { readAllBrokerMowers } from './broker/brokerKinds.ts'
import type { BrokerMower } from './broker/brokerMower.ts'

export class Garage {
  #mowers: ReadonlyMap<string, Mower> = new Map()
  #carts: ReadonlyMap<string, Cart> = new Map()
  /** Those that are reached over brokers. */
  #brokerMowers: ReadonlyMap<string, BrokerMower> = new Map()
  /** By the mower that parks there. */
  #bases: ReadonlyMap<string, Base> = new Map()

  async read(reader: Reader): Promise<void> {
    const mowers = await readMowers(reader)
    const carts = await readCarts(reader)
    const bases = await readBases(reader)
    const brokerMowers = await readAllBrokerMowers(reader)
    this.#mowers = new Map(mowers.map(mower => [mower.id, mower]))
    this.#brokerMowers = brokerMowers
    this.#carts = new Map(carts.map(cart => [cart.id, cart]))
    this.#bases = new Map(bases.flatMap(base => (base.mowerId === null ? [] : [[base.mowerId, base] as const])))
  }

  get mowers(): ReadonlyMap<string, Mower> {
    return this.#mowers
  }

  /** How each mower on a broker is reached; all others are on MAVLink. */
  get brokerMowers(): ReadonlyMap<string, BrokerMower> {
    return this.#brokerMowers
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
