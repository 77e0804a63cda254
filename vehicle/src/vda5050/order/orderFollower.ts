/**
 * Follows the order that a mower drives, by its states, and releases more of it in answer to them. It counts as a mission does: by
 * the items that the mower reaches. An order that has changed since it was sent, and one of ours that is not followed, such as
 * after a restart, is stopped.
 */
import type { MissionItem } from '../../mission/missionItem.ts'
import type { MachineState } from '../readMessages.ts'
import { itemOf, type Order, reachesItem } from './makeOrder.ts'
import type { OrderPorts } from './orderPorts.ts'
import { progressOf } from './orderState.ts'
import type { ReleasedBase } from './releasedBase.ts'

export interface DrivenOrder {
  readonly items: readonly MissionItem[]
  /** The last item that it reached; null before the first. */
  readonly itemReached: number | null
  /** The item that it drives to. */
  readonly seq: number
  readonly hasBegun: boolean
}

export interface OrderFollower {
  readonly isFollowing: boolean
  follow(order: Order, base: ReleasedBase, items: readonly MissionItem[]): void
  /** It is not driven any more; what it reached stays known. */
  forget(): void
  state(state: MachineState, isStarting: boolean): void
  /** Releases more, where the last state calls for it and nothing stopped the mower for that state. */
  release(): void
  driven(): DrivenOrder | undefined
}

const STRAY_AGAIN_MS = 5_000
/** An update that the mower has not taken by then is lost. */
const UPDATE_MS = 5_000
/** Where its factsheet does not say how often a mower takes one. */
const UPDATE_AGAIN_S = 1
/** A mower that is paused and does not cancel its order is asked no more often. */
const MOST_CANCELS = 3

const isByHand = ({ operatingMode }: MachineState): boolean =>
  operatingMode === 'manual' || operatingMode === 'service' || operatingMode === 'teachIn'

/** The blade runs on an edge only by its action: one that the mower did not take is mown by nobody. */
const hasActions = ({ edges }: Order, base: ReleasedBase, reached: number, { order, actions }: MachineState): boolean =>
  edges
    .slice(Math.max(0, reached), base.endOf(order.updateId))
    .every(edge => edge.actions.every(({ actionId }) => actions.has(actionId)))

/** @param onDone called at the end of an order */
export const orderFollower = (ports: OrderPorts, prefix: string, onDone: () => void): OrderFollower => {
  let order: Order | undefined
  let base: ReleasedBase | undefined
  let updatedMs = Number.NEGATIVE_INFINITY
  /** The state that it may be released more for, and how far the mower had got in it. */
  let due: { readonly state: MachineState; readonly reached: number } | undefined
  /** The pause of its start has ended. */
  let wasReleased = false
  let driven: DrivenOrder | undefined
  let reached = 0
  let strayMs = Number.NEGATIVE_INFINITY
  let cancels = 0

  const interrupt = (reason: 'orderInterrupted' | 'bladeCommandFailed'): void => {
    order = undefined
    ports.stop(reason)
  }

  /** Each item up to node `index`, once. */
  const reach = (of: Order, index: number): void => {
    const before = driven
    if (before === undefined) return
    let { itemReached } = before
    for (const node of of.nodes.slice(reached + 1, index + 1).filter(reachesItem)) {
      itemReached = itemOf(node)
      ports.emit({ kind: 'itemReached', seq: itemReached })
    }
    reached = Math.max(reached, index)
    const next = of.nodes[reached + 1] ?? of.nodes.at(-1)
    driven = {
      ...before,
      itemReached,
      seq: next === undefined ? before.seq : itemOf(next),
      hasBegun: before.hasBegun || reached > 0,
    }
  }

  /** Only in answer to a state, and only once the update before it was taken. */
  const release = (of: ReleasedBase, { order: { updateId } }: MachineState, index: number): void => {
    const sinceMs = ports.clock.monotonicMs() - updatedMs
    if (updateId !== of.updateId) {
      if (sinceMs > UPDATE_MS) interrupt('orderInterrupted')
      return
    }
    if (sinceMs < (ports.limits()?.leastIntervalS ?? UPDATE_AGAIN_S) * 1_000) return
    const update = of.update(index)
    // One that could not be sent is sent after the next state.
    if (update === null || !ports.sendOrder(update)) return
    of.sent(update)
    updatedMs = ports.clock.monotonicMs()
  }

  const followed = (of: Order, released: ReleasedBase, state: MachineState): void => {
    // A person has it. Its order is stopped once it would drive it again by itself.
    if (isByHand(state)) {
      order = undefined
      ports.emit({ kind: 'modeChanged', from: 'auto', to: 'manual' })
    } else if (
      // Nobody here paused it, and its end is not ours to send.
      (state.paused === true && wasReleased) ||
      state.operatingMode === null ||
      state.emergencyStop === null ||
      state.emergencyStop === 'manual' ||
      state.emergencyStop === 'remote' ||
      state.errors.some(({ isFatal }) => isFatal) ||
      state.faultyOrders.has(of.orderId)
    )
      interrupt('orderInterrupted')
    else {
      const progress = progressOf(of, released, state.order)
      const hasFailed = of.edges.some(({ actions }) =>
        actions.some(({ actionId }) => state.actions.get(actionId) === 'failed'),
      )
      if (progress.kind === 'done') {
        reach(of, of.nodes.length - 1)
        order = undefined
        onDone()
        ports.emit({ kind: 'missionEnded', seq: driven?.itemReached ?? 0 })
      } else if (progress.kind !== 'inForce' || !hasActions(of, released, progress.reached, state))
        interrupt('orderInterrupted')
      else {
        reach(of, progress.reached)
        if (hasFailed) interrupt('bladeCommandFailed')
        else due = { state, reached: progress.reached }
      }
    }
  }

  /** In force, and from before a restart, after a stop that did not cancel it, or driven by hand meanwhile. */
  const stray = (state: MachineState): void => {
    const nowMs = ports.clock.monotonicMs()
    if (state.orderId?.startsWith(prefix) !== true || state.hasOrder === false) {
      cancels = 0
      return
    }
    if (isByHand(state) || ports.stopIs() === 'sending' || nowMs - strayMs < STRAY_AGAIN_MS) return
    if (state.driving !== false || state.paused !== true) {
      strayMs = nowMs
      ports.stop('orderInterrupted')
    } else if (cancels < MOST_CANCELS) {
      strayMs = nowMs
      cancels += 1
      ports.sendAction('cancelOrder')
    }
  }

  return {
    get isFollowing() {
      return order !== undefined
    },
    follow: (next, released, items) => {
      order = next
      base = released
      updatedMs = Number.NEGATIVE_INFINITY
      wasReleased = false
      reached = 0
      const first = next.nodes[1]
      driven = { items, itemReached: null, seq: first === undefined ? 0 : itemOf(first), hasBegun: false }
    },
    forget: () => {
      order = undefined
    },
    state: (state, isStarting) => {
      due = undefined
      if (order !== undefined && base !== undefined) {
        followed(order, base, state)
        wasReleased ||= state.paused === false
      } else if (!isStarting) stray(state)
    },
    release: () => {
      if (order !== undefined && base !== undefined && due !== undefined) release(base, due.state, due.reached)
      due = undefined
    },
    driven: () => driven,
  }
}
