import fc from 'fast-check'
import { polygonProblem } from '../polygon/validity.ts'
import type { PolygonXY, XY } from '../units.ts'
import type { CoverageRequest } from './request.ts'
import { blob, circle, comb, dumbbell, rectangle, spiral } from './shapes.fixture.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })

/** Outlines that planners fail on. */
export const outlines = {
  blobs: fc
    .tuple(
      number(3, 40),
      fc.array(number(-0.35, 0.35), { minLength: 1, maxLength: 7 }),
      fc.array(number(0, 6.3), { minLength: 7, maxLength: 7 }),
    )
    .map(([radius, amplitudes, phases]) => blob(radius, amplitudes, phases)),
  combs: fc
    .tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 2, max: 9 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 4, max: 30 }),
    )
    .map(([teeth, width, gap, length]) => comb(teeth, width, gap, length)),
  spirals: fc.tuple(number(0.5, 2.2), number(1, 9)).map(([turns, width]) => spiral(turns, width, 3)),
  necks: fc
    .tuple(number(4, 25), number(1, 20), number(0.3, 3.9))
    .map(([room, length, width]) => dumbbell(room, length, width)),
  slivers: fc.tuple(number(5, 80), number(0.05, 3.5), number(-3, 3)).map(([length, width, lean]): XY[] => [
    [0, 0],
    [length, lean],
    [length, lean + width],
    [0, width / 2],
  ]),
  selfTouching: fc.tuple(number(4, 30), number(0.2, 0.8)).map(([size, at]): XY[] => [
    [0, 0],
    [size, 0],
    [size * at, size / 2],
    [size, size],
    [0, size],
    [size * at, size / 2],
  ]),
  scribbles: fc
    .array(fc.tuple(number(-20, 20), number(-20, 20)), { minLength: 3, maxLength: 6 })
    .map(points => points.map(([x, y]): XY => [x, y])),
} as const

const anyOutline = fc.oneof(...Object.values(outlines))

/** A field with islands; islands that would make it invalid are left out but for the first. */
export const fields = (outline: fc.Arbitrary<XY[]> = anyOutline): fc.Arbitrary<PolygonXY> =>
  fc
    .tuple(
      outline,
      fc.array(fc.tuple(fc.integer({ min: -15, max: 15 }), fc.integer({ min: -15, max: 15 }), number(0.2, 5)), {
        maxLength: 3,
      }),
    )
    .map(([outer, islands]) => ({
      outer,
      holes: islands
        .map(([x, y, radius]) => circle(x, y, radius, 12))
        .filter((hole, i) => i === 0 && polygonProblem({ outer, holes: [hole] }) === undefined),
    }))

const obstacle = fc.record({
  polygon: fc
    .tuple(number(-20, 20), number(-20, 20), number(0.3, 8))
    .map(([x, y, size]): PolygonXY => ({ outer: rectangle(x, y, size, size), holes: [] })),
  clearanceM: fc.constantFrom(0, 0.3, 1),
})

/** Requests of every sort over such fields. */
export const requests = (boundary: fc.Arbitrary<PolygonXY> = fields()): fc.Arbitrary<CoverageRequest> =>
  fc
    .record({
      boundary,
      obstacles: fc.array(obstacle, { maxLength: 3 }),
      workingWidthM: fc.constantFrom(0.5, 1, 2, 3),
      overlapM: fc.constantFrom(0, 0.1),
      headingDeg: fc.oneof(fc.integer({ min: 0, max: 359 }), fc.constant([0, 45, 90])),
      count: fc.integer({ min: 0, max: 3 }),
      direction: fc.constantFrom('clockwise' as const, 'counterClockwise' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
      pattern: fc.constantFrom(
        undefined,
        ['concentric' as const],
        ['contour' as const],
        ['perCell' as const],
        ['straight' as const, 'contour' as const, 'concentric' as const, 'perCell' as const],
      ),
      turnScheme: fc.constantFrom('oneInOne' as const, 'oneThroughOne' as const),
      minTurnRadiusM: fc.constantFrom(0, 0.5, 1, 1.5),
      place: fc.option(fc.tuple(number(-20, 20), number(-20, 20)), { nil: undefined }),
      batteryRangeM: fc.constantFrom(undefined, 150),
      maxWaypoints: fc.constantFrom(undefined, 60),
    })
    .map(({ count, direction, when, place, pattern, batteryRangeM, maxWaypoints, ...rest }) => ({
      ...rest,
      headland: { count, direction, when },
      speeds: { mowingMps: 1, transitMps: 1.5, turningMps: 0.6 },
      ...(place === undefined ? {} : { start: place, end: [-place[1], place[0]] as const }),
      ...(pattern === undefined ? {} : { pattern }),
      ...(batteryRangeM === undefined ? {} : { batteryRangeM }),
      ...(maxWaypoints === undefined ? {} : { maxWaypoints }),
    }))
