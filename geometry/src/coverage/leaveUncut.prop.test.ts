import { runs } from '@greensward/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bufferLines, difference, offset } from '../polygon/clipper.ts'
import { totalAreaM2 } from '../polygon/measure.ts'
import type { PolygonXY } from '../units.ts'
import type { CoveragePlan } from './plan.ts'
import { planCoverage } from './planCoverage.ts'
import type { CoverageRequest } from './request.ts'
import { fields, outlines } from './requests.fixture.ts'
import { rectangle } from './shapes.fixture.ts'

const WIDTH_M = 1.5

const asked = (boundary: PolygonXY, leaveUncutM: number, change: Partial<CoverageRequest> = {}): CoverageRequest => ({
  boundary,
  obstacles: [],
  workingWidthM: WIDTH_M,
  overlapM: 0.06,
  headingDeg: 20,
  headland: { count: 2, direction: 'clockwise', when: 'before', leaveUncutM },
  turnScheme: 'oneInOne',
  minTurnRadiusM: 0.6,
  speeds: { mowingMps: 1, transitMps: 1.5, turningMps: 0.6 },
  body: { widthM: 1.65, lengthM: 1.98, marginM: 0.35 },
  ...change,
})

/** What the blade cuts: rows to their very ends, passes and turns with all of the disc. */
const cutBy = ({ legs }: CoveragePlan): PolygonXY[] => {
  const lines = (isSwath: boolean) =>
    legs.filter(({ kind, bladeOn }) => bladeOn && (kind === 'swath') === isSwath).map(({ points }) => points)
  return [...bufferLines(lines(true), WIDTH_M / 2, 'flat'), ...bufferLines(lines(false), WIDTH_M / 2, 'round')]
}

describe('a strip along the edge that is to stay uncut', () => {
  it('is cut by no leg, and all that is inside of it as without the strip', () => {
    fc.assert(
      fc.property(
        fields(outlines.blobs),
        fc.constantFrom(0.75, 1.44),
        fc.constantFrom(1, 2),
        (boundary, leaveUncutM, count) => {
          const plan = planCoverage(
            asked(boundary, leaveUncutM, {
              headland: { count, direction: 'clockwise', when: 'before', leaveUncutM },
            }),
          )
          const inside = offset([boundary], -leaveUncutM)
          expect(totalAreaM2(difference(cutBy(plan), offset(inside, 0.02)))).toBeLessThan(0.05)
          if (plan.legs.length === 0) return
          expect(totalAreaM2(plan.leftUncut)).toBeCloseTo(totalAreaM2([boundary]) - totalAreaM2(inside), 0)
          const { areaM2, coveredM2 } = plan.stats
          expect(areaM2).toBeCloseTo(totalAreaM2([boundary]), 0)
          expect(coveredM2).toBeLessThan(totalAreaM2(inside) + 0.1)
        },
      ),
      { numRuns: runs(25), seed: 61 },
    )
  })

  it('is reported apart from what is uncovered, without a warning', () => {
    const field = { outer: rectangle(0, 0, 30, 20), holes: [] }
    const plan = planCoverage(asked(field, 1))
    expect(totalAreaM2(plan.leftUncut)).toBeCloseTo(600 - 28 * 18, 1)
    expect(totalAreaM2(plan.uncovered)).toBeLessThan(4)
    expect(plan.stats.coveredM2).toBeGreaterThan(0.99 * 28 * 18)
    expect(planCoverage(asked(field, 0)).leftUncut).toEqual([])
  })

  it('gives an empty plan where the strip leaves nothing', () => {
    const plan = planCoverage(asked({ outer: rectangle(0, 0, 30, 2), holes: [] }, 1))
    expect(plan.legs).toEqual([])
  })

  it.each([-1, Number.NaN])('refuses a width of %d', leaveUncutM => {
    const plan = planCoverage(asked({ outer: rectangle(0, 0, 30, 20), holes: [] }, leaveUncutM))
    expect(plan.warnings).toEqual([{ code: 'invalidRequest', params: { field: 'headland.leaveUncutM' } }])
  })
})
