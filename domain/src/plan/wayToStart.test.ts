import { offset } from '@greensward/geometry'
import { expect, test } from 'vitest'
import {
  area,
  at,
  BUNKER,
  box,
  FAIRWAY,
  frame,
  GREEN,
  radius,
  restriction,
  ZONE_TYPES,
  zone,
} from '../course/course.fixture.ts'
import type { CourseFeature } from '../course/course.ts'
import { wayCheckOf } from './checkPlan.ts'
import { wayToStart } from './wayToStart.ts'

const way = (features: readonly CourseFeature[], widthM = 1.6) =>
  wayToStart({ features, zoneTypes: ZONE_TYPES, from: at(0, 0), to: at(100, 0), widthM })

const wall = box(48, -20, 52, 20)

test('drives straight where nothing is in the way: fairways and greens are ground to drive on', () => {
  const found = way([zone(1, FAIRWAY, box(40, -50, 60, 50)), zone(2, GREEN, wall), restriction(3, wall, 'carts')])
  expect(found).toMatchObject({ kind: 'straight', points: [expect.anything(), expect.anything()] })
  expect(found?.lengthM).toBeCloseTo(100, 6)
})

const inTheWay: readonly (readonly [string, CourseFeature])[] = [
  ['a restriction', restriction(1, wall)],
  ['a bunker', zone(1, BUNKER, wall)],
  ['a zone hidden for mowers', zone(1, FAIRWAY, wall, { hiddenForMower: true })],
  ['a building', area(1, wall)],
]
test.each(inTheWay)('goes round %s and keeps half its width from it', (_, obstacle) => {
  const found = way([obstacle])
  expect(found?.kind).toBe('around')
  const line = (found?.points ?? []).map(point => frame.toLocal(point))
  const near = offset([{ outer: wall, holes: [] }], 0.85)
  expect(wayCheckOf(undefined, near).pathInside(line)).toBe(true)
  expect(found?.lengthM).toBeGreaterThan(104)
  expect(found?.lengthM).toBeLessThan(112)
})

test('squeezes through a gap that leaves room for the middle of the machine only, before it gives up', () => {
  const gate = [restriction(1, box(48, -500, 52, -0.3)), restriction(2, box(48, 0.3, 52, 500))]
  expect(way(gate)?.kind).toBe('straight')
  expect(way([restriction(1, box(48, -500, 52, 500))])).toBeUndefined()
})

test('finds no way out of a no-go or into one', () => {
  expect(way([radius(1, [0, 0], 5)])).toBeUndefined()
  expect(way([radius(1, [100, 0], 5)])).toBeUndefined()
})

test('a mower may be in the area of its shed', () => {
  expect(way([area(1, box(-10, -10, 10, 10))])?.kind).toBe('straight')
})

test('goes round a mower at rest in the way', () => {
  const past = (positions: readonly (readonly [number, number])[]) =>
    wayToStart({
      features: [],
      zoneTypes: ZONE_TYPES,
      from: at(0, 0),
      to: at(100, 0),
      widthM: 1.6,
      occupied: positions.map(([x, y]) => ({ id: 'other', title: 'Rook 2', position: at(x, y), radiusM: 1.5 })),
    })
  const around = past([[50, 1]])
  expect(around?.kind).toBe('around')
  const near = offset([{ outer: box(49, 0, 51, 2), holes: [] }], 0.85)
  expect(wayCheckOf(undefined, near).pathInside((around?.points ?? []).map(point => frame.toLocal(point)))).toBe(true)
  expect(past([[50, 4]])?.kind).toBe('straight')
  expect(past([[100, 0]])).toBeUndefined()
})
