/** Planned paths as orders, for any path, any map of the mower and any limits. */
import { distanceM, type LonLat, localFrame } from '@greensward/geometry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Blade } from '../../mission/missionItem.ts'
import { type Drive, missionItems } from '../../mission/translate.ts'
import { mapFrame } from '../mapFrame.ts'
import { itemOf, makeOrder, type Order, type OrderMessage, type OrderParts, reachesItem } from './makeOrder.ts'
import { type PathPoint, pathOf } from './missionPath.ts'
import { readOrderLimits } from './orderLimits.ts'
import { type OrderState, progressOf } from './orderState.ts'
import { ReleasedBase } from './releasedBase.ts'

const HOME: LonLat = [8.55, 47.37]
const ground = localFrame(HOME)
const runs = { seed: 20261127, numRuns: 200 }

const instant = (actionType: string) => ({ actionType, actionScopes: ['INSTANT'] })
const mow = { actionType: 'mow', actionScopes: ['EDGE'], blockingTypes: ['NONE'] }
const factsheet = (change: { readonly lists?: object; readonly texts?: object } = {}) => ({
  typeSpecification: { navigationTypes: ['VIRTUAL_LINE_GUIDED'] },
  protocolLimits: { maxArrayLens: change.lists ?? {}, maxStringLens: change.texts ?? {} },
  protocolFeatures: { agvActions: [instant('startPause'), instant('stopPause'), instant('cancelOrder'), mow] },
})

const position = fc
  .tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 }))
  .map(([x, y]): LonLat => ground.toLonLat([x / 10, y / 10]))
const speed = fc.constantFrom(0.8, 1.5, 2)
const path: fc.Arbitrary<readonly PathPoint[]> = fc
  .array(fc.record({ position, bladeOn: fc.boolean(), speedMps: speed }), { minLength: 1, maxLength: 40 })
  .map(points => points.map((point, index) => ({ ...point, seq: 2 * index + 1 })))
const frame = fc
  .tuple(position, fc.integer({ min: -360, max: 360 }))
  .map(([origin, xAxisDeg]) => mapFrame(origin, xAxisDeg))
const parts: fc.Arbitrary<OrderParts> = fc.record({ path, frame, from: position }).map(made => ({
  ...made,
  ...{ orderId: 'gs-1', mapId: 'course', bladeAction: 'mow', limits: readOrderLimits(factsheet()) },
}))

const orderOf = (made: OrderParts): Order => {
  const order = makeOrder(made)
  return order.ok ? order.value : expect.fail(order.error.message)
}

/** Released as a whole by its first message. */
const whole = ({ nodes }: Order) => ({
  endOf: (updateId: number | null) => (updateId === 0 ? nodes.length - 1 : undefined),
})

/** As a mower reports it that has reached node `reached`. */
const stateAt = ({ orderId, nodes, edges }: Order, reached: number): OrderState => ({
  ...{ orderId, updateId: 0, lastSequenceId: nodes[reached]?.sequenceId ?? null },
  nodes: nodes.slice(reached + 1).map(({ nodeId, sequenceId, released, nodePosition: { x, y, mapId } }) => ({
    ...{ id: nodeId, sequenceId, released, position: { x, y, mapId } },
  })),
  edges: edges.slice(reached).map(({ edgeId, sequenceId, released }) => ({ id: edgeId, sequenceId, released })),
})

describe('a path as an order', () => {
  test('is one chain of nodes and edges, all released, with sequence ids from 0 and ids that are there once', () => {
    fc.assert(
      fc.property(parts, made => {
        const { nodes, edges } = orderOf(made)
        expect(edges).toHaveLength(nodes.length - 1)
        expect(nodes.map(({ sequenceId }) => sequenceId)).toEqual(nodes.map((_, i) => 2 * i))
        expect(edges.map(({ sequenceId }) => sequenceId)).toEqual(edges.map((_, i) => 2 * i + 1))
        expect(edges.map(edge => [edge.startNodeId, edge.endNodeId])).toEqual(
          edges.map((_, i) => [nodes[i]?.nodeId, nodes[i + 1]?.nodeId]),
        )
        expect([...nodes, ...edges].every(({ released }) => released)).toBe(true)
        const ids = [...nodes.map(({ nodeId }) => nodeId), ...edges.map(({ edgeId }) => edgeId)]
        expect(new Set(ids).size).toBe(ids.length)
      }),
      runs,
    )
  })

  test('SAFE-16e drives every waypoint in its order, on the map of the mower, with the speed and the blade of its way', () => {
    fc.assert(
      fc.property(parts, made => {
        const order = orderOf(made)
        const nodes = order.nodes.filter(reachesItem)
        const bySeq = new Map(made.path.map(point => [String(point.seq), point]))
        for (const [index, node] of nodes.entries()) {
          const point = index === 0 ? { position: made.from } : bySeq.get(node.nodeId)
          const { x, y } = node.nodePosition
          const at = made.frame.toLonLat([x, y])
          expect(distanceM(ground.toLocal(at), ground.toLocal(point?.position ?? expect.fail()))).toBeLessThan(0.012)
        }
        // Waypoints at one position are one node: it has the way of the first of them.
        const ends = new Set(nodes.map(({ nodeId }) => Number(nodeId)))
        let way: PathPoint | undefined
        const ways: PathPoint[] = []
        for (const point of made.path) {
          way ??= point
          if (!ends.has(point.seq)) continue
          ways.push(way)
          way = undefined
        }
        // A long way is several edges, each with what the way has.
        const wayTo = new Map(nodes.slice(1).map((node, i) => [itemOf(node), ways[i]]))
        for (const { endNodeId, maxSpeed, actions } of order.edges) {
          const of = wayTo.get(itemOf({ nodeId: endNodeId }))
          expect([maxSpeed, actions.length === 1]).toEqual([of?.speedMps, of?.bladeOn])
        }
        const actions = order.edges.flatMap(edge => edge.actions)
        expect(new Set(actions.map(({ actionId }) => actionId)).size).toBe(actions.length)
        expect(actions.every(({ actionType, blockingType }) => actionType === 'mow' && blockingType === 'NONE')).toBe(
          true,
        )
      }),
      runs,
    )
  })

  test('has the fields of the schema of 2.1.0 that are required, others of it, and no more', () => {
    const keys = (of: object): readonly string[] => Object.keys(of).sort()
    fc.assert(
      fc.property(parts, made => {
        const order = JSON.parse(JSON.stringify(new ReleasedBase(orderOf(made)).first())) as OrderMessage
        expect(keys(order)).toEqual(['edges', 'nodes', 'orderId', 'orderUpdateId'])
        for (const node of order.nodes) {
          expect(keys(node)).toEqual(['actions', 'nodeId', 'nodePosition', 'released', 'sequenceId'])
          expect(keys(node.nodePosition)).toEqual(['allowedDeviationXY', 'mapId', 'x', 'y'])
          expect(node.nodePosition.allowedDeviationXY).toBeGreaterThan(0)
        }
        const edgeKeys = ['actions', 'edgeId', 'endNodeId', 'maxSpeed', 'released', 'sequenceId', 'startNodeId']
        for (const edge of order.edges) {
          expect(keys(edge)).toEqual(edgeKeys)
          for (const action of edge.actions)
            expect(keys(action)).toEqual(['actionId', 'actionParameters', 'actionType', 'blockingType'])
        }
      }),
      runs,
    )
  })

  test('SAFE-16e keeps to the limits of the factsheet, or is refused', () => {
    const most = fc.integer({ min: 1, max: 30 })
    fc.assert(
      fc.property(parts, most, most, most, (made, nodes, edges, actions) => {
        const lists = { 'order.nodes': nodes, 'order.edges': edges, 'state.actionStates': actions }
        const order = makeOrder({ ...made, limits: readOrderLimits(factsheet({ lists })) })
        const free = orderOf(made)
        const mostNodes = Math.min(nodes, edges + 1)
        const fits = mostNodes >= 3 && free.edges.flatMap(edge => edge.actions).length <= actions
        expect(order).toEqual(
          fits
            ? { ok: true, value: { ...free, mostNodes } }
            : { ok: false, error: expect.objectContaining({ reason: 'orderTooLong' }) },
        )
      }),
      runs,
    )
  })
})

describe('the base of an order', () => {
  const limited = fc.tuple(parts, fc.integer({ min: 3, max: 12 })).map(([made, most]) => {
    const lists = { 'order.nodes': most }
    return { order: orderOf({ ...made, limits: readOrderLimits(factsheet({ lists })) }), most }
  })
  const secondsOf = ({ nodes, edges }: Order, from: number, to: number): number =>
    edges.slice(from, to).reduce((sum, { maxSpeed }, i) => {
      const [a, b] = [nodes[from + i]?.nodePosition, nodes[from + i + 1]?.nodePosition]
      return sum + Math.hypot((b?.x ?? 0) - (a?.x ?? 0), (b?.y ?? 0) - (a?.y ?? 0)) / maxSpeed
    }, 0)

  test('SAFE-16k reaches 8 to 22 s ahead or as far as the mower takes, and its updates are the whole order', () => {
    fc.assert(
      fc.property(limited, ({ order, most }) => {
        const base = new ReleasedBase(order)
        const last = order.nodes.length - 1
        const first = base.first()
        base.sent(first)
        const nodes = [...first.nodes]
        const edges = [...first.edges]
        for (let reached = 0; reached <= last; reached += 1) {
          const before = nodes.length
          const update = base.update(reached)
          if (update !== null) {
            expect(update).toMatchObject({ orderId: order.orderId, orderUpdateId: base.updateId + 1 })
            expect(update.nodes[0]).toEqual(nodes.at(-1))
            expect(update.nodes.length).toBeLessThanOrEqual(most)
            base.sent(update)
            nodes.push(...update.nodes.slice(1))
            edges.push(...update.edges)
          }
          const end = base.endOf(base.updateId) ?? expect.fail()
          expect(end).toBe(nodes.length - 1)
          expect(end - reached).toBeLessThan(most)
          const aheadS = secondsOf(order, reached, end)
          if (update !== null || reached === 0) expect(aheadS).toBeLessThanOrEqual(22.01)
          // The end of the base is never the node that is driven to.
          expect(end > reached + 1 || end === last).toBe(true)
          if (end < last && end - reached < most - 1)
            expect(secondsOf(order, reached + 1, end)).toBeGreaterThanOrEqual(8)
          if (update === null) expect(nodes).toHaveLength(before)
        }
        expect(nodes).toEqual(order.nodes)
        expect(edges).toEqual(order.edges)
      }),
      runs,
    )
  })

  test('SAFE-16k no way between two nodes takes longer than 5 s', () => {
    fc.assert(
      fc.property(parts, made => {
        const order = orderOf(made)
        for (const index of order.edges.keys()) expect(secondsOf(order, index, index + 1)).toBeLessThanOrEqual(5.01)
      }),
      runs,
    )
  })

  test('SAFE-16k a part of it that the mower reports is in force as far as it was released, and used up is ended', () => {
    fc.assert(
      fc.property(limited, ({ order }) => {
        const base = new ReleasedBase(order)
        base.sent(base.first())
        const end = base.endOf(0) ?? expect.fail()
        fc.pre(end < order.nodes.length - 1)
        const released = { ...order, nodes: order.nodes.slice(0, end + 1), edges: order.edges.slice(0, end) }
        expect(progressOf(order, base, stateAt(released, 0))).toEqual({ kind: 'inForce', reached: 0 })
        expect(progressOf(order, base, stateAt(released, end))).toEqual({ kind: 'ended' })
        // Nobody has released more of it from here.
        expect(progressOf(order, base, stateAt(order, 0))).toEqual({ kind: 'changed' })
        expect(progressOf(order, base, { ...stateAt(released, 0), updateId: 1 })).toEqual({ kind: 'changed' })
      }),
      runs,
    )
  })
})

describe('the progress of an order', () => {
  const made = fc.tuple(parts, fc.nat()).map(([all, pick]) => {
    const order = orderOf(all)
    return { order, reached: pick % order.nodes.length }
  })

  test('SAFE-16g is the node that the mower reached, and its end is its last node', () => {
    fc.assert(
      fc.property(made, ({ order, reached }) => {
        const isLast = reached === order.nodes.length - 1
        expect(progressOf(order, whole(order), stateAt(order, reached))).toEqual(
          isLast ? { kind: 'done' } : { kind: 'inForce', reached },
        )
      }),
      runs,
    )
  })

  test('SAFE-16g an order that is not as it was sent is never taken for it', () => {
    const change = fc.constantFrom(
      'orderId',
      'updateId',
      'nodeMoved',
      'nodeHeld',
      'nodeRenamed',
      'nodeGone',
      'edgeRenamed',
      'edgeGone',
      'nodesHidden',
      'otherMap',
      'noCoordinate',
    )
    fc.assert(
      fc.property(made, change, fc.nat(), ({ order, reached }, kind, pick) => {
        const state = stateAt(order, reached)
        const nodes = state.nodes ?? []
        const edges = state.edges ?? []
        fc.pre(nodes.length > 1)
        const index = pick % nodes.length
        const node = nodes[index] ?? expect.fail()
        const moved = (more: object) => ({ ...node, position: { x: 0, y: 0, mapId: '', ...node.position, ...more } })
        const changes: Readonly<Record<typeof kind, Partial<OrderState>>> = {
          orderId: { orderId: 'gs-2' },
          updateId: { updateId: 1 },
          nodeMoved: { nodes: nodes.with(index, moved({ x: (node.position?.x ?? 0) + 0.02 })) },
          nodeHeld: { nodes: nodes.with(index, { ...node, released: false }) },
          nodeRenamed: { nodes: nodes.with(index, { ...node, id: 'x' }) },
          nodeGone: { nodes: nodes.toSpliced(nodes.length - 1, 1) },
          edgeRenamed: { edges: edges.with(index, { ...(edges[index] ?? expect.fail()), id: 'x' }) },
          edgeGone: { edges: edges.toSpliced(edges.length - 1, 1) },
          nodesHidden: { nodes: null },
          otherMap: { nodes: nodes.with(index, moved({ mapId: 'hall' })) },
          noCoordinate: { nodes: nodes.with(index, moved({ y: null })) },
        }
        expect(['other', 'changed']).toContain(progressOf(order, whole(order), { ...state, ...changes[kind] }).kind)
      }),
      runs,
    )
  })

  test('SAFE-16i an order of which nothing is left before its last node has not been driven', () => {
    fc.assert(
      fc.property(made, ({ order, reached }) => {
        fc.pre(reached < order.nodes.length - 1)
        expect(progressOf(order, whole(order), { ...stateAt(order, reached), nodes: [], edges: [] })).toEqual({
          kind: 'ended',
        })
      }),
      runs,
    )
  })
})

describe('a mission as a path', () => {
  const blade: Blade = { kind: 'relay', index: 0 }
  const drive: fc.Arbitrary<Drive> = fc
    .array(
      fc.record({ bladeOn: fc.boolean(), speedMps: speed, points: fc.array(position, { minLength: 2, maxLength: 6 }) }),
      { minLength: 1, maxLength: 8 },
    )
    .map(segments => ({ segments }))
  const key = ([lon, lat]: LonLat): string => `${lon.toFixed(8)} ${lat.toFixed(8)}`

  test('SAFE-16e mows exactly the planned pieces, and not on the way to the first waypoint', () => {
    fc.assert(
      fc.property(drive, plan => {
        const points = pathOf(missionItems(plan, blade).items, blade)
        if (!points.ok) return expect.fail(points.error.message)
        const mown = points.value.flatMap((point, i) =>
          point.bladeOn ? [`${key(points.value[i - 1]?.position ?? expect.fail())} ${key(point.position)}`] : [],
        )
        const planned = plan.segments
          .filter(({ bladeOn }) => bladeOn)
          .flatMap(({ points: line }) => line.slice(1).map((to, i) => `${key(line[i] ?? to)} ${key(to)}`))
        expect(mown).toEqual(planned)
        expect(points.value[0]?.bladeOn).toBe(false)
      }),
      runs,
    )
  })
})
