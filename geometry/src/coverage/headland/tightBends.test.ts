import { expect, test } from 'vitest'
import { offset } from '../../polygon/clipper.ts'
import { circle, rectangle } from '../shapes.fixture.ts'
import { tightBends } from './tightBends.ts'

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
