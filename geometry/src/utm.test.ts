import { describe, expect, test } from 'vitest'
import { utmFrame, utmZone } from './utm.ts'

describe('the grid of UTM', () => {
  test.each([
    [
      [-0.6412, 51.3921],
      [-0.6355716653, 51.3897381234],
    ],
    [
      [8.55, 47.37],
      [8.5553168202, 47.3677711982],
    ],
    [
      [5.3, 60.39],
      [5.3074957819, 60.3879612831],
    ],
    [
      [174.76, -36.85],
      [174.764417759, -36.8523363826],
    ],
    [
      [14.99, 65.5],
      [14.9986443908, 65.4977572752],
    ],
  ] as const)('400 m east and 250 m south of %j, as PROJ computes it', (origin, expected) => {
    const [lon, lat] = utmFrame(origin).toLonLat([400, -250])
    // 1e-8 degrees are a millimetre.
    expect(lon).toBeCloseTo(expected[0], 8)
    expect(lat).toBeCloseTo(expected[1], 8)
  })

  test('there and back is the same', () => {
    const frame = utmFrame([8.55, 47.37])
    const [x, y] = frame.toXY(frame.toLonLat([1_234.5, 678.9]))
    expect(x).toBeCloseTo(1_234.5, 3)
    expect(y).toBeCloseTo(678.9, 3)
  })

  test('its north is not true north far from the middle of a zone', () => {
    const [lon] = utmFrame([5.9, 51]).toLonLat([0, 1_000])
    expect(Math.abs(lon - 5.9)).toBeGreaterThan(0.0003)
  })

  test.each([
    [[-180, 0], 1],
    [[180, 0], 60],
    [[5.3, 60.39], 32],
    [[2.9, 60.39], 31],
    [[10, 78], 33],
    [[40, 78], 37],
    [[-0.64, 51.39], 30],
  ] as const)('the zone of %j is %i', (at, zone) => expect(utmZone(at)).toBe(zone))
})
