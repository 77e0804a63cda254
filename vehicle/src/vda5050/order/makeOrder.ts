/**
 * A planned path as an order of VDA 5050 2.x, by the fields of the schema of 2.1.0: nodes with even and edges with odd sequence
 * ids. It is sent piece by piece (`releasedBase.ts`). What the factsheet of the mower does not allow is refused, never left out.
 *
 * The blade is an action of edges: by the standard such an action ends when the mower leaves its edge, and cancelling the order
 * ends it at once. A pair of actions at nodes would leave the blade on after a stop, so it is not used.
 */
import { ok, type Result, refused } from '@greensward/domain'
import { distanceM, type LonLat, type XY } from '@greensward/geometry'
import type { Rejection } from '../../commands/outcome.ts'
import type { MapFrame } from '../mapFrame.ts'
import type { PathPoint } from './missionPath.ts'
import { type OrderLimits, offers } from './orderLimits.ts'

export interface OrderAction {
  readonly actionType: string
  readonly actionId: string
  readonly blockingType: 'NONE'
  readonly actionParameters: readonly []
}

export interface OrderNode {
  /** The item of the mission that is driven to, such as `12`; `12.1` on a long way to it; `0` where the mower is. */
  readonly nodeId: string
  readonly sequenceId: number
  readonly released: true
  readonly nodePosition: {
    readonly x: number
    readonly y: number
    readonly allowedDeviationXY: number
    readonly mapId: string
  }
  readonly actions: readonly []
}

export interface OrderEdge {
  readonly edgeId: string
  readonly sequenceId: number
  readonly released: true
  readonly startNodeId: string
  readonly endNodeId: string
  readonly maxSpeed: number
  readonly actions: readonly OrderAction[]
}

/** As it is sent: what is released by it. */
export interface OrderMessage {
  readonly orderId: string
  readonly orderUpdateId: number
  readonly nodes: readonly OrderNode[]
  readonly edges: readonly OrderEdge[]
}

/** The whole of it. */
export interface Order extends Omit<OrderMessage, 'orderUpdateId'> {
  /** That the mower takes in one message and lists in its state, at least 3. */
  readonly mostNodes: number
}

/** The item of the mission that is driven to. */
export const itemOf = ({ nodeId }: Pick<OrderNode, 'nodeId'>): number => Math.trunc(Number(nodeId))

/** Whether that item is reached with the node. */
export const reachesItem = ({ nodeId }: Pick<OrderNode, 'nodeId'>): boolean => !nodeId.includes('.')

export interface OrderParts {
  readonly orderId: string
  /** Where the mower is: the first node has to be within reach of it. */
  readonly from: LonLat
  readonly path: readonly PathPoint[]
  readonly frame: MapFrame
  readonly mapId: string
  readonly limits: OrderLimits
  /** Of the mower, for its blade on an edge; null where it has none. */
  readonly bladeAction: string | null
}

/** Its position may be this much older than the order, and scatter. */
export const START_DEVIATION_M = 0.5
/** Wider, and the mower may cut the corners of its plan. */
const NODE_DEVIATION_M = 0.1
/** Two waypoints nearer than this are one node. */
const SAME_NODE_M = 0.01
/** Longer ways between two waypoints have nodes in between, so that the end of the base is never far ahead. */
export const MOST_EDGE_S = 5
/** Its state lists the actions of all its edges, and is read up to 400,000 characters. */
export const MOST_NODES = 2_000
/** Fewer leave no room between the node that is driven to and the end of the base. */
const LEAST_NODES = 3
/** What an order of ours says; other fields are left out. */
const SENT_FIELDS: ReadonlySet<string> = new Set(['nodePosition', 'allowedDeviationXY', 'maxSpeed', 'actionParameters'])
/** Header of the message, about. */
const HEADER_BYTES = 300

const cannot = (reason: string, message: string) => refused<Rejection>({ reason, message })

/** Why no path at all can be sent to such a mower; null where one can. */
const unfit = (limits: OrderLimits): Rejection | null => {
  const missing = ['startPause', 'stopPause', 'cancelOrder'].filter(type => !offers(limits, type, 'INSTANT'))
  if (missing.length > 0)
    return { reason: 'cannotPause', message: `Its factsheet does not offer ${missing.join(', ')} as instant actions.` }
  if (limits.navigation[0] !== 'VIRTUAL_LINE_GUIDED')
    return { reason: 'plansOwnPath', message: 'Its factsheet does not say that it follows the line between two nodes.' }
  const required = limits.requiredFields.filter(
    field => field.startsWith('order.') && !SENT_FIELDS.has(field.slice(field.lastIndexOf('.') + 1)),
  )
  if (required.length > 0)
    return { reason: 'needsOtherFields', message: `Its factsheet requires ${required.join(', ')} in an order.` }
  return null
}

const bladeRefusal = ({ limits, bladeAction }: OrderParts): Rejection | null => {
  const offered = limits.actions.find(({ type, scopes }) => type === bladeAction && scopes.includes('EDGE'))
  if (bladeAction === null || offered === undefined)
    return { reason: 'noBladeAction', message: 'Its factsheet does not offer its blade as an action of an edge.' }
  if (offered.needsParameters)
    return { reason: 'bladeNeedsParameters', message: `Its action ${bladeAction} needs parameters of its maker.` }
  // A blocking action does not run while the mower drives.
  return offered.blockingTypes === null || offered.blockingTypes.includes('NONE')
    ? null
    : { reason: 'bladeBlocks', message: `It does not drive while its action ${bladeAction} runs.` }
}

/** Plus zero, as -0 is not 0 to everyone who reads it. */
const millimetres = (metres: number): number => Math.round(metres * 1_000) / 1_000 + 0

interface MapPoint extends Omit<PathPoint, 'position'> {
  readonly xy: XY
  readonly nodeId: string
}

/** The first is where the mower is. Of waypoints at one position the last one counts: it is reached with it. */
const mapPoints = ({ from, path, frame }: OrderParts): readonly MapPoint[] => {
  const toMap = (position: LonLat): XY => {
    const [x, y] = frame.toMap(position)
    return [millimetres(x), millimetres(y)]
  }
  const points: MapPoint[] = [{ xy: toMap(from), nodeId: '0', seq: 0, bladeOn: false, speedMps: null }]
  for (const { position, ...rest } of path) {
    const xy = toMap(position)
    const nodeId = String(rest.seq)
    const before = points.at(-1)
    if (before !== undefined && points.length > 1 && distanceM(before.xy, xy) < SAME_NODE_M)
      points[points.length - 1] = { ...before, nodeId, seq: rest.seq }
    else points.push({ ...rest, nodeId, xy })
  }
  return points.flatMap((point, index) => [...between(points[index - 1], point), point])
}

/** Points at equal distances on a long way. */
const between = (before: MapPoint | undefined, to: MapPoint): readonly MapPoint[] => {
  if (before === undefined || to.speedMps === null || !(to.speedMps > 0)) return []
  const pieces = Math.min(MOST_NODES, Math.ceil(distanceM(before.xy, to.xy) / (to.speedMps * MOST_EDGE_S)))
  return Array.from({ length: Math.max(0, pieces - 1) }, (_, i) => {
    const share = (i + 1) / pieces
    const along = (axis: 0 | 1): number => millimetres(before.xy[axis] + (to.xy[axis] - before.xy[axis]) * share)
    return { ...to, xy: [along(0), along(1)] as const, nodeId: `${to.nodeId}.${i + 1}` }
  })
}

const bytesOf = (part: object): number => Buffer.byteLength(JSON.stringify(part)) + 1

/** How many of its nodes fit in one message and in one state; fewer than three are of no use. */
const mostNodesOf = ({ nodes, edges }: Pick<Order, 'nodes' | 'edges'>, limits: OrderLimits): number => {
  const { mostNodes, mostEdges, mostMessageBytes } = limits
  const largest = Math.max(...nodes.map(bytesOf)) + Math.max(0, ...edges.map(bytesOf))
  return Math.min(
    mostNodes ?? MOST_NODES,
    mostEdges === null ? MOST_NODES : mostEdges + 1,
    mostMessageBytes === null ? MOST_NODES : Math.floor((mostMessageBytes - HEADER_BYTES) / largest),
  )
}

const tooLong = (order: Order, limits: OrderLimits): Rejection | null => {
  const { nodes, edges } = order
  const refusal = (what: string, is: number, most: number): Rejection => ({
    reason: 'orderTooLong',
    message: `The order has ${is} ${what}, and the mower takes ${most}.`,
  })
  const over = (what: string, is: number, most: number | null): Rejection | null =>
    most !== null && is > most ? refusal(what, is, most) : null
  const actions = edges.flatMap(edge => edge.actions)
  const ids = [order.orderId, ...nodes.map(({ nodeId }) => nodeId), ...edges.map(({ edgeId }) => edgeId)]
  const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length))
  return (
    over('nodes', nodes.length, MOST_NODES) ??
    over('nodes in a message', LEAST_NODES, order.mostNodes) ??
    over('actions', actions.length, limits.mostActionStates) ??
    over(
      'characters in an id',
      longest([...ids, ...actions.map(({ actionId }) => actionId)]),
      limits.mostIdCharacters,
    ) ??
    over(
      'characters in a type of action',
      longest(actions.map(({ actionType }) => actionType)),
      limits.mostTypeCharacters,
    )
  )
}

/** @returns the order, or why this mower cannot be sent this path */
export const makeOrder = (parts: OrderParts): Result<Order, Rejection> => {
  const { orderId, path, mapId, limits, bladeAction } = parts
  const refusal = unfit(limits)
  if (refusal !== null) return refused(refusal)
  if (path.length === 0) return cannot('emptyPath', 'There is nothing to drive.')
  if (limits.idsAreNumbers) return cannot('idsAreNumbers', 'It takes only numbers as ids.')
  const noBlade = path.some(({ bladeOn }) => bladeOn) ? bladeRefusal(parts) : null
  if (noBlade !== null) return refused(noBlade)

  const points = mapPoints(parts)
  const nodes = points.map(
    ({ xy: [x, y], nodeId }, index): OrderNode => ({
      nodeId,
      sequenceId: 2 * index,
      released: true,
      nodePosition: { x, y, allowedDeviationXY: index === 0 ? START_DEVIATION_M : NODE_DEVIATION_M, mapId },
      actions: [],
    }),
  )
  const edges: OrderEdge[] = []
  for (const [index, { seq, nodeId, bladeOn, speedMps }] of points.entries()) {
    const before = points[index - 1]
    if (before === undefined) continue
    if (speedMps === null || !(speedMps > 0)) return cannot('noSpeed', `The way to item ${seq} has no speed.`)
    if (limits.slowestMps !== null && speedMps < limits.slowestMps)
      return cannot('tooSlow', `The mower cannot drive as slowly as ${speedMps} m/s.`)
    const sequenceId = 2 * index - 1
    edges.push({
      edgeId: `${before.nodeId}-${nodeId}`,
      sequenceId,
      released: true,
      startNodeId: before.nodeId,
      endNodeId: nodeId,
      maxSpeed: speedMps,
      actions:
        bladeOn && bladeAction !== null
          ? [
              {
                actionType: bladeAction,
                actionId: `${orderId}:${sequenceId}`,
                blockingType: 'NONE',
                actionParameters: [],
              },
            ]
          : [],
    })
  }
  const order: Order = { orderId, nodes, edges, mostNodes: mostNodesOf({ nodes, edges }, limits) }
  const long = tooLong(order, limits)
  return long === null ? ok(order) : refused(long)
}
