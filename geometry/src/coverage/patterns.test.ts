import { describe, expect, it } from 'vitest'
import type { PolygonXY } from '../units.ts'
import { drawPlan } from './drawPlan.fixture.ts'
import type { CoveragePlan } from './plan.ts'
import { planCoverage } from './planCoverage.ts'
import type { CoverageRequest, MowingPattern } from './request.ts'
import { circle, dogleg, kidney, rectangle } from './shapes.fixture.ts'

const shapes: Readonly<Record<string, PolygonXY>> = {
  dogleg: { outer: dogleg(80, 30, 50), holes: [] },
  'band round a pond': { outer: circle(0, 0, 31.3), holes: [circle(0, 0, 20)] },
  kidney: { outer: kidney(40, 16, 150), holes: [] },
}
const HEADINGS = Array.from({ length: 12 }, (_, i) => i * 15)

const asked = (boundary: PolygonXY, pattern?: readonly MowingPattern[]): CoverageRequest => ({
  boundary,
  obstacles: [],
  workingWidthM: 2,
  overlapM: 0.08,
  headingDeg: HEADINGS,
  headland: { count: 2, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM: 1,
  speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 1 },
  ...(pattern === undefined ? {} : { pattern }),
})
const ratioOf = ({ stats }: CoveragePlan): number => (stats.lengthM * 2) / stats.areaM2

const forced: readonly MowingPattern[] = ['straight', 'concentric']

describe.each(Object.entries(shapes))('mowing patterns on a %s', (name, boundary) => {
  it.each(forced)('keeps to the pattern that is forced: %s', async pattern => {
    const plan = planCoverage(asked(boundary, [pattern]))
    expect(plan.pattern).toBe(pattern)
    expect(plan.stats.coverage).toBeGreaterThan(0.985)
    await expect(drawPlan(plan, boundary)).toMatchFileSnapshot(
      `__snapshots__/${pattern}-${name.replaceAll(' ', '-')}.svg`,
    )
  })

  it('takes the quickest of those allowed that leaves little more uncut', () => {
    const each = forced.map(pattern => planCoverage(asked(boundary, [pattern])).stats)
    const covered = Math.max(...each.map(({ coverage }) => coverage))
    const quickest = Math.min(
      ...each.filter(({ coverage }) => coverage >= covered - 0.001).map(({ durationS }) => durationS),
    )
    expect(planCoverage(asked(boundary, forced)).stats.durationS).toBeCloseTo(quickest, 6)
  })
})

describe('mowing patterns', () => {
  it('plans straight swaths where no pattern is named', () => {
    const boundary = shapes['band round a pond'] ?? { outer: [], holes: [] }
    const plan = planCoverage(asked(boundary))
    expect(plan.pattern).toBe('straight')
    expect(plan).toEqual(planCoverage(asked(boundary, ['straight'])))
  })

  it('drives a band round a pond in rings without a turn between them', () => {
    const boundary = shapes['band round a pond'] ?? { outer: [], holes: [] }
    const plan = planCoverage({ ...asked(boundary, ['straight', 'concentric']), minTurnRadiusM: 0.5 })
    expect(plan.pattern).toBe('concentric')
    expect(plan.stats.swaths).toBe(0)
    expect(ratioOf(plan)).toBeLessThan(1.15)
  })

  it('refuses an empty list of patterns', () => {
    const plan = planCoverage(asked({ outer: rectangle(0, 0, 60, 40), holes: [] }, []))
    expect(plan.legs).toEqual([])
    expect(plan.warnings).toEqual([{ code: 'invalidRequest', params: { field: 'pattern' } }])
  })
})
