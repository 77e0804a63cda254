import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js'
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js'
import IsValidOp from 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js'
import { describe, expect, it } from 'vitest'
import { rectangle } from '../coverage/shapes.fixture.ts'
import type { PolygonXY, Ring, XY } from '../units.ts'
import { withSharedCorners } from './sharedCorners.ts'
import { polygonProblem } from './validity.ts'

const factory = new GeometryFactory()
const ringOf = (ring: Ring) =>
  factory.createLinearRing([...ring, ...ring.slice(0, 1)].map(([x, y]) => new Coordinate(x, y)))
const isExactlyValid = ({ outer, holes }: PolygonXY): boolean =>
  new IsValidOp(factory.createPolygon(ringOf(outer), holes.map(ringOf))).isValid()

/** Degrees to five decimals: a corner of the hole is on the right edge, about one part in 10^15 outside of it or inside. */
const touching = (along: number, pieces: number, [stepX, stepY]: XY): PolygonXY => {
  const at = (x: number, y: number): XY => [Math.round(1_234_560 + x) / 1e5, Math.round(5_123_450 + y) / 1e5]
  const [x, y] = [along * stepX, along * stepY]
  return {
    outer: [at(0, 0), at(pieces * stepX, pieces * stepY), at(pieces * stepX - 40, pieces * stepY), at(-40, 0)],
    holes: [[at(x, y), at(x - 10, y - 1), at(x - 10, y + 1)]],
  }
}

const TOUCHING = [2, 3, 5, 6].flatMap(pieces =>
  [1, 2, 3, 4, 5].flatMap(along =>
    along < pieces ? ([-5, -3, 0, 1, 4] as const).map(stepX => touching(along, pieces, [stepX, 7])) : [],
  ),
)

describe('corners where rings touch', () => {
  it('are in both rings, so that exact programs find no crossing', () => {
    expect(TOUCHING.filter(polygon => !isExactlyValid(polygon)).length).toBeGreaterThan(5)
    for (const polygon of TOUCHING) {
      const shared = withSharedCorners(polygon)
      expect(shared.outer).toContainEqual(polygon.holes[0]?.[0])
      expect(isExactlyValid(shared)).toBe(true)
      expect(polygonProblem(shared)).toBeUndefined()
    }
  })

  it('are in both of two holes that touch', () => {
    const outer: Ring = [
      [-100, 0],
      [200, 0],
      [200, 100],
      [-100, 100],
    ].map(([x = 0, y = 0]): XY => [12.34 + x / 1e5, 51.23 + y / 1e5])
    for (const { outer: first, holes } of TOUCHING.slice(0, 20)) {
      const second = holes[0]?.map(([x, y]): XY => [2 * (holes[0]?.[0]?.[0] ?? 0) - x, y]) ?? []
      const around = outer.map(([x, y]): XY => [x + 0.0056, y + 0.0044])
      const shared = withSharedCorners({ outer: around, holes: [first, second] })
      expect(shared.holes[0]).toContainEqual(second[0])
    }
  })

  it('leave a polygon as it is where none touch, and where edges cross', () => {
    const [square, inside, across] = [rectangle(0, 0, 10, 10), rectangle(2, 2, 4, 4), rectangle(5, 5, 20, 2)]
    for (const holes of [[], [inside], [across]]) {
      const polygon = { outer: square, holes }
      expect(withSharedCorners(polygon)).toBe(polygon)
    }
  })
})
