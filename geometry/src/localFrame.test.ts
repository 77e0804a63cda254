import { expect, test } from 'vitest'
import { localFrame } from './localFrame.ts'

/** [latitude, metres of a degree of longitude, of latitude]: the ellipsoid WGS 84 at that latitude. */
const DEGREES = [
  [0, 111_319.49, 110_574.28],
  [30, 96_486.28, 110_852.46],
  [-45, 78_846.81, 111_131.78],
  [60, 55_800.0, 111_412.27],
] as const

test.each(DEGREES)('at latitude %s a degree east is %s m and a degree north %s m', (latitude, eastM, northM) => {
  const frame = localFrame([7, latitude])
  const [x, y] = frame.toLocal([8, latitude + 1])
  expect(x).toBeCloseTo(eastM, 1)
  expect(y).toBeCloseTo(northM, 1)
})

test('a place comes back as it went, and the origin is at nothing', () => {
  const frame = localFrame([-1.2345678, 51.7654321])
  expect(frame.toLocal(frame.origin)).toEqual([0, 0])
  const [longitude, latitude] = frame.toLonLat(frame.toLocal([-1.2301234, 51.7701234]))
  expect(longitude).toBeCloseTo(-1.2301234, 12)
  expect(latitude).toBeCloseTo(51.7701234, 12)
})
