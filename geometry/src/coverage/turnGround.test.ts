import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bufferLines, difference, intersection, offset, union } from '../polygon/clipper.ts'
import { wayCheck } from '../polygon/fence.ts'
import { areaM2, totalAreaM2 } from '../polygon/measure.ts'
import type { PolygonXY, XY } from '../units.ts'
import { sweepOf } from './field/sweptBody.fixture.ts'
import type { CoveragePlan } from './plan.ts'
import { planCoverage } from './planCoverage.ts'
import type { CoverageRequest } from './request.ts'
import { fields, outlines, requests } from './requests.fixture.ts'
import { rectangle } from './shapes.fixture.ts'

const WIDTH_M = 1.5
const BODY = { widthM: 1.7, lengthM: 2.04, marginM: 0.35 }
const COLLAR_M = 5

const GREEN: PolygonXY = {
  outer: [
    [0, 0],
    [24, 0],
    [20, 18],
    [0, 18],
  ],
  holes: [],
}

const collarOf = (field: PolygonXY, widthM: number): PolygonXY[] => difference(offset([field], widthM), [field])

const green = (more: Partial<CoverageRequest> = {}): CoverageRequest => ({
  boundary: GREEN,
  obstacles: [],
  workingWidthM: WIDTH_M,
  overlapM: 0.06,
  headingDeg: 20,
  headland: { count: 2, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM: 0.6,
  speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 0.8 },
  body: BODY,
  ...more,
})

const mownBy = ({ legs }: CoveragePlan, halfM: number): PolygonXY[] => {
  const lines = (isSwath: boolean) =>
    legs.filter(({ kind, bladeOn }) => bladeOn && (kind === 'swath') === isSwath).map(({ points }) => points)
  return [...bufferLines(lines(true), halfM, 'flat'), ...bufferLines(lines(false), halfM, 'round')]
}

/** The largest spot that a disc of the working width could mow and nothing does. */
const largestSpotM2 = (plan: CoveragePlan, field: PolygonXY): number => {
  const reached = offset(offset([field], -WIDTH_M / 2 - 0.02), WIDTH_M / 2)
  return Math.max(0, ...difference(reached, mownBy(plan, WIDTH_M / 2)).map(areaM2))
}

const warningsOf = ({ warnings }: CoveragePlan): string[] => warnings.map(({ code }) => code)

/** What is wrong with where a plan drives. */
const strays = (plan: CoveragePlan, { boundary, obstacles, turnGround = [] }: CoverageRequest): string[] => {
  const kept = obstacles.flatMap(({ polygon, clearanceM }) => offset([polygon], clearanceM))
  const inField = wayCheck([boundary], kept, 0.01)
  const onGround = wayCheck(offset(union([boundary, ...turnGround]), 0.001), kept, 0.01)
  return plan.legs.flatMap(({ kind, bladeOn, points }) =>
    (bladeOn ? inField : onGround).pathInside(points) ? [] : [`a ${kind}, blade ${bladeOn ? 'on' : 'off'}`],
  )
}

describe('ground to turn on beside a green', () => {
  const collar = collarOf(GREEN, COLLAR_M)

  it('leaves no spot in its corners, which a mower cannot reach from inside', () => {
    const inside = planCoverage(green())
    expect(largestSpotM2(inside, GREEN)).toBeGreaterThan(0.1)
    const request = green({ turnGround: collar })
    const plan = planCoverage(request)
    expect(largestSpotM2(plan, GREEN)).toBeLessThan(0.06)
    expect(warningsOf(plan)).not.toContain('turnRadiusNotKept')
    expect(strays(plan, request)).toEqual([])
  })

  it('keeps the blade on the green and the whole body on the green or on that ground', () => {
    const plan = planCoverage(green({ turnGround: collar }))
    expect(plan.legs.some(({ points }) => difference(bufferLines([points], 0.01, 'round'), [GREEN]).length > 0)).toBe(
      true,
    )
    expect(totalAreaM2(difference(mownBy(plan, WIDTH_M / 2 - 0.01), [GREEN]))).toBeLessThan(1e-3)
    const [ground] = offset([GREEN], COLLAR_M)
    expect(ground && sweepOf(plan.legs, BODY, ground, []).overEdgeM).toBe(0)
  })

  it('goes round a bunker in that ground', () => {
    const bunker: PolygonXY = { outer: rectangle(-4, -4, 3.5, 3.5), holes: [] }
    const request = green({ turnGround: collar, obstacles: [{ polygon: bunker, clearanceM: 0.6 }] })
    const plan = planCoverage(request)
    expect(strays(plan, request)).toEqual([])
    expect(sweepOf(plan.legs, BODY, GREEN, [bunker]).intoObstacleM).toBe(0)
  })

  it('uses only the side on which there is such ground', () => {
    const half = intersection(collar, [{ outer: rectangle(-10, 9, 50, 30), holes: [] }])
    const request = green({ turnGround: half })
    const plan = planCoverage(request)
    expect(strays(plan, request)).toEqual([])
    const outside = plan.legs.filter(leg => difference(bufferLines([leg.points], 0.01, 'round'), [GREEN]).length > 0)
    expect(outside.length).toBeGreaterThan(0)
    expect(outside.every(({ points }) => points.every(([, y]) => y > 9))).toBe(true)
  })

  it('may be drawn a hand apart from the green', () => {
    const apart = difference(offset([GREEN], COLLAR_M), offset([GREEN], 0.1))
    expect(largestSpotM2(planCoverage(green({ turnGround: apart })), GREEN)).toBeLessThan(0.06)
    const farther = difference(offset([GREEN], COLLAR_M), offset([GREEN], 0.5))
    expect(planCoverage(green({ turnGround: farther })).legs).toEqual(planCoverage(green()).legs)
  })

  it('is none where it is empty or the machine has no body', () => {
    expect(planCoverage(green({ turnGround: [] }))).toEqual(planCoverage(green()))
    const { body: _, ...point } = green()
    expect(planCoverage({ ...point, turnGround: collar })).toEqual(planCoverage(point))
  })

  it('is never left, on any field', () => {
    const sound = fields(fc.oneof(outlines.blobs, outlines.combs, outlines.necks))
    fc.assert(
      fc.property(requests(sound), fc.constantFrom(1, 3, 6), (asked, widthM) => {
        const body = { widthM: asked.workingWidthM * 1.1, lengthM: asked.workingWidthM * 1.3, marginM: 0.2 }
        const request: CoverageRequest = { ...asked, body, turnGround: collarOf(asked.boundary, widthM) }
        expect(strays(planCoverage(request), request)).toEqual([])
      }),
      { numRuns: 60, seed: 51 },
    )
  })
})

const NOWHERE: XY = [Number.NaN, 0]

it('refuses ground to turn on that is nowhere', () => {
  const request = green({ turnGround: [{ outer: [NOWHERE, [1, 0], [1, 1]], holes: [] }] })
  expect(planCoverage(request).warnings).toEqual([{ code: 'invalidRequest', params: { field: 'turnGround' } }])
})
