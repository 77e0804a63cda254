import { describe, expect, it, test } from 'vitest'
import { offset } from '../../polygon/clipper.ts'
import { distanceM } from '../../polyline.ts'
import type { PolygonXY } from '../../units.ts'
import { planCoverage } from '../planCoverage.ts'
import type { CoverageRequest } from '../request.ts'
import { blob, circle, rectangle } from '../shapes.fixture.ts'
import { OVERHANG_M, rimClearanceM, swingM } from './body.ts'
import { sweepOf } from './sweptBody.fixture.ts'

const body = { widthM: 2.2, lengthM: 2.6, marginM: 0.35 }
const plain = (outer: PolygonXY['outer'], ...holes: PolygonXY['holes']): PolygonXY => ({ outer, holes })
const pond = plain(circle(60, 20, 6))
const notched = plain([
  [50, 14],
  [70, 14],
  [70, 26],
  [62, 26],
  [62, 20],
  [58, 20],
  [58, 26],
  [50, 26],
])

const asked = (change: Partial<CoverageRequest> = {}): CoverageRequest => {
  const { minTurnRadiusM = 1, workingWidthM = 2, obstacles = [{ polygon: pond, clearanceM: 0 }], ...rest } = change
  const clearanceM = rimClearanceM(body, workingWidthM, minTurnRadiusM, 0.1)
  return {
    boundary: plain(rectangle(0, 0, 120, 40)),
    workingWidthM,
    overlapM: 0.08,
    headingDeg: 0,
    headland: { count: 2, direction: 'clockwise', when: 'before' },
    turnScheme: 'oneInOne',
    minTurnRadiusM,
    speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 1 },
    body,
    ...rest,
    obstacles: obstacles.map(({ polygon }) => ({ polygon, clearanceM })),
  }
}
/** Lines are thinned by as much. */
const THINNED_M = 0.02
const HEADINGS = [0, 30, 45, 60, 90, 135]

describe('the body of a machine', () => {
  test('swings its corner out less on a wider arc, and half its diagonal on the spot', () => {
    expect(swingM(body, 0)).toBeCloseTo(Math.hypot(1.1, 1.3), 9)
    expect(swingM(body, 1)).toBeCloseTo(Math.hypot(2.1, 1.3) - 1, 9)
    expect(swingM(body, 5)).toBeLessThan(swingM(body, 1))
  })

  describe.each([0, 1, 2])('with %i headland passes', count => {
    it.each(HEADINGS)('keeps out of a pond on every leg, heading %i', headingDeg => {
      const request = asked({ headingDeg, headland: { count, direction: 'clockwise', when: 'before' } })
      const plan = planCoverage(request)
      expect(plan.legs.length).toBeGreaterThan(5)
      expect(sweepOf(plan.legs, body, request.boundary, [pond]).intoObstacleM).toBe(0)
    })
  })

  it.each([1, 2.5])(
    'keeps its margin in the bends beside the inner corners of a wall, turning radius %d',
    minTurnRadiusM => {
      const wall = plain([
        [40, 12],
        [80, 12],
        [80, 30],
        [77, 30],
        [77, 15],
        [43, 15],
        [43, 30],
        [40, 30],
      ])
      const request = asked({ minTurnRadiusM, obstacles: [{ polygon: wall, clearanceM: 0 }] })
      const { legs } = planCoverage(request)
      const kept = offset([wall], body.marginM - THINNED_M)
      expect(legs.length).toBeGreaterThan(5)
      expect(sweepOf(legs, body, request.boundary, kept).intoObstacleM).toBeLessThan(0.002)
    },
  )

  it.each([0, 1, 2.5])('keeps out of an obstacle with a notch, turning radius %d', minTurnRadiusM => {
    const request = asked({ obstacles: [{ polygon: notched, clearanceM: 0 }], minTurnRadiusM, headingDeg: 20 })
    const plan = planCoverage(request)
    expect(plan.stats.coverage).toBeGreaterThan(0.95)
    expect(sweepOf(plan.legs, body, request.boundary, [notched]).intoObstacleM).toBeLessThan(0.02)
  })

  it.each([0, 1, 2.5])(
    'keeps most of its margin to an obstacle in every bend and on the spot, turning radius %d',
    minTurnRadiusM => {
      const request = asked({ obstacles: [{ polygon: notched, clearanceM: 0 }], minTurnRadiusM, headingDeg: 20 })
      // Less what the chords of an arc take at their ends.
      const grown = offset([notched], body.marginM - 0.1)
      expect(sweepOf(planCoverage(request).legs, body, request.boundary, grown).intoObstacleM).toBeLessThan(0.02)
    },
  )

  it.each(HEADINGS)('joins the headland pass round a pond on a straight stretch, heading %i', headingDeg => {
    const { legs } = planCoverage(asked({ headingDeg }))
    const joins = legs.flatMap((leg, i) => {
      const [here, next] = leg.points
      const [before, end] = legs[i - 1]?.points.slice(-2) ?? []
      const isLapOfPond = leg.kind === 'lap' && here !== undefined && Math.hypot(here[0] - 60, here[1] - 20) < 9
      if (!isLapOfPond || next === undefined || before === undefined || end === undefined) return []
      const ahead = Math.atan2(next[1] - here[1], next[0] - here[0])
      const turnRad = ahead - Math.atan2(end[1] - before[1], end[0] - before[0])
      return [{ straightM: distanceM(before, end), turnRad: Math.atan2(Math.sin(turnRad), Math.cos(turnRad)) }]
    })
    expect(joins).toHaveLength(1)
    expect(joins[0]?.straightM).toBeGreaterThan(1.4)
    expect(Math.abs(joins[0]?.turnRad ?? Math.PI)).toBeLessThan(0.2)
  })

  it('mows up to what the body leaves room for', () => {
    const plan = planCoverage(asked())
    expect(plan.stats.coverage).toBeGreaterThan(0.99)
  })

  it.each([0, 45])('stays within its overhang beside a smooth edge, heading %i', headingDeg => {
    const boundary = plain(blob(18, [3, 1.5], [0.5, 1.2]))
    const request = asked({ boundary, obstacles: [], headingDeg })
    const plan = planCoverage(request)
    expect(plan.warnings.map(({ code }) => code)).not.toContain('bodyOverEdge')
    expect(sweepOf(plan.legs, body, boundary, []).overEdgeM).toBeLessThan(OVERHANG_M + 0.25)
  })

  it.each([0, 1])('drives through a neck that its side and margin fit through, turning radius %d', minTurnRadiusM => {
    // 2.2 m of body and twice 0.35 m of margin need 2.9 m; what headland passes on both sides need is 3.6 m.
    const walls = [plain(rectangle(58, 0, 4, 18.3)), plain(rectangle(58, 21.7, 4, 18.3))]
    const request = asked({ obstacles: walls.map(polygon => ({ polygon, clearanceM: 0 })), minTurnRadiusM })
    const plan = planCoverage(request)
    const mownEastings = plan.legs.filter(({ bladeOn }) => bladeOn).flatMap(({ points }) => points.map(([x]) => x))
    expect(Math.min(...mownEastings)).toBeLessThan(3)
    expect(Math.max(...mownEastings)).toBeGreaterThan(117)
    const grown = walls.flatMap(wall => offset([wall], body.marginM - 0.12))
    expect(sweepOf(plan.legs, body, request.boundary, grown).intoObstacleM).toBeLessThan(0.02)
    expect(plan.stats.coverage).toBeGreaterThan(0.97)
  })

  it('is driven nowhere that it does not fit, and says what stays uncut', () => {
    // Two obstacles leave a gap of 2.4 m, which the blade fits through and the body with its margin does not.
    const walls = [plain(rectangle(58, 0, 4, 18.8)), plain(rectangle(58, 21.2, 4, 18.8))]
    const request = asked({ obstacles: walls.map(polygon => ({ polygon, clearanceM: 0 })), start: [10, 20] })
    const plan = planCoverage(request)
    expect(sweepOf(plan.legs, body, request.boundary, walls).intoObstacleM).toBe(0)
    const eastings = plan.legs.flatMap(({ points }) => points.map(([x]) => x))
    expect(Math.min(...eastings) > 62 || Math.max(...eastings) < 58).toBe(true)
    expect(plan.warnings.map(({ code }) => code)).toContain('unreachableParts')
    expect(plan.uncovered.length).toBeGreaterThan(0)
  })
})
