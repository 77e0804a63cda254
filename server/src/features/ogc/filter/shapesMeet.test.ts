import type { Position } from '@greensward/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shapesMeet } from './shapesMeet.ts'

/** Round a middle, of any number of corners, so that none of its edges cross. */
const ringAround = ([x, y]: Position, radius: number, corners: number): Position[] =>
  Array.from({ length: corners + 1 }, (_, i): Position => {
    const angle = (2 * Math.PI * (i % corners)) / corners
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
const disc = (middle: Position, radius: number, corners = 60) => ({
  points: [],
  lines: [],
  areas: [[ringAround(middle, radius, corners)]],
})
const place = fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true }))

test('two discs meet where their middles are nearer than their radii together', () => {
  fc.assert(
    fc.property(place, place, fc.double({ min: 0.1, max: 2, noNaN: true }), (a, b, radius) => {
      const apart = Math.hypot(a[0] - b[0], a[1] - b[1]) - 1 - radius
      // Corners cut off up to a thousandth of a radius.
      fc.pre(Math.abs(apart) > 0.01)
      expect(shapesMeet(disc(a, 1), disc(b, radius))).toBe(apart < 0)
    }),
  )
})

test('an upright and a level line meet within their lengths, and a point on a line meets it', () => {
  const line = (from: Position, to: Position) => ({ points: [], lines: [[from, to]], areas: [] })
  expect(shapesMeet(line([1, -5], [1, 5]), line([0, 0], [2, 0]))).toBe(true)
  expect(shapesMeet(line([0, 0], [2, 0]), line([1, -5], [1, 5]))).toBe(true)
  expect(shapesMeet(line([3, -5], [3, 5]), line([0, 0], [2, 0]))).toBe(false)
  expect(shapesMeet({ points: [[1, 3]], lines: [], areas: [] }, line([1, -5], [1, 5]))).toBe(true)
})

test('a hole keeps apart what lies in it', () => {
  const ring = { points: [], lines: [], areas: [[ringAround([0, 0], 3, 40), ringAround([0, 0], 2, 40)]] }
  expect(shapesMeet(ring, disc([0, 0], 1))).toBe(false)
  expect(shapesMeet(ring, disc([0, 0], 2.5))).toBe(true)
})
