import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PolygonXY, XY } from '../units.ts'
import { cutPolygon } from './cutPolygon.ts'
import { areaM2, totalAreaM2 } from './measure.ts'
import { mergePolygons } from './mergePolygons.ts'
import { overlapAreaM2 } from './overlap.ts'
import { splitPolygon } from './splitPolygon.ts'
import { polygonProblem } from './validity.ts'

const run = { seed: 11, numRuns: 150 }

/** A star round the origin: simple, rarely convex. */
const blob = fc.array(fc.double({ min: 8, max: 40, noNaN: true }), { minLength: 5, maxLength: 24 }).map(
  (radii): PolygonXY => ({
    outer: radii.map((r, i): XY => {
      const angle = (2 * Math.PI * i) / radii.length
      return [r * Math.cos(angle), r * Math.sin(angle)]
    }),
    holes: [],
  }),
)
const angle = fc.double({ min: 0, max: Math.PI, noNaN: true })
const across = (a: number, x = 0): XY[] => [
  [x - 100 * Math.cos(a), -100 * Math.sin(a)],
  [x + 100 * Math.cos(a), 100 * Math.sin(a)],
]
const square = (x1: number, y1: number, x2: number, y2: number): PolygonXY => ({
  outer: [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ],
  holes: [],
})

describe('a polygon under the knife', () => {
  test('split across keeps its whole area in parts that are valid and do not overlap', () => {
    fc.assert(
      fc.property(blob, angle, (polygon, a) => {
        const parts = splitPolygon(polygon, across(a))
        expect(parts.length).toBeGreaterThan(1)
        expect(Math.abs(totalAreaM2(parts) - areaM2(polygon))).toBeLessThan(0.1)
        for (const [i, part] of parts.entries()) {
          expect(polygonProblem(part)).toBeUndefined()
          for (const other of parts.slice(i + 1)) expect(overlapAreaM2(part, other)).toBeLessThan(0.02)
        }
      }),
      run,
    )
  })

  test('split and merged again is what it was', () => {
    fc.assert(
      fc.property(blob, angle, (polygon, a) => {
        const merged = mergePolygons(splitPolygon(polygon, across(a)))
        expect(merged).toHaveLength(1)
        expect(Math.abs(totalAreaM2(merged) - areaM2(polygon))).toBeLessThan(0.2)
        for (const part of merged) expect(polygonProblem(part)).toBeUndefined()
      }),
      run,
    )
  })

  test('cut out of another, both together cover what the first one covered', () => {
    fc.assert(
      fc.property(blob, blob, fc.double({ min: -50, max: 50, noNaN: true }), (a, b, shift) => {
        const cutter = { outer: b.outer.map(([x, y]): XY => [x / 3 + shift, y / 3]), holes: [] }
        const left = cutPolygon(a, [cutter])
        expect(Math.abs(totalAreaM2(left) + overlapAreaM2(a, cutter) - areaM2(a))).toBeLessThan(0.05)
      }),
      run,
    )
  })
})

test('corners that were not cut stay exactly where they were', () => {
  const odd: PolygonXY = {
    outer: [
      [0.123456789, 0.987654321],
      [40.000000001, 0.333333333],
      [40.777777777, 30.111111111],
      [0.555555555, 30.222222222],
    ],
    holes: [],
  }
  const [left] = cutPolygon(odd, [square(10, 10, 20, 20)])
  expect(left?.holes).toHaveLength(1)
  for (const corner of odd.outer) expect(left?.outer).toContainEqual(corner)
})

test('a line that ends inside does not split', () => {
  expect(
    splitPolygon(square(0, 0, 10, 10), [
      [-5, 5],
      [5, 5],
    ]),
  ).toHaveLength(1)
})

test('a line from corner to corner splits, and so does one that bends round a hole', () => {
  expect(
    splitPolygon(square(0, 0, 10, 10), [
      [0, 0],
      [10, 10],
    ]).map(part => Math.round(areaM2(part))),
  ).toEqual([50, 50])
  const ring = { ...square(0, 0, 20, 20), holes: [square(8, 8, 12, 12).outer] }
  const through = splitPolygon(ring, [
    [-1, 10],
    [21, 10],
  ])
  expect(through).toHaveLength(2)
  expect(through.every(({ holes }) => holes.length === 0)).toBe(true)
})

test('neighbours a centimetre apart are made one without a seam, and strangers stay apart', () => {
  const merged = mergePolygons([square(0, 0, 10, 10), square(10.01, 0, 20, 10)])
  expect(merged).toHaveLength(1)
  expect(merged[0]?.holes).toEqual([])
  expect(mergePolygons([square(0, 0, 10, 10), square(10.1, 0, 20, 10)])).toHaveLength(2)
})
