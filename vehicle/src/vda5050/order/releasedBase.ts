/**
 * How far an order is released. By VDA 5050 a mower drives to the end of its base and no further, so the base reaches only some
 * seconds ahead of it and grows by updates of the order: a mower that reports nothing gets none, and stands soon.
 */
import { distanceM, type XY } from '@greensward/geometry'
import type { Order, OrderMessage } from './makeOrder.ts'

/** Less than this behind the node that the mower drives to, and the base grows. */
const LEAST_AHEAD_S = 8
/** It grows to the first node that is at least so far behind that one. */
const AHEAD_S = 12

export class ReleasedBase {
  readonly #order: Order
  /** Index of the last node that each message has released, by its `orderUpdateId`. */
  readonly #ends: number[] = []
  /** Of each edge. */
  readonly #seconds: readonly number[]

  constructor(order: Order) {
    this.#order = order
    const { nodes } = order
    const at = (index: number): XY => {
      const { x, y } = nodes[index]?.nodePosition ?? { x: 0, y: 0 }
      return [x, y]
    }
    this.#seconds = order.edges.map(({ maxSpeed }, index) => distanceM(at(index), at(index + 1)) / maxSpeed)
  }

  /** Of the message that was sent last; -1 before the first. */
  get updateId(): number {
    return this.#ends.length - 1
  }

  /** Index of the last node that this message has released; undefined for one that was not sent from here. */
  endOf(updateId: number | null): number | undefined {
    return updateId === null ? undefined : this.#ends[updateId]
  }

  /** The message that begins the order. */
  first(): OrderMessage {
    return this.#message(0, this.#reachOf(0))
  }

  /** @returns the update that is due where the mower has reached node `reached`; null where enough is released */
  update(reached: number): OrderMessage | null {
    const from = Math.max(0, reached)
    const end = this.#ends.at(-1)
    if (end === undefined || this.#secondsFrom(from + 1, end) >= LEAST_AHEAD_S) return null
    const to = this.#reachOf(from)
    return to > end ? this.#message(end, to) : null
  }

  sent({ nodes }: OrderMessage): void {
    this.#ends.push((this.#ends.at(-1) ?? 0) + nodes.length - 1)
  }

  #secondsFrom(from: number, to: number): number {
    return this.#seconds.slice(from, to).reduce((sum, seconds) => sum + seconds, 0)
  }

  #reachOf(from: number): number {
    const last = Math.min(this.#order.nodes.length, from + this.#order.mostNodes) - 1
    // Where on the way to the next node it is, no state says.
    let to = Math.min(last, from + 1)
    for (let ahead = 0; to < last && ahead < AHEAD_S; to += 1) ahead += this.#seconds[to] ?? 0
    return to
  }

  /** An update begins with the last node of the base before it. */
  #message(from: number, to: number): OrderMessage {
    const { orderId, nodes, edges } = this.#order
    return {
      orderId,
      orderUpdateId: this.#ends.length,
      nodes: nodes.slice(from, to + 1),
      edges: edges.slice(from, to),
    }
  }
}
