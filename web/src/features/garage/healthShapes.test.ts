import type { HealthStep } from '@greensward/contract'
import { expect, test } from 'vitest'
import { batteryLines, fixBands } from './healthShapes.ts'

const step = (second: number, battery: number | null, fix: HealthStep['fix'] = 'rtkFixed'): HealthStep => ({
  at: new Date(second * 1_000).toISOString(),
  battery,
  fix,
})

test('the battery is one line without a gap and two lines around a gap', () => {
  const items = [step(0, 0.9), step(10, 0.8), step(20, null), step(30, 0.7), step(80, 0.5), step(90, 0.4)]
  expect(batteryLines(items, 10_000, 0, 100_000)).toEqual([
    [
      [0.05, 0.9],
      [0.15, 0.8],
      [0.35, 0.7],
    ],
    [
      [0.85, 0.5],
      [0.95, 0.4],
    ],
  ])
})

test('a single step is seen as well, and nothing is drawn of nothing', () => {
  expect(batteryLines([step(0, 0.5)], 10_000, 0, 100_000)[0]).toHaveLength(2)
  expect(batteryLines([step(0, null)], 10_000, 0, 100_000)).toEqual([])
})

test('neighbouring steps with the same fix are one band; another fix or a gap starts a new one', () => {
  const items = [step(0, 1), step(10, 1), step(20, 1, 'rtkFloat'), step(50, 1, 'fix3d'), step(60, 1, null)]
  expect(fixBands(items, 10_000, 0, 100_000)).toEqual([
    { x: 0, width: 0.2, kind: 'fixed' },
    { x: 0.2, width: expect.closeTo(0.1), kind: 'float' },
    { x: 0.5, width: expect.closeTo(0.1), kind: 'poor' },
  ])
})
