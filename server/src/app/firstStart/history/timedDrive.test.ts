import { driveDurationS, type Position } from '@greensward/domain'
import { expect, test } from 'vitest'
import { TimedDrive } from './timedDrive.ts'

const at = (eastM: number, northM: number): Position => [eastM / 67_000, 53 + northM / 111_320]
const legs = [
  { bladeOn: false, speedMps: 2, points: [at(0, 0), at(0, 50)] },
  { bladeOn: true, speedMps: 1.4, points: [at(0, 50), at(60, 50), at(60, 55), at(0, 55)] },
]

test('takes as long as the planner says, times how much slower the mower is', () => {
  expect(new TimedDrive(legs, 1).totalS).toBeCloseTo(driveDurationS(legs), 6)
  expect(new TimedDrive(legs, 1.1).totalS).toBeCloseTo(1.1 * driveDurationS(legs), 6)
})

test('passes every corner, and leaves no gap that would not count as driven', () => {
  const corners = [...new TimedDrive(legs, 1).corners()]
  for (const [lon, lat] of legs.flatMap(({ points }) => points))
    expect(corners.some(({ position }) => Math.hypot(position[0] - lon, position[1] - lat) < 1e-9)).toBe(true)
  const gaps = corners.slice(1).map(({ position }, i) => {
    const [lon, lat] = corners[i]?.position ?? position
    return Math.hypot((position[0] - lon) * 67_000, (position[1] - lat) * 111_320)
  })
  expect(Math.max(...gaps)).toBeLessThan(21)
  expect(corners.map(({ s }) => s)).toEqual(corners.map(({ s }) => s).toSorted((a, b) => a - b))
})

test('reports a position at each step, never faster than its leg, with the blade of its leg', () => {
  const moments = [...new TimedDrive(legs, 1).every(3)]
  expect(moments.map(({ s }) => Math.round(s))).toEqual(moments.map((_, i) => i * 3))
  expect(Math.max(...moments.map(({ speedMps }) => speedMps))).toBeLessThanOrEqual(2)
  expect(moments[1]?.bladeOn).toBe(false)
  expect(moments.at(-1)?.bladeOn).toBe(true)
})
