import { SLOPE_COLOURS as DRAWN, STEEPEST as DRAWN_STEEPEST } from '@greensward/raster/slopeColours'
import { expect, test } from 'vitest'
import { SLOPE_COLOURS, STEEPEST } from './slopeScale.ts'

test('the legend of the slope has the colours that the server draws it with', () => {
  expect(SLOPE_COLOURS).toEqual(DRAWN)
  expect(STEEPEST).toBe(DRAWN_STEEPEST)
})
