import { contains, distanceToLineM, type XY } from '@greensward/geometry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depthIn } from './areaWatch.ts'

/** A ring around a place, its corners at these distances. */
const star = ([x, y]: XY, radiiM: readonly number[]): XY[] =>
  radiiM.map((radius, index) => {
    const angle = (2 * Math.PI * index) / radiiM.length
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })

const radii = fc.array(fc.double({ min: 20, max: 200, noNaN: true }), { minLength: 3, maxLength: 40 })
const holeRadii = fc.array(fc.double({ min: 1, max: 8, noNaN: true }), { minLength: 3, maxLength: 8 })
const place = fc.tuple(fc.double({ min: -220, max: 220, noNaN: true }), fc.double({ min: -220, max: 220, noNaN: true }))

test('the depth is the distance to the nearest edge, above 0 where the geometry says that the area contains the place', () => {
  fc.assert(
    fc.property(radii, holeRadii, place, (outerM, holeM, at) => {
      // A corner that was pressed twice as well.
      const area = { outer: star([0, 0], outerM).flatMap(corner => [corner, corner]), holes: [star([0, 0], holeM)] }
      const depth = depthIn(area)(at)
      const nearest = Math.min(
        ...[area.outer, ...area.holes].map(ring => distanceToLineM([...ring, ring[0] ?? at], at)),
      )
      expect(Math.abs(depth)).toBeCloseTo(nearest, 6)
      // On the edge itself, to a tenth of a millimetre, either may be.
      if (nearest > 1e-4) expect(depth > 0).toBe(contains(area, at))
    }),
    { numRuns: 2_000 },
  )
})
