import { expect, test } from 'vitest'
import { groundMetresPerUnit, toMap, toPosition } from './project.ts'

test('the map shows EPSG:3857 and the wire speaks EPSG:4326', () => {
  // One degree of longitude is a 360th of the globe's girth; the projection's own edge is as far north as east.
  const [x, y] = toMap([1, 0])
  expect(x).toBeCloseTo((2 * Math.PI * 6_378_137) / 360, 6)
  expect(y).toBeCloseTo(0, 6)
  const [east, north] = toMap([180, 85.051_128_779_806_59])
  expect(east).toBeCloseTo(north, 3)
  const [lon, lat] = toPosition(toMap([-6.2603, 53.3498]))
  expect([lon.toFixed(9), lat.toFixed(9)]).toEqual(['-6.260300000', '53.349800000'])
})

test('a metre on the ground takes more of the map the farther it is from the equator', () => {
  const [, y] = toMap([0, 60])
  expect(groundMetresPerUnit(0)).toBe(1)
  expect(groundMetresPerUnit(y)).toBeCloseTo(0.5, 9)
})
