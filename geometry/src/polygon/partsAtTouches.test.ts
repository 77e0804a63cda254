import { describe, expect, it } from 'vitest'
import type { PolygonXY, XY } from '../units.ts'
import { areaM2 } from './measure.ts'
import { partsAtTouches } from './partsAtTouches.ts'
import { polygonProblem } from './validity.ts'

const square: XY[] = [
  [0, 0],
  [20, 0],
  [20, 20],
  [0, 20],
]

/** Areas of its parts, the largest first. */
const areasOf = (polygon: PolygonXY): number[] | undefined => {
  const parts = partsAtTouches(polygon)
  expect(parts?.map(polygonProblem) ?? []).toEqual(parts?.map(() => undefined) ?? [])
  return parts?.map(areaM2).sort((a, b) => b - a)
}

describe('partsAtTouches', () => {
  it('leaves a valid polygon as it is', () => {
    const polygon = { outer: square, holes: [] }
    expect(partsAtTouches(polygon)).toEqual([polygon])
  })

  const touching: [string, PolygonXY, number[]][] = [
    [
      'a ring that comes to one of its corners twice',
      {
        outer: [
          [0, 0],
          [10, 0],
          [10, 10],
          [30, 10],
          [30, 30],
          [10, 30],
          [10, 10],
          [0, 10],
        ],
        holes: [],
      },
      [400, 100],
    ],
    [
      'a ring with a corner on one of its edges',
      {
        outer: [
          [0, 0],
          [20, 0],
          [20, 10],
          [10, 0],
          [0, 10],
        ],
        holes: [],
      },
      [50, 50],
    ],
    [
      'an outer ring that also goes round a hole from where it touches it',
      {
        outer: [
          [0, 0],
          [10, 0],
          [8, 5],
          [12, 5],
          [10, 0],
          [20, 0],
          [20, 20],
          [0, 20],
        ],
        holes: [],
      },
      [390],
    ],
    [
      'a hole from edge to edge',
      {
        outer: square,
        holes: [
          [
            [0, 10],
            [10, 8],
            [20, 10],
            [10, 12],
          ],
        ],
      },
      [180, 180],
    ],
    [
      'a hole that touches itself',
      {
        outer: square,
        holes: [
          [
            [5, 5],
            [10, 5],
            [10, 10],
            [15, 10],
            [15, 15],
            [10, 15],
            [10, 10],
            [5, 10],
          ],
        ],
      },
      [350],
    ],
  ]
  it.each(touching)('takes apart %s', (_, polygon, areas) => {
    const found = areasOf(polygon)
    expect(found).toHaveLength(areas.length)
    areas.forEach((area, i) => {
      expect(Math.abs((found?.[i] ?? 0) - area)).toBeLessThan(0.15)
    })
  })

  const crossing: [string, XY[]][] = [
    [
      'a bow tie',
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ],
    ],
    [
      'a bow tie with a corner where it crosses',
      [
        [0, 0],
        [5, 5],
        [10, 10],
        [10, 0],
        [5, 5],
        [0, 10],
      ],
    ],
    [
      'a ring that goes round one part twice from a corner',
      [
        [0, 0],
        [20, 0],
        [20, 20],
        [0, 20],
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
    ],
  ]
  it.each(crossing)('gives no parts of %s', (_, outer) => {
    expect(partsAtTouches({ outer, holes: [] })).toBeUndefined()
  })
})
