import { expect, test } from 'vitest'
import { bearingOfLineDeg } from './holeFigures.ts'

test('the direction of play of a line to the east is 90 degrees, and to the north 0', () => {
  expect(
    bearingOfLineDeg([
      [0, 0],
      [0.001, 0],
    ]),
  ).toBe(90)
  expect(
    bearingOfLineDeg([
      [0, 0],
      [0, 0.001],
    ]),
  ).toBe(0)
})
