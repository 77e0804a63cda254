import { runs } from '@greensward/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaM2 } from '../polygon/measure.ts'
import { polygonProblem } from '../polygon/validity.ts'
import type { PolygonXY, XY } from '../units.ts'
import { planCoverage } from './planCoverage.ts'
import type { CoverageRequest } from './request.ts'
import { circle, rectangle } from './shapes.fixture.ts'

const asked = (boundary: PolygonXY, minTurnRadiusM: number): CoverageRequest => ({
  boundary,
  obstacles: [],
  workingWidthM: 1,
  overlapM: 0.04,
  headingDeg: 20,
  headland: { count: 2, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM,
  speeds: { mowingMps: 1, transitMps: 1.5, turningMps: 0.6 },
})

const GAP_M = 0.001
const size = fc.integer({ min: 5, max: 30 })
const radius = fc.constantFrom(0, 0.5, 1)

/** Two rectangles of which one ends in the corner where the other begins, `gapM` apart. */
const steps = ([a, b, c, d]: readonly number[], gapM: number): XY[] => [
  ...rectangle(0, 0, a ?? 0, b ?? 0),
  ...rectangle((a ?? 0) + gapM, (b ?? 0) + gapM, c ?? 0, d ?? 0),
]

describe('planCoverage on rings that touch themselves', () => {
  it('mows the larger of two parts as if the other were a millimetre away, and reports the other', () => {
    fc.assert(
      fc.property(fc.tuple(size, size, size, size), radius, (sizes, minTurnRadiusM) => {
        const [p0, p1, p2, p3, q0, q1, q2, q3] = steps(sizes, 0) as [XY, XY, XY, XY, XY, XY, XY, XY]
        const outer = [p0, p1, p2, q1, q2, q3, p2, p3]
        expect(q0).toEqual(p2)
        expect(polygonProblem({ outer, holes: [] })?.kind).toBe('selfIntersection')
        const plan = planCoverage(asked({ outer, holes: [] }, minTurnRadiusM))
        const apart = steps(sizes, GAP_M)
        const parts = [apart.slice(0, 4), apart.slice(4)].map(ring => ({ outer: ring, holes: [] }))
        const alone = parts.map(part => planCoverage(asked(part, minTurnRadiusM)).stats)
        const [first = 0, second = 0] = parts.map(areaM2)
        const mown = plan.stats.coverage * (first + second)
        const likely = alone.filter((_, i) => Math.abs(first - second) < 0.01 || (i === 0) === first > second)
        expect(
          Math.min(...likely.map(({ coverage, areaM2: whole }) => Math.abs(coverage * whole - mown))),
        ).toBeLessThan(0.005 * (first + second))
        expect(plan.warnings).toContainEqual({ code: 'unreachableParts', params: { pieces: 1, passes: 0 } })
      }),
      { numRuns: runs(40), seed: 51 },
    )
  })

  it('mows round a hole that touches the outer ring as round one a millimetre away from it', () => {
    fc.assert(
      fc.property(size, size, fc.integer({ min: 1, max: 4 }), radius, (width, height, holeM, minTurnRadiusM) => {
        const outer = rectangle(0, 0, width + 12, height + 12)
        const island = circle((width + 12) / 2, holeM, holeM, 24)
        const lowest = island.findIndex(([, y]) => y < 1e-9)
        const covered = [0, GAP_M].map(gapM => {
          const hole = island.map(([x, y], i): XY => [x, (i === lowest ? 0 : y) + gapM])
          const boundary = { outer, holes: [hole] }
          expect(polygonProblem(boundary)).toBeUndefined()
          return planCoverage(asked(boundary, minTurnRadiusM)).stats.coverage
        })
        expect(Math.abs((covered[0] ?? 0) - (covered[1] ?? 0))).toBeLessThan(0.01)
        expect(covered[0]).toBeGreaterThan(0.8)
      }),
      { numRuns: runs(30), seed: 52 },
    )
  })

  it('takes a field apart at a hole from edge to edge', () => {
    const outer = rectangle(0, 0, 40, 30)
    const hole: XY[] = [
      [0, 10],
      [20, 8],
      [40, 10],
      [20, 12],
    ]
    const plan = planCoverage(asked({ outer, holes: [hole] }, 0.5))
    expect(plan.stats.areaM2).toBeCloseTo(1200 - 80, 0)
    expect(plan.warnings.map(({ code }) => code)).toContain('unreachableParts')
    expect(plan.legs.flatMap(({ points }) => points).every(([, y]) => y > 10)).toBe(true)
  })
})
