import type { PlanLeg, Position } from '@greensward/domain'
import { expect, test } from 'vitest'
import { splitLegs } from './remaining.ts'

const metre = 1 / 111_320
const east = (x: number, y = 0): Position => [x * metre, y * metre]
const swath = (...points: Position[]): PlanLeg => ({ kind: 'swath', bladeOn: true, speedMps: 2, points })
const lengthM = (lines: readonly (readonly Position[])[]): number =>
  lines.reduce(
    (sum, line) =>
      sum +
      line.slice(1).reduce((length, point, i) => {
        const before = line[i] ?? point
        return length + Math.hypot(point[0] - before[0], point[1] - before[1]) / metre
      }, 0),
    0,
  )

test('nothing driven leaves the whole plan', () => {
  const split = splitLegs([swath(east(0), east(100))], [], 3)
  expect(split.done).toEqual([])
  expect(lengthM(split.remaining)).toBeCloseTo(100, 1)
})

test('the driven half of a swath is done and the other half remains', () => {
  const split = splitLegs([swath(east(0), east(100))], [[east(0, 0.3), east(50, 0.3)]], 3)
  expect(lengthM(split.done)).toBeGreaterThan(48)
  expect(lengthM(split.done)).toBeLessThan(54)
  expect(lengthM(split.done) + lengthM(split.remaining)).toBeCloseTo(100, 1)
})

test('a neighbouring swath one width away is not done', () => {
  const split = splitLegs([swath(east(0, 3), east(100, 3))], [[east(0), east(100)]], 3)
  expect(split.done).toEqual([])
})

test('transits do not count as work and appear in neither part', () => {
  const transit: PlanLeg = { kind: 'transit', bladeOn: false, speedMps: 2, points: [east(0), east(100)] }
  expect(splitLegs([transit], [[east(0), east(100)]], 3)).toEqual({ remaining: [], done: [] })
})
