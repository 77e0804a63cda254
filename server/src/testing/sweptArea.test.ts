import { expect, test } from 'vitest'
import { at } from './ground.ts'
import { SweptArea } from './sweptArea.ts'

const square = [at(0, 0), at(20, 0), at(20, 20), at(0, 20), at(0, 0)]

test('a bar sweeps its length by its width, what it passes twice counts once, and nothing counts beyond the outline', () => {
  const hole = [at(15, 15), at(18, 15), at(18, 18), at(15, 18), at(15, 15)]
  const area = new SweptArea([square, hole])
  expect(area.outlineM2 / (400 - 9)).toBeCloseTo(1, 2)
  expect(area.sweptM2).toBe(0)
  area.sweep([at(5, 5), at(15, 5)], 2)
  expect(area.sweptM2 / 20).toBeCloseTo(1, 2)
  area.sweep([at(15, 5), at(5, 5)], 2)
  expect(area.sweptM2 / 20).toBeCloseTo(1, 2)
  area.sweep([at(-10, 10), at(30, 10)], 2)
  expect(area.sweptM2 / 60).toBeCloseTo(1, 2)
  area.sweep([at(16.5, 12), at(16.5, 20)], 2)
  expect(area.sweptM2 / (60 + 16 - 6)).toBeCloseTo(1, 2)
})

test('in a corner of the path the bar turns', () => {
  const area = new SweptArea([square])
  area.sweep([at(5, 10), at(10, 10), at(10, 5)], 2)
  // Five metres each way, of which a square metre is swept twice, and a triangle outside of the corner.
  expect(area.sweptM2 / (10 + 10 - 1 + 0.5)).toBeCloseTo(1, 2)
})
