import { describe, expect, test } from 'vitest'
import { at, BUNKER, box, FAIRWAY, GREEN, idOf, ROUGH, radius, road, ZONE_TYPES, zone } from './course.fixture.ts'
import type { CourseFeature } from './course.ts'
import { applyDiff } from './courseDiff.ts'
import { fixOf, mapProblems } from './mapProblems.ts'
import { circleGeometry, cutGeometry, mergeGeometries, splitGeometry } from './shapeSurgery.ts'

const rules = { zoneTypes: ZONE_TYPES, bounds: null }
let last = 1_000
const newId = (): string => idOf(++last)
const reasons = (features: readonly CourseFeature[]) => mapProblems(features, rules).map(({ reason }) => reason)

/** Puts one problem after the other right, as somebody would who presses 'fix' until there is none. */
const fixedAll = (features: readonly CourseFeature[]): readonly CourseFeature[] => {
  let now = features
  for (let turn = 0; turn < 20; turn++) {
    const fix = mapProblems(now, rules)
      .map(problem => fixOf(problem, now, newId))
      .find(diff => diff !== undefined)
    if (fix === undefined) return now
    const applied = applyDiff(now, fix)
    if (!applied.ok) throw new Error('a fix must fit the map it was made for')
    now = applied.value
  }
  throw new Error('fixes go round in a circle')
}

const bowTie = zone(1, FAIRWAY, [
  [0, 0],
  [40, 30],
  [40, 0],
  [0, 20],
])
const CASES: readonly (readonly [name: string, features: readonly CourseFeature[], reason: string, left: number])[] = [
  ['a crossed ring', [bowTie], 'selfIntersection', 2],
  ['a bunker in a fairway', [zone(1, FAIRWAY, box(0, 0, 60, 40)), zone(2, BUNKER, box(10, 10, 20, 20))], 'overlaps', 2],
  ['two greens that lap over', [zone(1, GREEN, box(0, 0, 30, 30)), zone(2, GREEN, box(25, 0, 45, 20))], 'overlaps', 2],
  [
    'one fairway drawn twice',
    [zone(1, FAIRWAY, box(0, 0, 60, 40)), zone(2, FAIRWAY, box(0.1, 0, 60, 40))],
    'duplicate',
    1,
  ],
  [
    'a cart path drawn twice',
    [
      road(1, [
        [0, 0],
        [50, 0],
      ]),
      road(2, [
        [0, 0.1],
        [50, 0.1],
      ]),
    ],
    'duplicate',
    1,
  ],
  ['a tree drawn twice', [radius(1, [5, 5], 2), radius(2, [5.1, 5], 2)], 'duplicate', 1],
  [
    'a strip between two neighbours',
    [zone(1, FAIRWAY, box(0, 0, 60, 40)), zone(2, GREEN, box(60.2, 0, 80, 40))],
    'sliver',
    2,
  ],
  ['a hole that is gone', [zone(1, GREEN, box(0, 0, 9, 9), { holeId: idOf(77) })], 'noHole', 1],
  [
    'an area without ground',
    [
      zone(1, GREEN, [
        [0, 0],
        [10, 0],
        [20, 0],
      ]),
    ],
    'selfIntersection',
    0,
  ],
]

describe('map problems', () => {
  test.each(CASES)('%s is found and put right', (_, features, reason, left) => {
    expect(reasons(features)).toContain(reason)
    const fixed = fixedAll(features)
    expect(reasons(fixed)).toEqual([])
    expect(fixed).toHaveLength(left)
  })

  test('neighbours with a shared edge, rough below a green and a wide path between zones are not problems', () => {
    expect(
      reasons([
        zone(1, FAIRWAY, box(0, 0, 60, 40)),
        zone(2, GREEN, box(60, 0, 80, 40)),
        zone(3, ROUGH, box(-20, -20, 100, 60)),
        zone(4, GREEN, box(0, 43, 30, 55)),
      ]),
    ).toEqual([])
  })

  test('a fix says nothing where only a person can decide', () => {
    const far = zone(1, GREEN, box(0, 0, 9, 9))
    const bounds = { topLeft: at(-5, 5), bottomRight: at(5, -5) } as const
    const [problem] = mapProblems([far], { zoneTypes: ZONE_TYPES, bounds })
    expect(problem?.reason).toBe('beyondBounds')
    expect(problem && fixOf(problem, [far], newId)).toBeUndefined()
  })
})

test('an area split by a line and merged again covers the same ground', () => {
  const { geometry } = zone(1, FAIRWAY, box(0, 0, 60, 40))
  const parts = splitGeometry(geometry, [at(30, -5), at(30, 45)])
  expect(parts).toHaveLength(2)
  expect(mergeGeometries(parts)).toHaveLength(1)
  expect(splitGeometry(geometry, [at(30, -5), at(30, 20)])).toEqual([geometry])
})

test('a round no-go cut out of a fairway leaves a hole in it', () => {
  const { geometry } = zone(1, FAIRWAY, box(0, 0, 60, 40))
  const [left] = cutGeometry(geometry, [circleGeometry(at(30, 20), 5)])
  expect(left?.coordinates).toHaveLength(2)
  expect(cutGeometry(geometry, [geometry])).toEqual([])
})
