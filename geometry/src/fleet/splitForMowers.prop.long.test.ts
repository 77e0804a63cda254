import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blob, comb, dumbbell, rectangle, spiral } from '../coverage/shapes.fixture.ts'
import { difference, intersection, offset, union } from '../polygon/clipper.ts'
import { wayCheck } from '../polygon/fence.ts'
import { areaM2, totalAreaM2 } from '../polygon/measure.ts'
import { polygonProblem } from '../polygon/validity.ts'
import { lengthM } from '../polyline.ts'
import type { XY } from '../units.ts'
import type { SplitMower, SplitRequest } from './split.ts'
import { FINISH_TOGETHER, splitForMowers } from './splitForMowers.ts'

const shapes: Record<string, fc.Arbitrary<XY[]>> = {
  blobs: fc
    .record({
      radius: fc.double({ min: 12, max: 32, noNaN: true }),
      amplitudes: fc.array(fc.double({ min: -0.25, max: 0.25, noNaN: true }), { minLength: 1, maxLength: 5 }),
      phases: fc.array(fc.double({ min: 0, max: 6.3, noNaN: true }), { minLength: 5, maxLength: 5 }),
    })
    .map(({ radius, amplitudes, phases }) => blob(radius, amplitudes, phases)),
  rectangles: fc
    .tuple(fc.integer({ min: 30, max: 80 }), fc.integer({ min: 14, max: 40 }))
    .map(([width, height]) => rectangle(0, 0, width, height)),
  combs: fc
    .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 6, max: 10 }), fc.integer({ min: 10, max: 30 }))
    .map(([teeth, width, length]) => comb(teeth, width, 4, length)),
  spirals: fc.double({ min: 0.8, max: 2, noNaN: true }).map(turns => spiral(turns, 9, 3)),
  necks: fc
    .tuple(fc.double({ min: 14, max: 25, noNaN: true }), fc.double({ min: 4, max: 8, noNaN: true }))
    .map(([room, width]) => dumbbell(room, 15, width)),
}

const mower: fc.Arbitrary<SplitMower> = fc
  .record({
    workingWidthM: fc.constantFrom(1, 1.5, 2),
    minTurnRadiusM: fc.constantFrom(0, 0.8),
    mowingMps: fc.constantFrom(1, 1.5, 2),
    start: fc.option(fc.tuple(fc.integer({ min: -90, max: -60 }), fc.integer({ min: -40, max: 40 })), {
      nil: undefined,
    }),
  })
  .map(({ workingWidthM, minTurnRadiusM, mowingMps, start }) => ({
    workingWidthM,
    overlapM: 0.08,
    minTurnRadiusM,
    speeds: { mowingMps, transitMps: 2, turningMps: 0.8 },
    bodyWidthM: workingWidthM + 0.2,
    ...(start === undefined ? {} : { start }),
  }))

const requests = (outer: fc.Arbitrary<XY[]>): fc.Arbitrary<SplitRequest> =>
  fc
    .record({
      outer,
      hole: fc.option(fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 })), { nil: undefined }),
      headingDeg: fc.integer({ min: 0, max: 359 }),
      count: fc.integer({ min: 1, max: 2 }),
      mowers: fc.array(mower, { minLength: 2, maxLength: 3 }),
    })
    .map(({ outer, hole, headingDeg, count, mowers }) => ({
      boundary: { outer, holes: [] },
      obstacles:
        hole === undefined ? [] : [{ polygon: { outer: rectangle(...hole, 4, 4), holes: [] }, clearanceM: 0.1 }],
      headingDeg,
      headland: { count, direction: 'clockwise', when: 'before' },
      turnScheme: 'oneInOne',
      mowers,
    }))

test.each(Object.entries(shapes))(
  'splits any shape into connected cells without overlap, with drives and routes inside them, and the warnings that apply: %s',
  (_, shape) => {
    fc.assert(
      fc.property(requests(shape), asked => {
        fc.pre(polygonProblem(asked.boundary) === undefined)
        const split = splitForMowers(asked)
        if (split.parts.length === 0) {
          expect(split.warnings.length).toBeGreaterThan(0)
          return
        }
        expect(split.parts.map(({ mower }) => mower).sort()).toEqual(asked.mowers.map((_, i) => i))
        const field = difference(
          [asked.boundary],
          asked.obstacles.flatMap(({ polygon, clearanceM }) => offset([polygon], clearanceM)),
        )
        const cells = split.parts.map(({ cell }) => cell)
        const largest = Math.max(...field.map(areaM2))
        expect(totalAreaM2(union(cells))).toBeGreaterThan(largest * 0.999)
        split.parts.forEach(({ plan, reach, way, order, mower: index }, i) => {
          const { overlapM = 0 } = asked.mowers[index] ?? {}
          const others = cells.filter((_, k) => k !== i)
          for (const other of others) expect(totalAreaM2(intersection([cells[i] ?? reach], [other]))).toBeLessThan(0.05)
          // The machine's middle keeps to its own cell and what half a lap of the blade adds to it.
          const inside = wayCheck([reach], [], 0.02)
          const apart = wayCheck(
            [{ outer: rectangle(-1e4, -1e4, 2e4, 2e4), holes: [] }],
            offset(others, -overlapM / 2),
            0.02,
          )
          for (const { points } of plan.legs) {
            expect(inside.pathInside(points)).toBe(true)
            expect(apart.pathInside(points)).toBe(true)
          }
          if (way.length > 1 && !split.warnings.some(({ code }) => code === 'wayThroughCell'))
            expect(apart.pathInside(way)).toBe(true)
          expect(order.lapsWhen).toMatch(/before|after/)
          expect(lengthM(plan.legs.flatMap(({ points }) => points))).toBeGreaterThan(0)
        })
        const latestS = Math.max(...split.parts.map(({ finishS }) => finishS))
        expect(split.spread).toBeCloseTo(
          (latestS - Math.min(...split.parts.map(({ finishS }) => finishS))) / latestS,
          6,
        )
        expect(split.warnings.some(({ code }) => code === 'finishApart')).toBe(split.spread > FINISH_TOGETHER)
        expect(split.warnings.some(({ code }) => code === 'tooNear')).toBe(split.leastApartM < split.clearanceM)
      }),
      { numRuns: 3, seed: 20261120 },
    )
  },
)
