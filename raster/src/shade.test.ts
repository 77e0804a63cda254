import { expect, test } from 'vitest'
import { type Heights, shade } from './shade.ts'

const plane = (rise: (x: number, y: number) => number, size = 4): Heights => ({
  values: Array.from({ length: (size + 2) ** 2 }, (_, i) => rise(i % (size + 2), Math.floor(i / (size + 2)))),
  width: size,
  height: size,
  cellM: 1,
})
const brightness = (pixels: Uint8Array): number => (pixels[0] ?? 0) + (pixels[1] ?? 0) + (pixels[2] ?? 0)

test('a slope facing the sun in the north-west is brighter than one facing away', () => {
  const facing = shade(
    plane((x, y) => (x + y) * 0.2),
    'hillshade',
  )
  const away = shade(
    plane((x, y) => -(x + y) * 0.2),
    'hillshade',
  )
  expect(brightness(facing)).toBeGreaterThan(brightness(away) + 60)
})

test('steep ground is redder than flat ground', () => {
  const steep = shade(
    plane(x => x * 0.3),
    'slope',
  )
  const flat = shade(
    plane(() => 12),
    'slope',
  )
  expect((steep[0] ?? 0) - (steep[1] ?? 0)).toBeGreaterThan(50)
  expect((flat[1] ?? 0) - (flat[0] ?? 0)).toBeGreaterThan(20)
})

test('a place without a height stays clear', () => {
  const holed = shade(
    plane((x, y) => (x === 1 && y === 1 ? Number.NaN : 5)),
    'hillshade',
  )
  expect(holed[3]).toBe(0)
  expect(holed[7]).toBe(255)
})
