import { expect, test } from 'vitest'
import { fittedSize } from './smallerPhoto.ts'

test.each([
  [4_000, 3_000, 1_600, 1_200],
  [3_000, 4_000, 1_200, 1_600],
  [800, 600, 800, 600],
  [10_000, 1, 1_600, 1],
])('%d by %d is drawn at %d by %d', (width, height, drawnWidth, drawnHeight) => {
  expect(fittedSize(width, height, 1_600)).toEqual({ width: drawnWidth, height: drawnHeight })
})
