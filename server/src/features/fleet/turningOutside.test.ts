import { type CourseFeature, checkPaths, type Position, type ZoneType } from '@greensward/domain'
import { localFrame, type XY } from '@greensward/geometry'
import { missionItems } from '@greensward/vehicle'
import { describe, expect, test } from 'vitest'
import { drivenPathsOf } from './missionDrive.ts'

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
const legs = [
  { bladeOn: true, speedMps: 1.5, points: [at(2, 1), at(19, 1)] },
  { bladeOn: false, speedMps: 1, points: [at(19, 1), at(22, 1), at(22, -2), at(19, -2), at(19, 1)] },
  { bladeOn: true, speedMps: 1.5, points: [at(19, 1), at(19, 18)] },
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
