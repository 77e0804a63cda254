import { expect, test } from 'vitest'
import { headingOfDeg, normalizeHeadingDeg, unitVector, type XY } from './units.ts'

/** [the way, metres east and north, its heading] */
const WAYS: readonly (readonly [string, XY, number])[] = [
  ['north', [0, 10], 0],
  ['east', [10, 0], 90],
  ['south', [0, -10], 180],
  ['west', [-10, 0], 270],
  ['north-east', [5, 5], 45],
  ['north-west', [-5, 5], 315],
]

test.each(WAYS)('%s is a heading clockwise from north', (_name, [east, north], headingDeg) => {
  expect(headingOfDeg([100, 200], [100 + east, 200 + north])).toBeCloseTo(headingDeg, 9)
})

test.each(WAYS)('the unit vector of %s goes that way', (_name, [east, north], headingDeg) => {
  const [x, y] = unitVector(headingDeg)
  const lengthM = Math.hypot(east, north)
  expect(x).toBeCloseTo(east / lengthM, 9)
  expect(y).toBeCloseTo(north / lengthM, 9)
})

test('a heading stays within one turn', () => {
  expect([-90, 0, 359.5, 360, 725].map(normalizeHeadingDeg)).toEqual([270, 0, 359.5, 0, 5])
})
