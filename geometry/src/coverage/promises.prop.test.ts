import { runs } from '@greensward/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bufferLines, difference, intersection, offset } from '../polygon/clipper.ts'
import { totalAreaM2 } from '../polygon/measure.ts'
import { distanceM } from '../polyline.ts'
import type { PolygonXY, XY } from '../units.ts'
import { planCoverage } from './planCoverage.ts'
import type { CoverageRequest } from './request.ts'
import { fields, outlines, requests } from './requests.fixture.ts'

/** Fields on which there is something to plan. */
const sound = fields(fc.oneof(outlines.blobs, outlines.combs, outlines.spirals, outlines.necks))

const plainly = (boundary: PolygonXY, change: Partial<CoverageRequest> = {}): CoverageRequest => ({
  boundary,
  obstacles: [],
  workingWidthM: 1,
  overlapM: 0,
  headingDeg: 20,
  headland: { count: 2, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM: 0.5,
  speeds: { mowingMps: 1, transitMps: 1.5, turningMps: 0.6 },
  ...change,
})

describe('what a plan promises', () => {
  it('covers all that a disc of the working width reaches, less what it reports as uncovered', () => {
    fc.assert(
      fc.property(sound, fc.constantFrom(0, 0.5), fc.integer({ min: 1, max: 3 }), (boundary, minTurnRadiusM, count) => {
        const asked = plainly(boundary, { minTurnRadiusM, headland: { count, direction: 'clockwise', when: 'after' } })
        const plan = planCoverage(asked)
        if (plan.legs.length === 0) return
        const swaths = plan.legs.filter(leg => leg.kind === 'swath').map(leg => leg.points)
        const rounds = plan.legs.filter(leg => leg.bladeOn && leg.kind !== 'swath').map(leg => leg.points)
        const mown = [...bufferLines(swaths, 0.5, 'flat'), ...bufferLines(rounds, 0.5, 'round')]
        // Headland passes keep a centimetre inside, and thinning takes another.
        const reached = intersection(offset(offset([boundary], -0.5), 0.47), [boundary])
        const silent = difference(difference(reached, mown), offset(plan.uncovered, 0.05))
        // Pieces below 0.02 squared widths are not drawn; together they are at most a thousandth and a few patches.
        expect(Math.max(0, ...silent.map(piece => totalAreaM2([piece])))).toBeLessThan(0.25)
        expect(totalAreaM2(silent)).toBeLessThan(0.004 * totalAreaM2([boundary]) + 0.3)
      }),
      { numRuns: runs(80), seed: 31 },
    )
  })

  it('stays the plan it was where the field is shifted', () => {
    fc.assert(
      fc.property(
        sound,
        fc.integer({ min: -900, max: 900 }),
        fc.integer({ min: -900, max: 900 }),
        (boundary, dx, dy) => {
          // Whole numbers and halves shift without any rounding on a grid of 2^-20 m.
          const onGrid = (p: XY): XY => [Math.round(p[0] * 2 ** 20) / 2 ** 20, Math.round(p[1] * 2 ** 20) / 2 ** 20]
          const by = (p: XY): XY => [onGrid(p)[0] + dx, onGrid(p)[1] + dy]
          const mapped = (to: (p: XY) => XY): PolygonXY => ({
            outer: boundary.outer.map(to),
            holes: boundary.holes.map(hole => hole.map(to)),
          })
          const here = planCoverage(plainly(mapped(onGrid)))
          const there = planCoverage(plainly(mapped(by)))
          expect(there.legs.map(leg => leg.kind)).toEqual(here.legs.map(leg => leg.kind))
          expect(there.stats.lengthM).toBeCloseTo(here.stats.lengthM, 5)
        },
      ),
      { numRuns: runs(30), seed: 32 },
    )
  })

  it('turns with the field', () => {
    fc.assert(
      fc.property(sound, fc.integer({ min: 1, max: 359 }), (boundary, degrees) => {
        const angle = (degrees * Math.PI) / 180
        const [s, c] = [Math.sin(angle), Math.cos(angle)]
        const turn = ([x, y]: XY): XY => [x * c + y * s, y * c - x * s]
        const a = planCoverage(plainly(boundary))
        const b = planCoverage(
          plainly(
            { outer: boundary.outer.map(turn), holes: boundary.holes.map(hole => hole.map(turn)) },
            { headingDeg: 20 + degrees },
          ),
        )
        // Rounding may break a tie the other way, so that figures are compared and not the very legs.
        expect(b.stats.coverage).toBeCloseTo(a.stats.coverage, 1)
        expect(Math.abs(b.stats.lapLengthM - a.stats.lapLengthM)).toBeLessThan(0.02 * a.stats.lapLengthM + 3)
        // On two small squares with a neck between them the tie is which of them is mown in rows.
        expect(Math.abs(b.stats.swathLengthM - a.stats.swathLengthM)).toBeLessThan(0.05 * a.stats.swathLengthM + 8)
      }),
      { numRuns: runs(40), seed: 33 },
    )
  })

  it('covers no less with more overlap', () => {
    fc.assert(
      fc.property(sound, boundary => {
        const coverage = [0, 0.05, 0.15, 0.3].map(
          overlapM => planCoverage(plainly(boundary, { overlapM })).stats.coverage,
        )
        coverage.slice(1).forEach((share, i) => {
          expect(share).toBeGreaterThanOrEqual((coverage[i] ?? 0) - 0.012)
        })
      }),
      { numRuns: runs(30), seed: 34 },
    )
  })

  it('keeps the turning radius, or says where a headland pass and that a link could not', () => {
    fc.assert(
      fc.property(requests(sound), asked => {
        const plan = planCoverage(asked)
        const radiusM = asked.minTurnRadiusM
        const warning = plan.warnings.find(({ code }) => code === 'turnRadiusNotKept')
        if (radiusM === 0) return
        for (const { kind, points } of plan.legs) {
          if (kind !== 'lap' && warning !== undefined) continue
          for (let i = 1; i + 1 < points.length; i++) {
            const [a, b, c] = [points[i - 1], points[i], points[i + 1]]
            if (a === undefined || b === undefined || c === undefined) continue
            const bend = Math.atan2(c[1] - b[1], c[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0])
            const turned = Math.abs(Math.atan2(Math.sin(bend), Math.cos(bend)))
            // On chords of a circle the bend is the mean chord over the radius; a corner alone, this far from an arc, is none.
            const corner = Math.max(0.4, 0.1 + 2 * Math.acos(Math.max(0.5, 1 - 0.02 / radiusM)))
            const allowed = ((distanceM(a, b) + distanceM(b, c)) / 2 / radiusM) * 1.6 + corner
            const isNamed = warning?.places?.some(place => distanceM(place, b) < 2 * radiusM)
            expect([kind, turned <= allowed || isNamed]).toEqual([kind, true])
          }
        }
      }),
      { numRuns: runs(80), seed: 35 },
    )
  })

  it('gives up on what is hopeless after next to no work', () => {
    const hopeless = fc.oneof(outlines.scribbles, outlines.slivers)
    const before = process.cpuUsage()
    let empty = 0
    fc.assert(
      fc.property(requests(fields(hopeless)), asked => {
        const plan = planCoverage(asked)
        if (plan.legs.length > 0) return
        empty++
        expect(plan.warnings.length).toBeGreaterThan(0)
      }),
      { numRuns: runs(300), seed: 36 },
    )
    expect(empty).toBeGreaterThan(runs(50))
    // 100 ms of processor time each would be 30 s together.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(15_000)
  })
})
