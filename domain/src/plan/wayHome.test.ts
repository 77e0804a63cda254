import { expect, test } from 'vitest'
import { at, BUNKER, box, MOWER, ROUGH, road, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import type { CourseFeature } from '../course/course.ts'
import type { PlanLeg } from './missionPlan.ts'
import { type WayHomeInput, wayHomeM } from './wayHome.ts'

const GROUND = zone(1, ROUGH, box(-60, -60, 200, 60))

const rows = (points: readonly (readonly [number, number])[]): PlanLeg[] => [
  { kind: 'swath', bladeOn: true, speedMps: 1.2, points: points.map(([x, y]) => at(x, y)) },
]
const input = (features: readonly CourseFeature[], over: Partial<WayHomeInput> = {}): WayHomeInput => ({
  features: [GROUND, ...features],
  zoneTypes: ZONE_TYPES,
  occupied: [],
  mower: MOWER,
  base: { position: at(0, 0), headingDeg: 0, approach: [at(1, 0)] },
  legs: rows([
    [20, 0],
    [100, 0],
    [100, 4],
    [20, 4],
  ]),
  ...over,
})

test('counts from the point of the plan that is farthest from home, not from its end', () => {
  expect(wayHomeM(input([]))).toBeGreaterThan(99)
  expect(wayHomeM(input([]))).toBeLessThan(103)
})

test('goes round what is in the way', () => {
  const wall = zone(2, BUNKER, box(8, -50, 12, 20))
  expect(wayHomeM(input([wall]))).toBeGreaterThan(107)
})

test('takes the point opposite where the way by road is longer from there', () => {
  // Both ends are as far from home; a wall lies between home and one of them.
  const legs = rows([
    [40, -40],
    [40, 40],
  ])
  const wall = zone(2, BUNKER, box(-30, -14, 60, -10))
  expect(wayHomeM(input([], { legs }))).toBeLessThan(60)
  expect(wayHomeM(input([wall], { legs }))).toBeGreaterThan(75)
})

test('is not known where no way leads home, or where the base is not on the map', () => {
  const ring = [box(-8, -8, 8, -6), box(-8, 6, 8, 8), box(-8, -8, -6, 8), box(6, -8, 8, 8)]
  expect(wayHomeM(input(ring.map((corners, i) => zone(2 + i, BUNKER, corners))))).toBeNull()
  expect(
    wayHomeM(
      input(
        [
          road(9, [
            [0, 0],
            [0, 5],
          ]),
        ],
        { base: { position: at(900, 0), headingDeg: 0, approach: [] } },
      ),
    ),
  ).toBe('offCourse')
})

test('is nothing for a mower that works where it parks', () => {
  expect(wayHomeM(input([], { legs: rows([[0, 0]]) }))).toBe(0)
})
