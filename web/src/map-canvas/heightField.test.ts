import { expect, test } from 'vitest'
import { heightBetween, isInside, slopeAt } from './heightField.ts'

const window = (height: (column: number, row: number) => number) => ({
  values: Float32Array.from({ length: 100 }, (_, i) => height(100 + (i % 10), 200 + Math.floor(i / 10))),
  width: 10,
  height: 10,
  left: 100,
  top: 200,
})

test('heights between values lie on the plane that the values lie on', () => {
  const plane = window((column, row) => column * 0.5 + row * 0.25)
  expect(heightBetween(plane, 104.5, 204.5)).toBeCloseTo(104 * 0.5 + 204 * 0.25, 4)
  expect(heightBetween(plane, 105.25, 203.75)).toBeCloseTo(104.75 * 0.5 + 203.25 * 0.25, 4)
})

test('takes the nearest value beside a gap, and none in it', () => {
  const holed = window(column => (column === 105 ? Number.NaN : 7))
  expect(heightBetween(holed, 104.5, 204.5)).toBe(7)
  expect(heightBetween(holed, 105.5, 204.5)).toBeNaN()
})

test('a plane that rises one metre in ten has slope 0.1 in every direction', () => {
  expect(
    slopeAt(
      window(column => column * 0.2),
      104,
      204,
      2,
    ),
  ).toBeCloseTo(0.1, 4)
  expect(
    slopeAt(
      window((_, row) => -row * 0.2),
      104,
      204,
      2,
    ),
  ).toBeCloseTo(0.1, 4)
})

test('a position in the hole of an area is not inside it', () => {
  const square = (from: number, to: number): [number, number][] => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ]
  const rings = [square(0, 10), square(4, 6)]
  expect([isInside(rings, [2, 2]), isInside(rings, [5, 5]), isInside(rings, [11, 5])]).toEqual([true, false, false])
})
