import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blob, circle, comb, dumbbell, rectangle, spiral } from '../coverage/shapes.fixture.ts'
import type { PolygonXY, XY } from '../units.ts'
import { difference, offset, union } from './clipper.ts'
import { totalAreaM2 } from './measure.ts'
import { quickDifference, quickOffset, quickUnion } from './quickOffset.ts'
import { polygonProblem } from './validity.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const ring: fc.Arbitrary<XY[]> = fc.oneof(
  fc
    .tuple(
      number(5, 40),
      fc.array(number(-0.35, 0.35), { minLength: 1, maxLength: 7 }),
      fc.array(number(0, 6.3), { minLength: 7, maxLength: 7 }),
    )
    .map(([radius, swings, phases]) => blob(radius, swings, phases)),
  fc
    .tuple(fc.integer({ min: 1, max: 5 }), number(2, 9), number(1, 6), number(4, 30))
    .map(([teeth, width, gap, length]) => comb(teeth, width, gap, length)),
  fc.tuple(number(0.5, 2.2), number(1, 9)).map(([turns, width]) => spiral(turns, width, 3)),
  fc
    .tuple(number(4, 25), number(1, 20), number(0.3, 3.9))
    .map(([room, length, width]) => dumbbell(room, length, width)),
)

const polygon: fc.Arbitrary<PolygonXY> = fc
  .tuple(ring, fc.array(fc.tuple(number(-9, 9), number(-9, 9), number(0.2, 5)), { maxLength: 2 }))
  .map(([outer, ponds]) => {
    const holes = ponds.map(([x, y, radius]) => circle(x, y, radius, 12))
    const whole = { outer, holes }
    return polygonProblem(whole) === undefined ? whole : { outer, holes: [] }
  })

/** Area in one of two grounds and not in the other. */
const apartM2 = (a: readonly PolygonXY[], b: readonly PolygonXY[]): number =>
  totalAreaM2(difference(a, b)) + totalAreaM2(difference(b, a))

const lengthOfEdges = (polygons: readonly PolygonXY[]): number =>
  polygons
    .flatMap(({ outer, holes }) => [outer, ...holes])
    .reduce(
      (sum, corners) =>
        sum +
        corners.reduce((length, [x, y], i) => {
          const [nextX, nextY] = corners[(i + 1) % corners.length] ?? [x, y]
          return length + Math.hypot(nextX - x, nextY - y)
        }, 0),
      0,
    )

describe('quickOffset', () => {
  it('agrees with Clipper to the tolerance of the arcs, growing and shrinking', () => {
    fc.assert(
      fc.property(polygon, fc.oneof(number(-6, -0.01), number(0.01, 6)), (ground, deltaM) => {
        const quick = quickOffset([ground], deltaM, 0.005)
        const sure = offset([ground], deltaM, 'round', 0.005)
        expect(apartM2(quick, sure)).toBeLessThan(0.006 * lengthOfEdges([ground, ...sure]) + 0.05)
      }),
      { numRuns: 1000, seed: 21 },
    )
  })

  it('shrinks a field to nothing, and two rooms to two pieces', () => {
    expect(quickOffset([{ outer: rectangle(0, 0, 10, 2), holes: [] }], -1.1, 0.01)).toEqual([])
    expect(quickOffset([{ outer: dumbbell(10, 5, 2), holes: [] }], -1.1, 0.01).length).toBe(2)
  })

  it('answers lines that coincide as Clipper does', () => {
    const corridor: PolygonXY = { outer: dumbbell(10, 5, 2), holes: [] }
    expect(totalAreaM2(quickOffset([corridor], -1, 0.01))).toBeCloseTo(
      totalAreaM2(offset([corridor], -1, 'round', 0.01)),
      2,
    )
  })
})

describe('quickUnion and quickDifference', () => {
  it('agree with Clipper', () => {
    fc.assert(
      fc.property(polygon, polygon, number(-20, 20), (a, other, away) => {
        const by = (corners: readonly XY[]): XY[] => corners.map(([x, y]) => [x + away, y + 0.3 * away])
        const b: PolygonXY = { outer: by(other.outer), holes: other.holes.map(by) }
        expect(apartM2(quickUnion([a], [b]), union([a], [b]))).toBeLessThan(0.05)
        expect(apartM2(quickDifference([a], [b]), difference([a], [b]))).toBeLessThan(0.05)
      }),
      { numRuns: 300, seed: 22 },
    )
  })
})
