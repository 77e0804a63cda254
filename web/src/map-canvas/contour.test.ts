import { expect, test } from 'vitest'
import { contourPixels, contourStepM } from './contour.ts'

const SIDE = 32
const ground = (height: (x: number, y: number) => number) =>
  contourPixels({
    values: Array.from({ length: (SIDE + 2) ** 2 }, (_, i) =>
      height((i % (SIDE + 2)) - 1, Math.floor(i / (SIDE + 2)) - 1),
    ),
    side: SIDE,
    stepM: 1,
  })
const opacityAt = (pixels: Uint8ClampedArray, column: number, row: number): number =>
  pixels[(row * SIDE + column) * 4 + 3] ?? 0

test('draws a line at each whole step, and none on flat ground', () => {
  expect(Math.max(...ground(() => 12))).toBe(0)
  // 0.1 m a column: 11.0 is crossed at column 10, 12.0 at column 20.
  const hill = ground(x => 10.0 + x * 0.1)
  expect(opacityAt(hill, 10, 5)).toBeGreaterThan(200)
  expect(opacityAt(hill, 20, 5)).toBeGreaterThan(200)
  for (const column of [4, 5, 6, 14, 15, 16]) expect(opacityAt(hill, column, 5)).toBe(0)
})

test('every fifth line is stronger', () => {
  const widthAt = (pixels: Uint8ClampedArray): number =>
    Array.from({ length: SIDE }, (_, column) => opacityAt(pixels, column, 5)).reduce((sum, one) => sum + one, 0)
  expect(widthAt(ground(x => 15 + (x - 16) * 0.04))).toBeGreaterThan(widthAt(ground(x => 16 + (x - 16) * 0.04)) * 1.2)
})

test('draws no line at a position without a height, and spreads the lines when zoomed out', () => {
  const holed = ground(x => (x > 15 ? Number.NaN : 10 + x * 0.1))
  expect(opacityAt(holed, 20, 5)).toBe(0)
  expect([0.1, 0.5, 2, 4, 20].map(contourStepM)).toEqual([0.5, 1, 2, 5, 10])
})
