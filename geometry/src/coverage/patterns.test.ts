import { describe, expect, it } from 'vitest'
import { distanceM } from '../polyline.ts'
import { headingOfDeg, type PolygonXY, type XY } from '../units.ts'
import { drawPlan } from './drawPlan.fixture.ts'
import { rimClearanceM } from './field/body.ts'
import { sweepOf } from './field/sweptBody.fixture.ts'
import type { CoveragePlan, CoverageStats } from './plan.ts'
import { planCoverage } from './planCoverage.ts'
import type { CoverageRequest, MowingPattern } from './request.ts'
import { circle, dogleg, kidney, rectangle } from './shapes.fixture.ts'

const shapes = {
  dogleg: { outer: dogleg(80, 30, 50), holes: [] },
  'band round a pond': { outer: circle(0, 0, 31.3), holes: [circle(0, 0, 20)] },
  kidney: { outer: kidney(40, 16, 150), holes: [] },
} as const satisfies Readonly<Record<string, PolygonXY>>
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

const turnRad = (a: XY, b: XY, c: XY): number =>
  Math.atan2(
    (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]),
    (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]),
  )

const forced: readonly MowingPattern[] = ['straight', 'contour', 'concentric', 'perCell']

describe.each(Object.entries(shapes))('mowing patterns on a %s', (name, boundary) => {
  it.each(forced)('keeps to the pattern that is forced: %s', async pattern => {
    const plan = planCoverage(asked(boundary, [pattern]))
    expect(plan.pattern).toBe(pattern)
    expect(plan.stats.coverage).toBeGreaterThan(0.985)
    await expect(drawPlan(plan, boundary)).toMatchFileSnapshot(
      `__snapshots__/${pattern}-${name.replaceAll(' ', '-')}.svg`,
    )
  })

  it('takes the one that is cheapest at half a minute for each square metre left uncut', () => {
    const each = forced.map(pattern => planCoverage(asked(boundary, [pattern])).stats)
    const costS = ({ durationS, areaM2, coveredM2 }: CoverageStats): number => durationS + 30 * (areaM2 - coveredM2)
    const least = Math.min(...each.map(costS))
    expect(costS(planCoverage(asked(boundary, forced)).stats)).toBeCloseTo(least, 6)
  })
})

describe('mowing patterns', () => {
  it('plans straight swaths where no pattern is named', () => {
    const boundary = shapes['band round a pond']
    const plan = planCoverage(asked(boundary))
    expect(plan.pattern).toBe('straight')
    expect(plan).toEqual(planCoverage(asked(boundary, ['straight'])))
  })

  it('drives a band round a pond in rings without a turn between them', () => {
    const boundary = shapes['band round a pond']
    const plan = planCoverage({ ...asked(boundary, ['straight', 'concentric']), minTurnRadiusM: 0.5 })
    expect(plan.pattern).toBe('concentric')
    expect(plan.stats.swaths).toBe(0)
    expect(ratioOf(plan)).toBeLessThan(1.15)
  })

  it('bends the rows of a kidney with it, in a drive that is shorter and quicker', () => {
    const boundary = shapes.kidney
    const straight = planCoverage(asked(boundary))
    const plan = planCoverage(asked(boundary, ['straight', 'contour']))
    expect(plan.pattern).toBe('contour')
    expect(plan.stats.durationS).toBeLessThan(0.9 * straight.stats.durationS)
    expect(ratioOf(plan)).toBeLessThan(Math.min(1.16, ratioOf(straight)))
    expect(plan.stats.coverage).toBeGreaterThan(straight.stats.coverage - 0.001)
  })

  it('gives each leg of a long dogleg a heading of its own', () => {
    const boundary: PolygonXY = { outer: dogleg(150, 34, 35), holes: [] }
    const { legs } = planCoverage(asked(boundary, ['perCell']))
    const straight = planCoverage(asked(boundary))
    const headings = legs.flatMap(({ kind, points: [a, b] }) =>
      kind === 'swath' && a && b && distanceM(a, b) > 20 ? [Math.round(headingOfDeg(a, b)) % 180] : [],
    )
    expect(new Set(headings).size).toBe(2)
    // The quickest of all patterns is another one here, and well ahead of one heading for both legs.
    expect(planCoverage(asked(boundary, forced)).stats.durationS).toBeLessThan(0.9 * straight.stats.durationS)
  })

  it('bends rows nowhere tighter than the turning radius', () => {
    const plan = planCoverage(asked(shapes.kidney, ['contour']))
    const rows = plan.legs.filter(({ kind, points }) => kind === 'swath' && points.length > 2)
    expect(rows.length).toBeGreaterThan(3)
    for (const { points } of rows)
      points.slice(2).forEach((c, i) => {
        const [a = c, b = c] = [points[i], points[i + 1]]
        const bend = Math.abs(turnRad(a, b, c))
        // An arc of the radius between the middles of both pieces turns by as much.
        expect(2 * Math.tan(bend / 2)).toBeLessThan(Math.min(distanceM(a, b), distanceM(b, c)))
      })
  })

  it('runs rows along a line of play that is given', () => {
    const boundary = shapes.dogleg
    const lineOfPlay: XY[] = [
      [0, -80],
      [0, 0],
      [80 * Math.sin((50 * Math.PI) / 180), 80 * Math.cos((50 * Math.PI) / 180)],
    ]
    const { legs } = planCoverage({ ...asked(boundary, ['contour']), lineOfPlay })
    const rows = legs.filter(({ kind, points }) => kind === 'swath' && points.length > 2)
    expect(rows.length).toBeGreaterThan(8)
    // Either way, along one of the legs or in the bend between them.
    const headingsDeg = rows.flatMap(({ points: [a, b] }) => (a && b ? [(headingOfDeg(a, b) + 0.01) % 180] : []))
    expect(Math.max(...headingsDeg)).toBeLessThan(50.1)
    const alongLegs = headingsDeg.filter(headingDeg => headingDeg < 0.1 || headingDeg > 49.9)
    expect(alongLegs.length).toBeGreaterThan(rows.length / 2)
  })

  it.each(forced.slice(1))('keeps the body of the machine out of a pond: %s', pattern => {
    const body = { widthM: 2.2, lengthM: 2.6, marginM: 0.35 }
    const boundary: PolygonXY = { outer: kidney(60, 36, 150), holes: [] }
    const pond: PolygonXY = { outer: circle(22, 56, 5), holes: [] }
    const obstacles = [{ polygon: pond, clearanceM: rimClearanceM(body, 2, 1, 0.1) }]
    const plan = planCoverage({ ...asked(boundary, [pattern]), obstacles, body })
    expect(plan.stats.coverage).toBeGreaterThan(0.99)
    expect(sweepOf(plan.legs, body, boundary, [pond]).intoObstacleM).toBe(0)
  })

  it('refuses a line of play with a corner that is nowhere', () => {
    const plan = planCoverage({
      ...asked({ outer: rectangle(0, 0, 60, 40), holes: [] }),
      lineOfPlay: [
        [0, 0],
        [Number.NaN, 9],
      ],
    })
    expect(plan.warnings).toEqual([{ code: 'invalidRequest', params: { field: 'lineOfPlay' } }])
  })

  it('refuses an empty list of patterns', () => {
    const plan = planCoverage(asked({ outer: rectangle(0, 0, 60, 40), holes: [] }, []))
    expect(plan.legs).toEqual([])
    expect(plan.warnings).toEqual([{ code: 'invalidRequest', params: { field: 'pattern' } }])
  })
})
