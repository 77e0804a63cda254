import { expect, test } from 'vitest'
import { batteryTone } from './battery.ts'

test.each([
  [0, 'error'],
  [0.19, 'error'],
  [0.2, undefined],
  [1, undefined],
  [null, undefined],
] as const)('a charge of %s has the tone %s', (share, tone) => expect(batteryTone(share)).toBe(tone))
