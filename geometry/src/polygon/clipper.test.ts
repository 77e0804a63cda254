import { describe, expect, it } from 'vitest'
import { circle, rectangle } from '../coverage/shapes.fixture.ts'
import type { PolygonXY } from '../units.ts'
import { bufferLines, difference, intersection, offset, union } from './clipper.ts'
import { contains } from './contains.ts'
import { pathInside, segmentInside } from './fence.ts'
import { areaM2, totalAreaM2 } from './measure.ts'
import { overlapAreaM2, polygonsIntersect } from './overlap.ts'

const box = (x: number, y: number, w: number, h: number): PolygonXY => ({ outer: rectangle(x, y, w, h), holes: [] })
const ringed: PolygonXY = { outer: rectangle(0, 0, 10, 10), holes: [rectangle(4, 4, 2, 2)] }

describe('areas and booleans', () => {
  it('subtracts holes of either winding', () => {
    expect(areaM2(ringed)).toBe(96)
    expect(areaM2({ outer: [...ringed.outer].reverse(), holes: ringed.holes })).toBe(96)
  })

  it('unites, cuts out and intersects', () => {
    expect(totalAreaM2(union([box(0, 0, 2, 2)], [box(1, 0, 2, 2)]))).toBeCloseTo(6, 6)
    expect(totalAreaM2(difference([box(0, 0, 4, 4)], [box(1, 1, 1, 1)]))).toBeCloseTo(15, 6)
    expect(difference([box(0, 0, 4, 4)], [box(1, 1, 1, 1)])[0]?.holes.length).toBe(1)
    expect(totalAreaM2(intersection([box(0, 0, 4, 4)], [box(3, 3, 4, 4)]))).toBeCloseTo(1, 6)
    expect(intersection([box(0, 0, 1, 1)], [box(5, 5, 1, 1)])).toEqual([])
  })

  it('keeps a piece inside the hole of another', () => {
    const both = union([ringed], [box(4.5, 4.5, 1, 1)])
    expect(both.length).toBe(2)
    expect(totalAreaM2(both)).toBeCloseTo(97, 6)
  })

  it('grows and shrinks, closing holes and opening necks', () => {
    expect(totalAreaM2(offset([box(0, 0, 10, 10)], -1))).toBeCloseTo(64, 6)
    expect(totalAreaM2(offset([box(0, 0, 10, 10)], 1))).toBeCloseTo(140 + Math.PI, 1)
    expect(offset([ringed], 1.1)[0]?.holes).toEqual([])
    const neck = union([box(0, 0, 5, 5)], [box(5, 2, 5, 1)], [box(10, 0, 5, 5)])
    expect(offset(neck, -0.6).length).toBe(2)
    expect(offset([box(0, 0, 10, 10)], -6)).toEqual([])
  })

  it('widens lines with flat or round ends', () => {
    const line = [
      [0, 0],
      [10, 0],
    ] as const
    expect(totalAreaM2(bufferLines([line], 1, 'flat'))).toBeCloseTo(20, 6)
    expect(totalAreaM2(bufferLines([line], 1, 'round'))).toBeCloseTo(20 + Math.PI, 1)
  })
})

describe('polygonsIntersect', () => {
  it('does not count a shared edge, nor one lapped over by less than 1 cm', () => {
    expect(polygonsIntersect(box(0, 0, 5, 5), box(5, 0, 5, 5))).toBe(false)
    expect(polygonsIntersect(box(0, 0, 5, 5), box(4.992, 0, 5, 5))).toBe(false)
    expect(polygonsIntersect(box(0, 0, 5, 5), box(4.97, 0, 5, 5))).toBe(true)
    expect(overlapAreaM2(box(0, 0, 5, 5), box(4, 0, 5, 5))).toBeCloseTo(5, 6)
  })

  it('sees no intersection with what is in a hole', () => {
    expect(polygonsIntersect(ringed, box(4.5, 4.5, 1, 1))).toBe(false)
  })
})

describe('contains and the segment check', () => {
  it('knows inside, outside and holes', () => {
    expect(contains(ringed, [1, 1])).toBe(true)
    expect(contains(ringed, [5, 5])).toBe(false)
    expect(contains(ringed, [11, 5])).toBe(false)
  })

  const cases: [string, [number, number], [number, number], boolean][] = [
    ['inside', [1, 1], [9, 1], true],
    ['through the hole with both ends inside', [1, 5], [9, 5], false],
    ['out of the edge', [1, 1], [11, 1], false],
    ['along an edge', [0, 0], [10, 0], true],
    ['5 mm beyond an edge', [0, -0.005], [10, -0.005], true],
    ['3 cm beyond an edge', [0, -0.03], [10, -0.03], false],
    ['along the edge of the hole', [1, 4], [9, 4], true],
  ]
  it.each(cases)('judges a way %s', (_, a, b, ok) => {
    expect(segmentInside([ringed], [], a, b)).toBe(ok)
  })

  it('keeps out of obstacles even where the ground around is inside', () => {
    const pond: PolygonXY = { outer: circle(5, 5, 2), holes: [] }
    expect(segmentInside([box(0, 0, 10, 10)], [pond], [1, 5], [9, 5])).toBe(false)
    expect(
      pathInside(
        [box(0, 0, 10, 10)],
        [pond],
        [
          [1, 5],
          [5, 8],
          [9, 5],
        ],
      ),
    ).toBe(true)
    expect(
      pathInside(
        [box(0, 0, 10, 10)],
        [pond],
        [
          [1, 5],
          [5, 6],
          [9, 5],
        ],
      ),
    ).toBe(false)
    expect(
      pathInside(
        [box(0, 0, 10, 10)],
        [pond],
        [
          [Number.NaN, 5],
          [5, 6],
        ],
      ),
    ).toBe(false)
  })

  it('crosses from one piece into another that shares its edge', () => {
    expect(segmentInside([box(0, 0, 5, 5), box(5, 0, 5, 5)], [], [1, 1], [9, 1])).toBe(true)
  })
})
