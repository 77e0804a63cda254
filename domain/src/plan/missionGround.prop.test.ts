import { contains, distanceToLineM, polygonsIntersect, type XY } from '@greensward/geometry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, box, FAIRWAY, frame, idOf, radius, restriction, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import type { CourseFeature } from '../course/course.ts'
import { polygonXY } from '../course/courseGeometry.ts'
import { missionGround } from './missionGround.ts'

/** A polygon that cannot cross itself: corners on rays from a middle, on a coarse grid so that edges often coincide. */
const shape = fc
  .tuple(
    fc.integer({ min: -20, max: 60 }),
    fc.integer({ min: -20, max: 60 }),
    fc.oneof(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 3, maxLength: 12 }),
      fc.constantFrom([10, 10, 10, 10], [20, 20, 20, 20]),
    ),
  )
  .map(([cx, cy, radii]) =>
    radii.map((r, i): XY => {
      const angle = (2 * Math.PI * (i + 0.5)) / radii.length
      return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)]
    }),
  )

const target = zone(1, FAIRWAY, box(0, 0, 40, 40), { holes: [box(10, 10, 30, 30)] })

const obstaclesOf = (other: CourseFeature): number => {
  const ground = missionGround({
    features: [target, other],
    zoneTypes: ZONE_TYPES,
    target: { kind: 'zone', featureId: idOf(1) },
  })
  return ground.ok ? ground.value.obstacles.length : -1
}

test('a no-go is in the way exactly when it has ground in common with the zone', () => {
  fc.assert(
    fc.property(shape, outer => {
      const other = restriction(2, outer)
      const expected =
        other.geometry.type === 'Polygon' &&
        polygonsIntersect(polygonXY(frame, other.geometry), polygonXY(frame, target.geometry))
      expect(obstaclesOf(other)).toBe(expected ? 1 : 0)
    }),
    { seed: 23, numRuns: 1_500 },
  )
})

test('a round no-go is in the way exactly when it reaches the zone', () => {
  const coordinate = fc.double({ min: -30, max: 70, noNaN: true })
  fc.assert(
    fc.property(coordinate, coordinate, fc.double({ min: 0.1, max: 30, noNaN: true }), (x, y, radiusM) => {
      const ground = polygonXY(frame, target.geometry)
      const [lon, lat] = at(x, y)
      const centre = frame.toLocal([lon, lat])
      const rings = [ground.outer, ...ground.holes].map(ring => [...ring, ...ring.slice(0, 1)])
      const awayM = Math.min(...rings.map(ring => distanceToLineM(ring, centre)))
      // Within a centimetre of touching either answer is right.
      fc.pre(Math.abs(awayM - radiusM) > 0.02)
      const expected = contains(ground, centre) || awayM < radiusM
      expect(obstaclesOf(radius(2, [x, y], radiusM))).toBe(expected ? 1 : 0)
    }),
    { seed: 24, numRuns: 500 },
  )
})
