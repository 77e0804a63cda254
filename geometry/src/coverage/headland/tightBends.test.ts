import { expect, test } from 'vitest'
import { offset } from '../../polygon/clipper.ts'
import type { XY } from '../../units.ts'
import { circle, rectangle } from '../shapes.fixture.ts'
import { tightBends, tightlyDriven } from './tightBends.ts'

const rounded = (radiusM: number) =>
  offset([{ outer: rectangle(radiusM, radiusM, 30, 20), holes: [] }], radiusM, 'round', 0.01).map(({ outer }) => outer)

test.each([0.3, 0.6, 1, 2.5])('finds no bend tighter than %d m where every corner is rounded to it', radiusM => {
  for (const ring of [...rounded(radiusM), circle(0, 0, radiusM, 24)]) {
    expect(tightBends(ring, radiusM)).toEqual([])
    expect(tightBends(ring.toReversed(), radiusM)).toEqual([])
  }
})

test('names each corner that is sharper, and no more', () => {
  const sharp = rectangle(0, 0, 30, 20)
  expect(tightBends(sharp, 1)).toEqual(sharp)
  expect(tightBends(sharp, 0)).toEqual([])
})

test.each([0, 1, 2, 3, 4, 5, 6])('names a bend of many corners once, wherever the ring begins: corner %d', first => {
  const [ring = []] = rounded(0.3)
  const turned = [...ring.slice(first), ...ring.slice(0, first)]
  expect(tightBends(turned, 1)).toHaveLength(4)
})

/** A line of steps of a length, each turned by the next of some angles. */
const bending = (from: XY, stepM: number, degrees: readonly number[]): XY[] => {
  const line: XY[] = [from]
  let heading = 0
  for (const turn of degrees) {
    heading += (turn * Math.PI) / 180
    const [x, y] = line[line.length - 1] ?? from
    line.push([x + stepM * Math.cos(heading), y + stepM * Math.sin(heading)])
  }
  return line
}

test('names the corner of a leg that turns by more than a chord of the radius does', () => {
  expect(tightlyDriven([bending([0, 0], 2, [0, 27])], [true], 1)).toEqual([])
  expect(tightlyDriven([bending([0, 0], 2, [0, 29])], [true], 1)).toEqual([[2, 0]])
})

test('names where a bend that continues along the next leg is too tight, if it begins on a leg that is asked', () => {
  // Steps of 0.4 m turn by 22.9 degrees with a radius of 1 m.
  const line = bending([0, 0], 0.4, [0, 24, 24, 24, 24, 24, 24, 24])
  const legs = [line.slice(0, 4), line.slice(3)]
  expect(tightlyDriven(legs, [true, false], 1)).toEqual([[0.4, 0]])
  expect(tightlyDriven(legs, [false, true], 1)).toEqual([])
  expect(tightlyDriven(legs.slice(0, 1), [true], 1)).toEqual([])
})
