import { runs } from '@greensward/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offset } from '../polygon/clipper.ts'
import { wayCheck } from '../polygon/fence.ts'
import { distanceM } from '../polyline.ts'
import type { CoveragePlan } from './plan.ts'
import { planCoverage } from './planCoverage.ts'
import type { CoverageRequest } from './request.ts'
import { fields, outlines, requests } from './requests.fixture.ts'
import { blob } from './shapes.fixture.ts'

const breaks = (
  plan: CoveragePlan,
  { boundary, obstacles, maxWaypoints, batteryRangeM }: CoverageRequest,
): string[] => {
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
  let leg = 0
  for (const chunk of plan.chunks) {
    if (chunk.fromLeg !== leg) found.push(`a part begins at leg ${chunk.fromLeg}, not ${leg}`)
    leg = chunk.toLeg
    if (chunk.waypoints > (maxWaypoints ?? Number.POSITIVE_INFINITY))
      found.push(`a part of ${chunk.waypoints} waypoints`)
    if (chunk.lengthM > (batteryRangeM ?? Number.POSITIVE_INFINITY) + 0.01) found.push(`a part of ${chunk.lengthM} m`)
  }
  if (leg !== plan.legs.length) found.push(`parts end at leg ${leg} of ${plan.legs.length}`)
  return found
}

/** Outlines on which there is little to plan, so that many more can be asked. */
const QUICK: ReadonlySet<string> = new Set(['slivers', 'scribbles'])

describe('planCoverage, for any input', () => {
  it.each(Object.entries(outlines))(
    'drives one unbroken way that stays inside the boundary and out of every clearance, in parts that fit: %s',
    (name, outline) => {
      fc.assert(
        fc.property(requests(fields(outline)), asked => {
          expect(breaks(planCoverage(asked), asked)).toEqual([])
        }),
        { numRuns: runs(QUICK.has(name) ? 600 : 100), seed: 11 },
      )
    },
  )

  it('does so on fields of ten thousand corners', () => {
    const fine = fc
      .tuple(
        fc.integer({ min: 12, max: 40 }),
        fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), { minLength: 1, maxLength: 5 }),
      )
      .map(([radius, amplitudes]) => blob(radius, amplitudes, [0.4, 1.3, 2.6, 4, 5], 10_000))
    fc.assert(
      fc.property(requests(fields(fine)), asked => {
        expect(breaks(planCoverage(asked), asked)).toEqual([])
      }),
      { numRuns: 6, seed: 14 },
    )
  })

  it('gives the same answer to the same question', () => {
    fc.assert(
      fc.property(requests(), asked => {
        expect(planCoverage(asked)).toEqual(planCoverage(asked))
      }),
      { numRuns: runs(30), seed: 12 },
    )
  })

  it('answers an empty plan with a reason, or a drive', () => {
    fc.assert(
      fc.property(requests(), asked => {
        const plan = planCoverage(asked)
        expect(plan.legs.length > 0 || plan.warnings.length > 0).toBe(true)
        expect(plan.stats.coverage).toBeGreaterThanOrEqual(0)
        expect(plan.stats.coverage).toBeLessThanOrEqual(1.0001)
      }),
      { numRuns: runs(200), seed: 13 },
    )
  })
})
