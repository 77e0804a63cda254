import { existsSync, readFileSync } from 'node:fs'
import { fixture } from '@greensward/testing/fixtures'
import { describe, expect, it } from 'vitest'
import type { PolygonXY, Ring, XY } from '../units.ts'
import { polygonProblem, ringProblem } from './validity.ts'

const square = (x: number, y: number, size: number): XY[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]

describe('ringProblem', () => {
  const cases: [string, Ring, string | undefined][] = [
    ['a square', square(0, 0, 10), undefined],
    ['a square closed by its first corner', [...square(0, 0, 10), [0, 0]], undefined],
    [
      'a repeated corner',
      [
        [0, 0],
        [10, 0],
        [10, 0],
        [10, 10],
      ],
      undefined,
    ],
    [
      'a collinear corner',
      [
        [0, 0],
        [5, 0],
        [10, 0],
        [10, 10],
      ],
      undefined,
    ],
    [
      'two corners',
      [
        [0, 0],
        [10, 0],
      ],
      'tooFewCorners',
    ],
    ['nothing', [], 'tooFewCorners'],
    [
      'one place thrice',
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
      'tooFewCorners',
    ],
    [
      'a corner that is not a number',
      [
        [0, 0],
        [Number.NaN, 0],
        [10, 10],
      ],
      'notFinite',
    ],
    [
      'a bow tie',
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ],
      'selfIntersection',
    ],
    [
      'a spike',
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [10, 15],
        [10, 10],
        [0, 10],
      ],
      'selfIntersection',
    ],
    [
      'a ring that touches itself in a corner',
      [
        [0, 0],
        [10, 0],
        [5, 5],
        [10, 10],
        [0, 10],
        [5, 5],
      ],
      'selfIntersection',
    ],
    [
      'a corner on another edge',
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 0],
        [0, 10],
      ],
      'selfIntersection',
    ],
    [
      'a line back and forth',
      [
        [0, 0],
        [10, 0],
        [5, 0],
      ],
      'selfIntersection',
    ],
  ]
  it.each(cases)('judges %s', (_, ring, kind) => {
    expect(ringProblem(ring)?.kind).toBe(kind)
  })

  it('names the place of a crossing', () => {
    expect(
      ringProblem([
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ])?.at,
    ).toEqual([5, 5])
  })

  it('judges a comb of 100 000 corners without hanging, valid or not', () => {
    const teeth: XY[] = []
    for (let i = 0; i < 50_000; i++) teeth.push([i * 0.01 + 300, 400], [i * 0.01 + 0.005, 1])
    const comb: XY[] = [[-10, 0], ...teeth, [900, 400], [900, 0]]
    const before = process.cpuUsage()
    expect(ringProblem(comb)).toBeUndefined()
    comb[70_000] = [comb[70_000]?.[0] ?? 0, -1]
    expect(ringProblem(comb)?.kind).toBe('selfIntersection')
    // Processor time, because others may keep the machine busy; it is a few hundred milliseconds.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(8000)
  })
})

describe('polygonProblem', () => {
  const outer = square(0, 0, 10)
  const cases: [string, PolygonXY, string | undefined][] = [
    ['a hole', { outer, holes: [square(2, 2, 3)] }, undefined],
    [
      'a hole that touches an edge in one point',
      {
        outer,
        holes: [
          [
            [0, 5],
            [3, 4],
            [3, 6],
          ],
        ],
      },
      undefined,
    ],
    [
      'a hole that touches a corner',
      {
        outer,
        holes: [
          [
            [0, 0],
            [3, 1],
            [1, 3],
          ],
        ],
      },
      undefined,
    ],
    ['a hole along an edge', { outer, holes: [square(0, 2, 3)] }, 'holeCrossesEdge'],
    ['a hole that pokes out', { outer, holes: [square(8, 8, 5)] }, 'holeCrossesEdge'],
    ['a hole outside', { outer, holes: [square(20, 20, 5)] }, 'holeOutside'],
    ['a hole round everything', { outer, holes: [square(-5, -5, 30)] }, 'holeOutside'],
    ['the outer ring as its own hole', { outer, holes: [outer] }, 'holeCrossesEdge'],
    ['two holes that cross', { outer, holes: [square(2, 2, 3), square(4, 4, 3)] }, 'holesOverlap'],
    ['a hole in a hole', { outer, holes: [square(2, 2, 6), square(4, 4, 2)] }, 'holesOverlap'],
    ['two holes that meet in a corner', { outer, holes: [square(2, 2, 3), square(5, 5, 3)] }, undefined],
    [
      'holes that cross in a shared corner',
      {
        outer,
        holes: [
          [
            [2, 2],
            [5, 5],
            [2, 8],
          ],
          [
            [5, 5],
            [1, 4],
            [8, 6],
          ],
        ],
      },
      'holesOverlap',
    ],
    [
      'a hole from edge to edge',
      {
        outer,
        holes: [
          [
            [0, 5],
            [5, 4],
            [10, 5],
            [5, 6],
          ],
        ],
      },
      'interiorDisconnected',
    ],
    [
      'a hole that crosses itself',
      {
        outer,
        holes: [
          [
            [2, 2],
            [6, 6],
            [6, 2],
            [2, 6],
          ],
        ],
      },
      'selfIntersection',
    ],
  ]
  it.each(cases)('judges %s', (_, polygon, kind) => {
    expect(polygonProblem(polygon)?.kind).toBe(kind)
  })
})

interface DrawnCase {
  readonly id: string
  readonly problem: string | null
  readonly outer: readonly XY[]
  readonly holes: readonly (readonly XY[])[]
}
const drawn = JSON.parse(readFileSync(fixture('polygons.json'), 'utf8')) as readonly DrawnCase[]

describe('polygons whose verdict is known because of how they were drawn', () => {
  const mapped = (rings: readonly Ring[], change: (ring: Ring) => Ring): PolygonXY => {
    const [outer = [], ...holes] = rings.map(change)
    return { outer, holes }
  }
  /** None of these changes a verdict. */
  const WAYS: readonly (readonly [string, (ring: Ring) => Ring])[] = [
    ['as drawn', ring => ring],
    ['closed by its first corner', ring => [...ring, ...ring.slice(0, 1)]],
    ['the other way round', ring => ring.toReversed()],
    ['from another corner', ring => [...ring.slice(1), ...ring.slice(0, 1)]],
    ['with its axes swapped', ring => ring.map(([x, y]): XY => [y, x])],
    ['far from the origin', ring => ring.map(([x, y]): XY => [x * 64 - 4_096, y * 64 + 8_192])],
    ['turned by 45 degrees', ring => ring.map(([x, y]): XY => [x - y, x + y])],
  ]
  it.each(drawn.map(one => [one.id, one] as const))('judges %s, however it is written down', (_, one) => {
    for (const [way, change] of WAYS) {
      const problem = polygonProblem(mapped([one.outer, ...one.holes], change))
      expect([way, problem?.kind ?? null]).toEqual([way, one.problem])
    }
  })

  it('holds valid and invalid ones, with every kind of problem that a drawing can have', () => {
    const kinds = new Set(drawn.map(({ problem }) => problem))
    expect(kinds).toEqual(
      new Set([
        null,
        'tooFewCorners',
        'selfIntersection',
        'holeCrossesEdge',
        'holeOutside',
        'holesOverlap',
        'interiorDisconnected',
      ]),
    )
  })
})

const CASES = '../shared/data/geometry/cases.json'

describe.skipIf(!existsSync(CASES))(`the verdicts of GEOS (skipped where ${CASES} is absent)`, () => {
  interface Case {
    id: string
    expect: string
    category: string
    geometry?: { type: string; coordinates: number[][][] }
  }
  const usable = (
    JSON.parse(existsSync(CASES) ? readFileSync(CASES, 'utf8') : '{"cases":[]}') as { cases: Case[] }
  ).cases.filter(
    c =>
      c.geometry?.type === 'Polygon' &&
      (c.expect === 'accept' || c.expect === 'reject-or-repair') &&
      // The antimeridian case is a valid ring in the plane.
      c.category !== 'antimeridian',
  )
  it.each(usable.map(c => [c.id, c] as const))('agrees on %s', (_, c) => {
    const rings = (c.geometry?.coordinates ?? []).map(ring =>
      ring.map(([x, y]): XY => [x ?? Number.NaN, y ?? Number.NaN]),
    )
    const [outer = [], ...holes] = rings
    expect(polygonProblem({ outer, holes }) === undefined).toBe(c.expect === 'accept')
  })
})
