import { describe, expect, test } from 'vitest'
import { at, box, FAIRWAY, idOf, radius, restriction, road, zone } from '../course/course.fixture.ts'
import type { Position } from '../course/course.ts'
import { checkPlan } from './checkPlan.ts'
import { FIELD, input, planned } from './planMission.fixture.ts'

describe('checkPlan', () => {
  const of = input([FIELD])
  const legs = (...paths: readonly (readonly [number, number])[][]) => ({
    legs: paths.map(points => ({ points: points.map(([x, y]) => at(x, y)) })),
  })

  test('judges segments, not points: both ends inside, the way between them not', () => {
    const bent = input([
      zone(1, FAIRWAY, [
        [0, 0],
        [40, 0],
        [40, 40],
        [30, 40],
        [30, 10],
        [10, 10],
        [10, 40],
        [0, 40],
      ]),
    ])
    expect(
      checkPlan(
        legs([
          [5, 35],
          [35, 35],
        ]),
        bent,
      ),
    ).toEqual([
      {
        kind: 'leavesBoundary',
        path: 0,
        segment: 0,
        at: expect.anything(),
        featureId: idOf(1),
        title: 'Fairway 1',
      },
    ])
  })

  test('judges the whole body on straights, in the corner between two legs and on the spot', () => {
    const post = input([FIELD, restriction(2, box(20, 40, 21, 41), 'mowers')])
    const body = { widthM: 2, lengthM: 3 }
    const judged = (...paths: readonly (readonly [number, number])[][]) =>
      checkPlan(legs(...paths), { ...post, body }).map(({ kind, path, segment }) => `${kind} ${path} ${segment}`)
    // Straight past it: half a width is 1 m.
    const past = (x: number): [number, number][] => [
      [x, 5],
      [x, 75],
    ]
    expect(judged(past(18.9))).toEqual([])
    expect(judged(past(19.1))).toEqual(['bodyInObstacle 0 0'])
    // A corner of the body is 1.8 m from its middle, which it swings by where it turns on the spot.
    const corner = (x: number): [number, number][][] => [
      [
        [x, 5],
        [x, 40.5],
      ],
      [
        [x, 40.5],
        [5, 40.5],
      ],
    ]
    expect(judged(...corner(18.1))).toEqual([])
    expect(judged(...corner(18.4))).toContain('bodyInObstacle 1 0')
    expect(judged(past(20.5))).toEqual(['crossesObstacle 0 0'])
  })

  test('looks at the way between two legs as well', () => {
    expect(
      checkPlan(
        legs(
          [
            [5, 5],
            [5, 20],
          ],
          [
            [50, 20],
            [20, 20],
          ],
        ),
        of,
      ).map(({ path, segment }) => [path, segment]),
    ).toEqual([
      [1, 0],
      [1, 1],
    ])
  })

  test('forgives what rounding to 1e-7 degrees does to a point on the edge, and no more', () => {
    const rounded = (p: Position): Position => [Math.round(p[0] * 1e7) / 1e7, Math.round(p[1] * 1e7) / 1e7]
    const plan = planned(of)
    const readBack = { legs: plan.legs.map(leg => ({ points: leg.points.map(rounded) })) }
    expect(checkPlan(readBack, of)).toEqual([])
    expect(
      checkPlan(
        legs([
          [0, 0],
          [0, 80],
        ]),
        of,
      ),
    ).toEqual([])
    expect(
      checkPlan(
        legs([
          [-0.05, 0],
          [-0.05, 80],
        ]),
        of,
      ),
    ).toHaveLength(1)
  })

  test('a single place outside is a violation, and so is a target that is gone', () => {
    expect(checkPlan(legs([[-5, 5]]), of)).toHaveLength(1)
    expect(
      checkPlan(
        legs([
          [5, 5],
          [5, 20],
        ]),
        input([]),
      ),
    ).toMatchObject([{ kind: 'noGround' }])
  })

  test('a road mission is judged by the obstacles alone', () => {
    const features = [
      road(1, [
        [0, 0],
        [50, 0],
      ]),
    ]
    const target = { kind: 'road', featureId: idOf(1) } as const
    const plan = planned(input(features, { target }))
    expect(checkPlan(plan, input(features, { target }))).toEqual([])
    const later = [...features, radius(2, [25, 1], 2, 'mowers')]
    expect(checkPlan(plan, input(later, { target }))).toMatchObject([{ kind: 'crossesObstacle', featureId: idOf(2) }])
  })
})
