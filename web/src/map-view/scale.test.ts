import { expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

test('the scale is a round length that fits into its box', () => {
  expect(scaleOf(0.5, 'metric')).toEqual({ text: '50 m', widthPx: 100 })
  expect(scaleOf(20, 'metric')).toEqual({ text: '2 km', widthPx: 100 })
  expect(scaleOf(0.5, 'imperial')).toEqual({ text: '200 ft', widthPx: 122 })
  for (const metresPerPixel of [0.03, 0.7, 3, 41, 600]) {
    const { widthPx } = scaleOf(metresPerPixel, 'metric')
    expect(widthPx).toBeLessThanOrEqual(130)
    expect(widthPx).toBeGreaterThan(45)
  }
})
