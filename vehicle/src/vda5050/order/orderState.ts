/** What a mower reports of its order, and what that says about an order of ours. */
import { flagIn, listIn, numberIn, objectIn, textIn } from '../../broker/json.ts'
import type { Order } from './makeOrder.ts'
import type { ReleasedBase } from './releasedBase.ts'

interface Reported {
  readonly id: string | null
  readonly sequenceId: number | null
  readonly released: boolean | null
}

export interface ReportedNode extends Reported {
  /** Null where it reports none; `x` and `y` are null where they make no sense. */
  readonly position: { readonly x: number | null; readonly y: number | null; readonly mapId: string | null } | null
}

export interface OrderState {
  readonly orderId: string | null
  readonly updateId: number | null
  readonly lastSequenceId: number | null
  /** Still to come; null where it does not report them. */
  readonly nodes: readonly ReportedNode[] | null
  readonly edges: readonly Reported[] | null
}

const MOST = Number.MAX_SAFE_INTEGER
const FARTHEST_M = 1e6
/** Numbers come back rounded, and positions differ by no more. */
const SAME_M = 0.005

export const readOrderState = (fields: Readonly<Record<string, unknown>>): OrderState => {
  const reported = (each: Readonly<Record<string, unknown>>, id: string): Reported => ({
    id: textIn(each[id]),
    sequenceId: numberIn(each.sequenceId, 0, MOST),
    released: flagIn(each.released),
  })
  const positionIn = (value: unknown): ReportedNode['position'] => {
    if (value === undefined || value === null) return null
    const { x, y, mapId } = objectIn(value)
    return {
      x: numberIn(x, -FARTHEST_M, FARTHEST_M),
      y: numberIn(y, -FARTHEST_M, FARTHEST_M),
      mapId: textIn(mapId),
    }
  }
  const { nodeStates, edgeStates } = fields
  return {
    orderId: textIn(fields.orderId),
    updateId: numberIn(fields.orderUpdateId, 0, MOST),
    lastSequenceId: numberIn(fields.lastNodeSequenceId, 0, MOST),
    nodes: Array.isArray(nodeStates)
      ? listIn(nodeStates).map(node => ({ ...reported(node, 'nodeId'), position: positionIn(node.nodePosition) }))
      : null,
    edges: Array.isArray(edgeStates) ? listIn(edgeStates).map(edge => reported(edge, 'edgeId')) : null,
  }
}

/** `reached`: the index of the last node that the mower has reached; -1 for none. */
export type OrderProgress =
  | { readonly kind: 'inForce'; readonly reached: number }
  | { readonly kind: 'done' }
  /** Nothing is left of what was released, and it did not reach its last node. */
  | { readonly kind: 'ended' }
  /** It has another order. */
  | { readonly kind: 'other' }
  /** Its nodes or edges are not those that were sent, or it does not report them. */
  | { readonly kind: 'changed' }

const sameNode = (sent: Order['nodes'][number], back: ReportedNode): boolean =>
  back.id === sent.nodeId &&
  back.sequenceId === sent.sequenceId &&
  back.released === true &&
  (back.position === null ||
    (back.position.x !== null &&
      back.position.y !== null &&
      Math.abs(back.position.x - sent.nodePosition.x) <= SAME_M &&
      Math.abs(back.position.y - sent.nodePosition.y) <= SAME_M &&
      back.position.mapId === sent.nodePosition.mapId))

/**
 * The nodes and edges that are left have to be the last ones of those that were released, each as it was sent.
 * @param base what was released of it
 */
export const progressOf = (order: Order, base: Pick<ReleasedBase, 'endOf'>, state: OrderState): OrderProgress => {
  const { nodes, edges } = state
  if (state.orderId !== order.orderId) return { kind: 'other' }
  const end = base.endOf(state.updateId)
  if (nodes === null || edges === null || end === undefined) return { kind: 'changed' }
  // A mower that has used up its base without an update was cut off: it does not continue by itself.
  if (nodes.length === 0 && edges.length === 0)
    return { kind: state.lastSequenceId === order.nodes.at(-1)?.sequenceId ? 'done' : 'ended' }
  const passed = end + 1 - nodes.length
  const left = order.nodes.slice(passed, end + 1)
  // Some keep the node that they are on in the list until they leave it.
  const edgesPassed = end - edges.length
  const areAll =
    passed >= 0 &&
    nodes.length > 0 &&
    (edgesPassed === Math.max(0, passed - 1) || edgesPassed === passed) &&
    left.every((sent, index) => {
      const back = nodes[index]
      return back !== undefined && sameNode(sent, back)
    }) &&
    order.edges.slice(edgesPassed, end).every(({ edgeId, sequenceId }, index) => {
      const back = edges[index]
      return back?.id === edgeId && back.sequenceId === sequenceId && back.released === true
    })
  return areAll ? { kind: 'inForce', reached: passed - 1 } : { kind: 'changed' }
}
