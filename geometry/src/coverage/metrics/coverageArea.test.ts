import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js'
import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js'
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js'
import BufferOp from 'jsts/org/locationtech/jts/operation/buffer/BufferOp.js'
import BufferParameters from 'jsts/org/locationtech/jts/operation/buffer/BufferParameters.js'
import { describe, expect, it } from 'vitest'
import { totalAreaM2 } from '../../polygon/measure.ts'
import type { PolygonXY, Ring, XY } from '../../units.ts'
import type { CoveragePlan } from '../plan.ts'
import { planCoverage } from '../planCoverage.ts'
import type { CoverageRequest } from '../request.ts'
import { blob, circle, comb, dogleg, rectangle } from '../shapes.fixture.ts'

const factory = new GeometryFactory()
const coordinates = (points: readonly XY[]) => points.map(([x, y]) => new Coordinate(x, y))
const ringOf = (ring: Ring) => factory.createLinearRing(coordinates([...ring, ...ring.slice(0, 1)]))
const polygonOf = ({ outer, holes }: PolygonXY): Geometry =>
  factory.createPolygon(ringOf(outer), holes.map(ringOf)) as unknown as Geometry
const buffered = (geometry: unknown, distance: number, cap: number): Geometry =>
  BufferOp.bufferOp(geometry as Geometry, distance, new BufferParameters(8, cap, 1, 5)) as unknown as Geometry
const united = (parts: Geometry[]): Geometry => buffered(factory.createGeometryCollection(parts), 0, 1)

const asked = (boundary: PolygonXY, minTurnRadiusM: number): CoverageRequest => ({
  boundary,
  obstacles: [],
  workingWidthM: 2,
  overlapM: 0,
  headingDeg: [0, 40, 80],
  headland: { count: 2, direction: 'counterClockwise', when: 'after' },
  turnScheme: 'oneInOne',
  minTurnRadiusM,
  speeds: { mowingMps: 1, transitMps: 1, turningMps: 1 },
})

/** What a plan cuts of a field, by JTS. */
const cutBy = ({ legs }: CoveragePlan, boundary: PolygonXY) => {
  const strips = legs
    .filter(leg => leg.bladeOn)
    .map(leg => buffered(factory.createLineString(coordinates(leg.points)), 1, leg.kind === 'swath' ? 2 : 1))
  const mown = united(strips)
  const field = polygonOf(boundary)
  const mownM2 = mown.getArea()
  const fieldM2 = field.getArea()
  return { mownM2, fieldM2, insideM2: mownM2 + fieldM2 - united([mown, field]).getArea() }
}

describe('the figures of a plan', () => {
  const shapes: [string, PolygonXY, number][] = [
    ['a rectangle', { outer: rectangle(0, 0, 50, 30), holes: [] }, 1],
    ['a blob with ponds', { outer: blob(30, [0.1, 0.15], [0, 1]), holes: [circle(0, 0, 4), circle(12, 6, 3)] }, 1],
    ['a comb', { outer: comb(3, 8, 4, 25), holes: [] }, 0],
  ]
  it.each(shapes)('agree with JTS on %s', (_, boundary, minTurnRadiusM) => {
    const plan = planCoverage(asked(boundary, minTurnRadiusM))
    const { mownM2, insideM2, fieldM2 } = cutBy(plan, boundary)
    expect(Math.abs(plan.stats.coverage - insideM2 / fieldM2)).toBeLessThan(0.003)
    // Nothing is cut beyond the edge, and what is reported as uncut is what is missing but for dust.
    expect(mownM2 - insideM2).toBeLessThan(0.002 * fieldM2)
    const missingM2 = fieldM2 - insideM2
    expect(totalAreaM2(plan.uncovered)).toBeLessThan(missingM2 + 0.003 * fieldM2)
    expect(totalAreaM2(plan.uncovered)).toBeGreaterThan(missingM2 - 0.01 * fieldM2)
  })

  const narrow: [string, Ring, number][] = [
    ['gaps between rows of a rectangle', rectangle(0, 0, 26, 8), 90],
    ['the rim along an arm of a dogleg', dogleg(34, 10.1, 50), 0],
    ['the rim along a narrower dogleg', dogleg(34, 9.4, 50), 0],
  ]
  it.each(narrow)('count strips of some centimetres: %s', (_, outer, headingDeg) => {
    const boundary = { outer, holes: [] }
    const plan = planCoverage({ ...asked(boundary, 1), overlapM: 0.08, headingDeg })
    const { insideM2, fieldM2 } = cutBy(plan, boundary)
    expect(Math.abs(plan.stats.coverage - insideM2 / fieldM2)).toBeLessThan(0.0005)
  })
})
