import { expect, test } from 'vitest'
import { AGE_CLASSES, colourAt } from './grassAge.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const NOW = new Date('2026-11-20T06:00:00Z')

test.each([
  [0.5, 0],
  [1.5, 1],
  [3, 2],
  [6, 3],
  [13, 4],
  [400, 5],
])('what was cut %s days ago has the colour of its class', (days, index) => {
  const colour = colourAt(NOW)((NOW.getTime() - days * DAY_MS) / MINUTE_MS)
  expect(colour.slice(0, 3)).toEqual(AGE_CLASSES[index]?.colour)
})

test('grass that was never cut has its own look', () => {
  const never = colourAt(NOW)(0)
  for (const { colour } of AGE_CLASSES) expect(never.slice(0, 3)).not.toEqual(colour)
})
