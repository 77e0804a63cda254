import {
  type CourseFeature,
  checkPaths,
  type MissionPlan,
  type Mower,
  type PlanLeg,
  type Position,
  type ZoneType,
} from '@greensward/domain'
import { localFrame, type XY } from '@greensward/geometry'
import { missionItems } from '@greensward/vehicle'
import { describe, expect, test } from 'vitest'
import { drivenPathsOf } from '../mission/missionDrive.ts'
import { meetsOutside } from './turningOutside.ts'

const BLADE = { kind: 'relay', index: 0 } as const
const frame = localFrame([8.68, 50.11])
const at = (x: number, y: number): Position => {
  const [lon, lat] = frame.toLonLat([x, y])
  return [lon, lat]
}

const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const typeOf = (n: number, turnsOutside: boolean): ZoneType => ({
  id: idOf(n),
  name: 'type',
  color: '#17A73F',
  directions: ['12-6'],
  allowsIntersection: !turnsOutside,
  mowable: true,
  turnsOutside,
  updatedAt: '2026-05-01T05:00:00.000Z',
})
const zone = (n: number, zoneTypeId: string, corners: readonly XY[]): CourseFeature => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'zone',
  geometry: { type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)].map(([x, y]) => at(x, y))] },
  properties: {
    title: `Zone ${n}`,
    zoneTypeId,
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})
const square = (fromM: number, toM: number): XY[] => [
  [fromM, fromM],
  [toM, fromM],
  [toM, toM],
  [fromM, toM],
]
const green = zone(1, idOf(8), square(0, 20))
const ground = {
  features: [green, zone(2, idOf(9), square(-20, 40))],
  zoneTypes: [typeOf(8, true), typeOf(9, false)],
  target: { kind: 'zone', featureId: green.id } as const,
}

/** Along one edge, a loop beyond the corner, and along the next. */
const legs: PlanLeg[] = [
  { kind: 'lap', bladeOn: true, speedMps: 1.5, points: [at(2, 1), at(19, 1)] },
  { kind: 'lap', bladeOn: false, speedMps: 1, points: [at(19, 1), at(22, 1), at(22, -2), at(19, -2), at(19, 1)] },
  { kind: 'lap', bladeOn: true, speedMps: 1.5, points: [at(19, 1), at(19, 18)] },
]
const { items } = missionItems({ segments: legs }, BLADE)

const faultsOf = (onBoard: typeof items, features: readonly CourseFeature[] = ground.features): string[] =>
  checkPaths(drivenPathsOf(onBoard, BLADE, 0), { ...ground, features }).map(({ kind }) => kind)

describe('a mission that was read back', () => {
  test('is split where its items switch the blade', () => {
    const paths = drivenPathsOf(items, BLADE, 0)
    expect(paths.map(({ bladeOn, points }) => [bladeOn, points.length])).toEqual([
      [false, 1],
      [true, 2],
      [false, 5],
      [true, 2],
    ])
    expect(drivenPathsOf(items, BLADE, 1).map(({ bladeOn }) => bladeOn)).toEqual([true, false, true])
  })

  test('SAFE-6e may turn outside of its zone with the blade off, on ground that the map shows as mown', () => {
    expect(faultsOf(items)).toEqual([])
    expect(faultsOf(items, [green])).toContain('leavesBoundary')
  })

  test('SAFE-6e may not where an item that switches the blade off is missing', () => {
    const off = items.findIndex(({ command, params }, i) => i > 2 && command === items[1]?.command && params[1] === 0)
    expect(faultsOf(items.filter((_, i) => i !== off))).toContain('leavesBoundary')
  })
})

describe('the mowers of other zones in the way of turns outside', () => {
  const mowerOf = (n: number): Mower => ({
    id: idOf(n),
    name: `Mower ${n}`,
    color: '#0B7390',
    bladeId: null,
    systemId: n,
    widthM: 1.6,
    minTurnRadiusM: 0.6,
    transitSpeedMps: 2,
    turningSpeedMps: 1,
    batteryRangeM: 10_000,
    bladeSwitch: BLADE,
    inService: true,
    updatedAt: '2026-05-01T05:00:00.000Z',
  })
  const [mine, other] = [mowerOf(1), mowerOf(2)]
  const planOf = (driven: typeof legs) => ({ legs: driven }) as unknown as MissionPlan

  /** The other mower is there, with a mission on the rough if it has legs. */
  const metAt = (there: Position, driven?: typeof legs) => {
    const active = driven && {
      target: { kind: 'zone', featureId: idOf(2) },
      plan: planOf(driven),
      status: 'working',
      approach: [],
      from: { leg: 0, point: 0 },
      drive: missionItems({ segments: driven }, BLADE),
      seq: 0,
    }
    const parts = {
      course: { read: async () => ({ revision: 1, features: ground.features }) },
      garage: { mowers: new Map([mine, other].map(mower => [mower.id, mower])) },
      view: {
        telemetryOf: (id: string) => ({ position: id === mine.id ? at(2, 1) : there }),
        lastPositionOf: () => there,
        missionOf: (id: string) => (id === other.id ? active : undefined),
      },
    } as unknown as Parameters<typeof meetsOutside>[0]
    return meetsOutside(parts, { target: ground.target, plan: planOf(legs) }, mine, legs, [])
  }
  const row = (fromX: number, toX: number, y: number): PlanLeg[] => [
    { kind: 'swath', bladeOn: true, speedMps: 1.5, points: [at(fromX, y), at(toX, y)] },
  ]

  test('are those that stand there, and not those that stand elsewhere', async () => {
    expect(await metAt(at(22, -1))).toEqual({ driving: [], standing: ['Mower 2'] })
    expect(await metAt(at(30, -10))).toEqual({ driving: [], standing: [] })
  })

  test('are those that drive by at that time, and not those that drive by elsewhere', async () => {
    expect(await metAt(at(6, -1), row(6, 40, -1))).toEqual({ driving: ['Mower 2'], standing: [] })
    expect(await metAt(at(6, -12), row(6, 40, -12))).toEqual({ driving: [], standing: [] })
  })
})
