/**
 * An order as a mower drives it by VDA 5050 2.1: along the straight line from node to node, with the actions of an edge for as
 * long as it is on that edge. What the standard does not allow in an order is refused.
 */

type Point = readonly [number, number]
type ActionStatus = 'WAITING' | 'RUNNING' | 'PAUSED' | 'FINISHED' | 'FAILED'

interface Action {
  readonly actionType: string
  readonly actionId: string
  readonly blockingType: string
}

interface Node {
  readonly nodeId: string
  readonly sequenceId: number
  readonly released: boolean
  readonly nodePosition: {
    readonly x: number
    readonly y: number
    readonly allowedDeviationXY?: number
    readonly mapId: string
  }
  readonly actions: readonly Action[]
}

interface Edge {
  readonly edgeId: string
  readonly sequenceId: number
  readonly released: boolean
  readonly startNodeId: string
  readonly endNodeId: string
  readonly maxSpeed?: number
  readonly actions: readonly Action[]
}

export interface ReceivedOrder {
  readonly orderId: string
  readonly orderUpdateId: number
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}

const pointOf = ({ nodePosition: { x, y } }: Node): Point => [x, y]
const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Why a mower at `at` does not take an order; undefined where it does. */
export const faultOf = (
  { nodes, edges, orderUpdateId }: ReceivedOrder,
  at: Point,
  mapId: string,
  edgeActions: readonly string[],
): string | undefined => {
  const [first] = nodes
  if (first === undefined || edges.length !== nodes.length - 1) return 'validationError'
  const from = first.sequenceId
  const isGraph =
    (orderUpdateId > 0 || from === 0) &&
    nodes.every(({ sequenceId, released }, i) => sequenceId === from + 2 * i && released) &&
    edges.every(
      ({ sequenceId, released, startNodeId, endNodeId }, i) =>
        sequenceId === from + 2 * i + 1 &&
        released &&
        startNodeId === nodes[i]?.nodeId &&
        endNodeId === nodes[i + 1]?.nodeId,
    )
  if (!isGraph || nodes.some(({ nodePosition }) => nodePosition.mapId !== mapId)) return 'validationError'
  const ids = edges.flatMap(({ actions }) => actions.map(({ actionId }) => actionId))
  if (new Set(ids).size !== ids.length) return 'validationError'
  const isOffered = ({ actionType, blockingType }: Action): boolean =>
    edgeActions.includes(actionType) && blockingType === 'NONE'
  if (nodes.some(({ actions }) => actions.length > 0) || !edges.every(({ actions }) => actions.every(isOffered)))
    return 'orderError'
  // An update begins where the base before it ends, and not where the mower is.
  if (orderUpdateId > 0) return undefined
  return apart(at, pointOf(first)) <= (first.nodePosition.allowedDeviationXY ?? 0.05) ? undefined : 'noRouteError'
}

interface EdgeAction {
  readonly actionId: string
  readonly actionType: string
  actionStatus: ActionStatus
}

const actionsOf = ({ edges }: Pick<ReceivedOrder, 'edges'>): readonly EdgeAction[] =>
  edges.flatMap(({ actions }) =>
    actions.map(({ actionId, actionType }) => ({ actionId, actionType, actionStatus: 'WAITING' as const })),
  )

export class OrderRunner {
  order: ReceivedOrder
  actions: readonly EdgeAction[]
  /** The node that it reached last: it is on the first one when it takes the order. */
  #reached = 0
  #isCancelled = false

  constructor(order: ReceivedOrder) {
    this.order = order
    this.actions = actionsOf(order)
  }

  /** @returns whether the update continues this order from the end of its base */
  extend(update: ReceivedOrder): boolean {
    const [last, first] = [this.order.nodes.at(-1), update.nodes[0]]
    if (this.isOver || last?.nodeId !== first?.nodeId || last?.sequenceId !== first?.sequenceId) return false
    this.order = {
      ...update,
      nodes: [...this.order.nodes, ...update.nodes.slice(1)],
      edges: [...this.order.edges, ...update.edges],
    }
    this.actions = [...this.actions, ...actionsOf(update)]
    return true
  }

  get isOver(): boolean {
    return this.#isCancelled || this.#reached >= this.order.edges.length
  }

  get cuts(): boolean {
    return this.actions.some(({ actionStatus }) => actionStatus === 'RUNNING')
  }

  get maxSpeedMps(): number {
    return this.order.edges[this.#reached]?.maxSpeed ?? 0
  }

  get fields(): Readonly<Record<string, unknown>> {
    const { nodes, edges, orderId, orderUpdateId } = this.order
    const last = nodes[this.#reached]
    const nodesLeft = this.#isCancelled ? [] : nodes.slice(this.#reached + 1)
    const edgesLeft = this.#isCancelled ? [] : edges.slice(this.#reached)
    return {
      ...{ orderId, orderUpdateId, lastNodeId: last?.nodeId, lastNodeSequenceId: last?.sequenceId },
      nodeStates: nodesLeft.map(({ nodeId, sequenceId, released, nodePosition: { x, y, mapId } }) => ({
        ...{ nodeId, sequenceId, released, nodePosition: { x, y, mapId, theta: 0 } },
      })),
      edgeStates: edgesLeft.map(({ edgeId, sequenceId, released }) => ({ edgeId, sequenceId, released })),
    }
  }

  /** @returns where it is after that distance, and its direction */
  drive(from: Point, metres: number, bladeFails: boolean): { readonly at: Point; readonly theta: number | undefined } {
    let at = from
    let left = metres
    let theta: number | undefined
    while (!this.isOver) {
      const next = this.order.nodes[this.#reached + 1]
      if (next === undefined) break
      this.#setActions(this.#reached, bladeFails ? 'FAILED' : 'RUNNING')
      const to = pointOf(next)
      const distance = apart(at, to)
      if (distance > 0) theta = Math.atan2(to[1] - at[1], to[0] - at[0])
      if (distance > left) {
        at = [at[0] + ((to[0] - at[0]) * left) / distance, at[1] + ((to[1] - at[1]) * left) / distance]
        break
      }
      left -= distance
      at = to
      this.#setActions(this.#reached, 'FINISHED')
      this.#reached += 1
    }
    return { at, theta }
  }

  pause(): void {
    for (const action of this.actions) if (action.actionStatus === 'RUNNING') action.actionStatus = 'PAUSED'
  }

  cancel(): void {
    this.#isCancelled = true
    for (const action of this.actions) if (action.actionStatus !== 'FINISHED') action.actionStatus = 'FAILED'
  }

  #setActions(edge: number, status: ActionStatus): void {
    const ids = new Set(this.order.edges[edge]?.actions.map(({ actionId }) => actionId))
    for (const action of this.actions)
      if (ids.has(action.actionId) && action.actionStatus !== 'FAILED') action.actionStatus = status
  }
}

export const withoutActions = (order: ReceivedOrder): ReceivedOrder => ({
  ...order,
  edges: order.edges.map(edge => ({ ...edge, actions: [] })),
})

/** With its last node two metres off. */
export const changed = (order: ReceivedOrder): ReceivedOrder => ({
  ...order,
  nodes: order.nodes.map((node, index) =>
    index < order.nodes.length - 1
      ? node
      : { ...node, nodePosition: { ...node.nodePosition, x: node.nodePosition.x + 2 } },
  ),
})
