import { expect, test } from 'vitest'
import { type DriveTime, driveTimeFactor, learnDriveTime } from './driveTime.ts'

const learned = (ratios: readonly number[], modelledS = 1_800): DriveTime | null =>
  ratios.reduce<DriveTime | null>(
    (known, ratio) => learnDriveTime(known, { modelledS, drivenS: ratio * modelledS }),
    null,
  )

test('a mower without missions takes as long as the model says', () => {
  expect(driveTimeFactor({})).toBe(1)
  expect(driveTimeFactor({ driveTime: null })).toBe(1)
})

test.each([0.85, 1.15, 1.2])(
  'after five missions at %d times the model its next is predicted within 5 per cent',
  ratio => {
    const known = learned(Array.from({ length: 5 }, () => ratio))
    expect(known?.missions).toBe(5)
    expect(Math.abs((known?.factor ?? 1) / ratio - 1)).toBeLessThan(0.05)
  },
)

test('one odd mission moves a settled factor by 4 per cent at most', () => {
  const settled = learned([1.1, 1.1, 1.1, 1.1, 1.1, 1.1])
  for (const ratio of [0.61, 1.69]) {
    const after = learnDriveTime(settled, { modelledS: 1_800, drivenS: ratio * 1_800 })
    expect(Math.abs((after?.factor ?? 0) - (settled?.factor ?? 0))).toBeLessThanOrEqual(0.04 + 1e-9)
  }
})

test('a short mission says less than a long one', () => {
  expect(learned([1.2], 60)?.factor).toBeCloseTo(1 + 0.1 * (0.2 / 1.5), 6)
  expect(learned([1.2], 600)?.factor).toBeCloseTo(1 + 0.2 / 1.5, 6)
})

test('a mission that was not driven as planned changes nothing', () => {
  const known = learned([1.1])
  for (const [modelledS, drivenS] of [
    [1_800, 900],
    [1_800, 7_200],
    [0, 0],
    [0, 60],
    [1_800, Number.NaN],
  ] as const)
    expect(learnDriveTime(known, { modelledS, drivenS })).toBe(known)
})

test('the factor stays within its bounds after many odd missions', () => {
  expect(learned(Array.from({ length: 50 }, () => 1.69))?.factor).toBe(1.5)
  expect(learned(Array.from({ length: 50 }, () => 0.61))?.factor).toBe(0.7)
})
