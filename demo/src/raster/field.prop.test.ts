import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chance } from '../course/chance.ts'
import { blob, chainDistanceM, contains } from '../course/shape.ts'
import { DistanceField } from './field.ts'

const ring = blob(
  { centre: [12, -30], halfLengthM: 20, halfWidthM: 9, angleRad: 0.4, bendPerM: 0.01, unrest: 0.2 },
  chance('field'),
)
const BAND_M = 8
const field = new DistanceField(0.5, BAND_M).addRings([ring])

it('gives at every place the distance to the edge, positive inside, cut off at the band', () => {
  fc.assert(
    fc.property(fc.double({ min: -25, max: 50, noNaN: true }), fc.double({ min: -65, max: 5, noNaN: true }), (x, y) => {
      const away = Math.min(BAND_M, chainDistanceM([x, y], ring, true))
      const exact = contains(ring, [x, y]) ? away : -away
      // Between cells of 0.5 m the distance is read along straight lines; its ridges and the band's edge are rounded.
      expect(Math.abs(field.at(x, y) - exact)).toBeLessThan(0.4)
    }),
    { seed: 7, numRuns: 400 },
  )
})

it('says that a far box is touched by nothing and a near one is', () => {
  expect(field.touches(300, 300, 320, 320)).toBe(false)
  expect(field.touches(0, -40, 20, -20)).toBe(true)
})
