import { expect, test } from 'vitest'
import { setSpeedMps } from './setSpeed.ts'

const speeds = { mowingMps: 1.5, transitMps: 3, turningMps: 2 }

test.each([
  ['swath', true, 1.5],
  ['lap', true, 1.5],
  ['transit', false, 3],
  ['turn', false, 2],
  ['turn', true, 1.5],
] as const)('a %s, blade on %s, is set to %d m/s', (kind, bladeOn, mps) => {
  expect(setSpeedMps({ kind, bladeOn }, speeds)).toBe(mps)
})

test('a turn that is slower than mowing stays so with the blade on', () => {
  expect(setSpeedMps({ kind: 'turn', bladeOn: true }, { ...speeds, turningMps: 0.8 })).toBe(0.8)
})
