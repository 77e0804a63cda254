import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offset } from '../polygon/clipper.ts'
import { wayCheck } from '../polygon/fence.ts'
import { polygonProblem } from '../polygon/validity.ts'
import { distanceM } from '../polyline.ts'
import type { PolygonXY, XY } from '../units.ts'
import type { CoveragePlan } from './plan.ts'
import { planCoverage } from './planCoverage.ts'
import type { CoverageRequest } from './request.ts'
import { blob, circle, comb, dumbbell, rectangle, spiral } from './shapes.fixture.ts'

const shape: fc.Arbitrary<XY[]> = fc.oneof(
  fc
    .record({
      radius: fc.double({ min: 3, max: 40, noNaN: true }),
      amplitudes: fc.array(fc.double({ min: -0.35, max: 0.35, noNaN: true }), { minLength: 1, maxLength: 7 }),
      phases: fc.array(fc.double({ min: 0, max: 6.3, noNaN: true }), { minLength: 7, maxLength: 7 }),
    })
    .map(({ radius, amplitudes, phases }) => blob(radius, amplitudes, phases)),
  fc
    .tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 2, max: 9 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 4, max: 30 }),
    )
    .map(([teeth, width, gap, length]) => comb(teeth, width, gap, length)),
  fc
    .tuple(fc.double({ min: 0.5, max: 2.2, noNaN: true }), fc.double({ min: 1, max: 9, noNaN: true }))
    .map(([turns, width]) => spiral(turns, width, 3)),
  fc
    .tuple(
      fc.double({ min: 4, max: 25, noNaN: true }),
      fc.double({ min: 1, max: 20, noNaN: true }),
      fc.double({ min: 0.3, max: 3.9, noNaN: true }),
    )
    .map(([room, length, width]) => dumbbell(room, length, width)),
  fc
    .array(fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.double({ min: -20, max: 20, noNaN: true })), {
      minLength: 3,
      maxLength: 6,
    })
    .map(points => points.map(([x, y]): XY => [x, y])),
)

const request: fc.Arbitrary<CoverageRequest> = fc
  .record({
    outer: shape,
    holes: fc.array(
      fc.tuple(
        fc.integer({ min: -15, max: 15 }),
        fc.integer({ min: -15, max: 15 }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
      ),
      { maxLength: 3 },
    ),
    obstacles: fc.array(
      fc.record({
        polygon: fc
          .tuple(
            fc.double({ min: -20, max: 20, noNaN: true }),
            fc.double({ min: -20, max: 20, noNaN: true }),
            fc.double({ min: 0.3, max: 8, noNaN: true }),
          )
          .map(([x, y, size]): PolygonXY => ({ outer: rectangle(x, y, size, size), holes: [] })),
        clearanceM: fc.constantFrom(0, 0.3, 1),
      }),
      { maxLength: 3 },
    ),
    workingWidthM: fc.constantFrom(0.5, 1, 2, 3),
    overlapM: fc.constantFrom(0, 0.1),
    headingDeg: fc.oneof(fc.integer({ min: 0, max: 359 }), fc.constant([0, 45, 90])),
    count: fc.integer({ min: 0, max: 3 }),
    direction: fc.constantFrom('clockwise' as const, 'counterClockwise' as const),
    when: fc.constantFrom('before' as const, 'after' as const),
    turnScheme: fc.constantFrom('oneInOne' as const, 'oneThroughOne' as const),
    minTurnRadiusM: fc.constantFrom(0, 0.5, 1),
  })
  .map(({ outer, holes, count, direction, when, workingWidthM, ...rest }) => ({
    ...rest,
    workingWidthM,
    boundary: {
      outer,
      holes: holes
        .map(([x, y, radius]) => circle(x, y, radius, 12))
        .filter((hole, i) => i === 0 && polygonProblem({ outer, holes: [hole] }) === undefined),
    },
    laps: { count, direction, when },
    speeds: { mowingMps: 1, transitMps: 1.5, turningMps: 0.6 },
  }))

const breaks = (plan: CoveragePlan, { boundary, obstacles }: CoverageRequest): string[] => {
  const found: string[] = []
  const check = wayCheck(
    [boundary],
    obstacles.flatMap(o => offset([o.polygon], o.clearanceM)),
    0.01,
  )
  plan.legs.forEach((leg, i) => {
    if (leg.points.length < 2) found.push(`leg ${i} has ${leg.points.length} points`)
    if (!leg.points.flat().every(Number.isFinite)) found.push(`leg ${i} is not finite`)
    if (!check.pathInside(leg.points)) found.push(`leg ${i} (${leg.kind}) leaves the ground`)
    const next = plan.legs[i + 1]?.points[0]
    const end = leg.points[leg.points.length - 1]
    if (next !== undefined && end !== undefined && distanceM(next, end) > 1e-6) found.push(`a gap after leg ${i}`)
  })
  return found
}

describe('planCoverage, for any input', () => {
  it('drives one unbroken way that stays inside the boundary and out of every clearance', () => {
    fc.assert(
      fc.property(request, asked => {
        expect(breaks(planCoverage(asked), asked)).toEqual([])
      }),
      { numRuns: 300, seed: 11 },
    )
  })

  it('gives the same answer to the same question', () => {
    fc.assert(
      fc.property(request, asked => {
        expect(planCoverage(asked)).toEqual(planCoverage(asked))
      }),
      { numRuns: 20, seed: 12 },
    )
  })

  it('answers an empty plan with a reason, or a drive', () => {
    fc.assert(
      fc.property(request, asked => {
        const plan = planCoverage(asked)
        expect(plan.legs.length > 0 || plan.warnings.length > 0).toBe(true)
        expect(plan.stats.coverage).toBeGreaterThanOrEqual(0)
        expect(plan.stats.coverage).toBeLessThanOrEqual(1.0001)
      }),
      { numRuns: 100, seed: 13 },
    )
  })
})
