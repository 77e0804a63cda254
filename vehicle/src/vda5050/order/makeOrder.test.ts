/** Paths that a mower cannot be sent, each with its reason. */
import { describe, expect, test } from 'vitest'
import { MavFrame } from '../../mavlink/index.ts'
import type { Blade } from '../../mission/missionItem.ts'
import { missionItems } from '../../mission/translate.ts'
import { mapFrame } from '../mapFrame.ts'
import { itemOf, makeOrder, type OrderParts, reachesItem } from './makeOrder.ts'
import { pathOf, restOf } from './missionPath.ts'
import { readOrderLimits } from './orderLimits.ts'
import { ownPause } from './ownPause.ts'

const frame = mapFrame([8.55, 47.37], 90)
const at = (x: number, y: number) => frame.toLonLat([x, y])
const blade: Blade = { kind: 'relay', index: 0 }

const instant = (actionType: string) => ({ actionType, actionScopes: ['INSTANT'] })
const PAUSES = [instant('startPause'), instant('stopPause'), instant('cancelOrder')]
const mow = (change: object = {}) => ({ actionType: 'mow', actionScopes: ['EDGE'], blockingTypes: ['NONE'], ...change })
const sheet = (features: object = {}, limits: object = {}, navigation: unknown = ['VIRTUAL_LINE_GUIDED']) => ({
  typeSpecification: { navigationTypes: navigation },
  physicalParameters: { speedMin: 0.2 },
  protocolLimits: limits,
  protocolFeatures: { agvActions: [...PAUSES, mow()], ...features },
})
const path = [
  { position: at(1, 0), seq: 2, bladeOn: false, speedMps: 2 },
  { position: at(1, 4), seq: 4, bladeOn: true, speedMps: 1 },
]
const twice = [...path, { position: at(2, 4), seq: 6, bladeOn: true, speedMps: 1 }]
const made = (factsheet: object = sheet(), change: Partial<OrderParts> = {}) =>
  makeOrder({
    ...{ orderId: 'gs-1', from: at(0, 0), path, frame, mapId: 'course', bladeAction: 'mow' },
    limits: readOrderLimits({ ...factsheet }),
    ...change,
  })
const withActions = (...agvActions: readonly object[]) => sheet({ agvActions })
const requiring = (parameter: string) => sheet({ optionalParameters: [{ parameter, support: 'REQUIRED' }] })

describe('an order', () => {
  test('begins where the mower is, and continues to the waypoints', () => {
    expect(made()).toMatchObject({
      ok: true,
      value: {
        nodes: [
          { nodeId: '0', nodePosition: { x: 0, y: 0, mapId: 'course' } },
          { nodeId: '2', nodePosition: { x: 1, y: 0 } },
          { nodeId: '4', nodePosition: { x: 1, y: 4 } },
        ],
        edges: [
          { edgeId: '0-2', maxSpeed: 2, actions: [] },
          { edgeId: '2-4', maxSpeed: 1, actions: [{ actionType: 'mow', actionId: 'gs-1:3', blockingType: 'NONE' }] },
        ],
      },
    })
  })

  test('SAFE-16k has nodes on a way that takes longer than 5 s, which reach no item', () => {
    const long = [{ position: at(0, 12), seq: 7, bladeOn: true, speedMps: 1 }]
    const order = made(sheet(), { path: long })
    if (!order.ok) return expect.fail(order.error.message)
    const { nodes, edges } = order.value
    expect(nodes.map(({ nodeId, nodePosition: { y } }) => [nodeId, y])).toEqual([
      ['0', 0],
      ['7.1', 4],
      ['7.2', 8],
      ['7', 12],
    ])
    expect(nodes.map(reachesItem)).toEqual([true, false, false, true])
    expect(nodes.map(itemOf)).toEqual([0, 7, 7, 7])
    expect(edges.map(({ edgeId }) => edgeId)).toEqual(['0-7.1', '7.1-7.2', '7.2-7'])
    expect(edges.every(({ actions }) => actions.length === 1)).toBe(true)
  })

  test.each([
    ['nothing to drive', sheet(), { path: [] }, 'emptyPath'],
    ['no speed', sheet(), { path: path.map(point => ({ ...point, speedMps: null })) }, 'noSpeed'],
    ['a speed below its least', sheet(), { path: path.map(point => ({ ...point, speedMps: 0.1 })) }, 'tooSlow'],
    ['an empty factsheet', {}, {}, 'cannotPause'],
    ['no end of a pause', withActions(instant('startPause'), instant('cancelOrder'), mow()), {}, 'cannotPause'],
    ['a path of its own', sheet({}, {}, ['AUTONOMOUS', 'VIRTUAL_LINE_GUIDED']), {}, 'plansOwnPath'],
    ['no word about its path', sheet({}, {}, 'VIRTUAL_LINE_GUIDED'), {}, 'plansOwnPath'],
    ['a trajectory that it requires', requiring('order.edges.trajectory'), {}, 'needsOtherFields'],
    ['no blade', withActions(...PAUSES), {}, 'noBladeAction'],
    ['a blade that it does not name', sheet(), { bladeAction: null }, 'noBladeAction'],
    ['a blade at nodes', withActions(...PAUSES, mow({ actionScopes: ['NODE'] })), {}, 'noBladeAction'],
    ['a blade at a standstill', withActions(...PAUSES, mow({ blockingTypes: ['HARD'] })), {}, 'bladeBlocks'],
    [
      'a parameter of its blade',
      withActions(...PAUSES, mow({ actionParameters: [{ key: 'height', valueDataType: 'FLOAT' }] })),
      {},
      'bladeNeedsParameters',
    ],
    ['ids that are numbers', sheet({}, { maxStringLens: { idNumericalOnly: true } }), {}, 'idsAreNumbers'],
    ['short ids', sheet({}, { maxStringLens: { idLen: 5 } }), {}, 'orderTooLong'],
    ['short types', sheet({}, { maxStringLens: { enumLen: 2 } }), {}, 'orderTooLong'],
    ['short messages', sheet({}, { maxStringLens: { msgLen: 600 } }), {}, 'orderTooLong'],
    ['short lists in its state', sheet({}, { maxArrayLens: { 'state.nodeStates': 2 } }), {}, 'orderTooLong'],
    ['few actions', sheet({}, { maxArrayLens: { 'state.actionStates': 1 } }), { path: twice }, 'orderTooLong'],
  ])('SAFE-16e %s is refused', (_, factsheet, change, reason) => {
    expect(made(factsheet, change)).toEqual({ ok: false, error: { reason, message: expect.any(String) } })
  })

  test('SAFE-16e limits of zero, fields that it only supports, and optional parameters limit nothing', () => {
    const features = {
      optionalParameters: [{ parameter: 'order.edges.trajectory', support: 'SUPPORTED' }],
      agvActions: [...PAUSES, mow({ actionParameters: [{ key: 'height', isOptional: true }] })],
    }
    const limits = { maxArrayLens: { 'order.nodes': 0 }, maxStringLens: { idLen: 0, idNumericalOnly: false } }
    expect(made(sheet(features, limits)).ok).toBe(true)
    expect(made(requiring('order.nodes.nodePosition.allowedDeviationXY')).ok).toBe(true)
    expect(made(requiring('state.agvPosition.deviationRange')).ok).toBe(true)
  })

  test('SAFE-16e a mower without a blade drives without mowing', () => {
    const drive = path.map(point => ({ ...point, bladeOn: false }))
    const order = made(withActions(...PAUSES), { path: drive, bladeAction: null })
    expect(order).toMatchObject({ ok: true, value: { edges: [{ actions: [] }, { actions: [] }] } })
  })
})

describe('a mission as a path', () => {
  const segments = [
    { bladeOn: false, speedMps: 2, points: [at(1, 1), at(5, 5)] },
    { bladeOn: true, speedMps: 1.5, points: [at(5, 5), at(5, 25), at(6, 25)] },
  ]
  const { items, steps } = missionItems({ segments }, blade)
  const whole = () => {
    const points = pathOf(items, blade)
    return points.ok ? points.value : expect.fail()
  }

  test('has a point for each waypoint, counted as the mission counts', () => {
    expect(whole().map(({ seq }) => seq)).toEqual(steps.map(({ seq }) => seq))
    expect(whole().map(({ bladeOn, speedMps }) => [bladeOn, speedMps])).toEqual([
      [false, 2],
      [false, 2],
      [true, 1.5],
      [true, 1.5],
    ])
  })

  test('SAFE-16e an item that an order cannot carry out is refused', () => {
    // Return to launch.
    const turnsHome = { command: 20, frame: MavFrame.mission, params: [0, 0, 0, 0] } as const
    expect(pathOf([...items, turnsHome], blade)).toMatchObject({ ok: false, error: { reason: 'cannotDriveItem' } })
    expect(pathOf(items, { kind: 'relay', index: 3 })).toMatchObject({ ok: false })
  })

  test('SAFE-16e its rest mows at once only from the line that it left', () => {
    const target = steps.at(-2)?.seq ?? expect.fail()
    expect(restOf(whole(), target, at(5.4, 12)).map(({ bladeOn }) => bladeOn)).toEqual([true, true])
    expect(restOf(whole(), target, at(9, 12)).map(({ bladeOn }) => bladeOn)).toEqual([false, true])
    expect(restOf(whole(), 99, at(0, 0))).toEqual([])
  })
})

describe('the pause of a mower', () => {
  const after = (...steps: readonly (readonly ['ask' | boolean | null, number])[]): boolean => {
    const pause = ownPause()
    for (const [step, nowMs] of steps)
      if (step === 'ask') pause.asked(nowMs)
      else pause.state({ paused: step }, nowMs)
    return pause.isOurs
  }

  test('SAFE-16h is ours where it began after it was asked for here, and of others in any other case', () => {
    expect(after([false, 0], ['ask', 1], [true, 900])).toBe(true)
    expect(after([false, 0], ['ask', 1], [false, 500], [true, 9_000])).toBe(true)
    expect(after([true, 0], ['ask', 1], [true, 900])).toBe(false)
    expect(after([false, 0], [true, 900], ['ask', 1_000], [true, 1_900])).toBe(false)
    expect(after([false, 0], ['ask', 1], [true, 20_000])).toBe(false)
    expect(after(['ask', 1], [true, 900])).toBe(false)
    expect(after([null, 0], ['ask', 1], [true, 900])).toBe(false)
    expect(after([false, 0], ['ask', 1], [true, 900], [false, 1_900], [true, 20_000])).toBe(false)
  })
})
