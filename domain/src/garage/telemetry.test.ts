import { expect, test } from 'vitest'
import { linkStateOf } from './telemetry.ts'

test.each([
  [null, 'never'],
  [0, 'live'],
  [3_500, 'live'],
  [3_501, 'stale'],
  [5_000, 'stale'],
  [5_001, 'lost'],
] as const)('a position %s ms old makes the link %s', (ageMs, state) => {
  expect(linkStateOf(ageMs)).toBe(state)
})
