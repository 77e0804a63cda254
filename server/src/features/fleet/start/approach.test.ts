import type { Position } from '@greensward/domain'
import { localFrame } from '@greensward/geometry'
import { expect, test } from 'vitest'
import { nearestOnPlan } from './approach.ts'

const frame = localFrame([9.1, 48.7])
const at = (x: number, y: number): Position => {
  const [lon, lat] = frame.toLonLat([x, y])
  return [lon, lat]
}
const plan = {
  legs: [{ kind: 'swath' as const, bladeOn: true, speedMps: 1, points: [at(0, 0), at(20, 0), at(20, 10)] }],
}

test.each<[string, Position, number, [number, number]]>([
  ['beside a swath', at(8, -0.7), 1, [8, 0]],
  ['past the end of a swath', at(20.7, -0.2), 1, [20, 0]],
  ['before the beginning of a swath', at(-0.6, 0.3), 1, [0, 0]],
  ['beside the next swath', at(20.6, 4), 2, [20, 4]],
])('a mower stopped outside %s resumes on the plan itself', (_, leftAt, point, [x, y]) => {
  const found = nearestOnPlan(plan, { leg: 0, point }, leftAt)
  const local = found === undefined ? undefined : frame.toLocal(found)
  expect(local?.[0]).toBeCloseTo(x, 2)
  expect(local?.[1]).toBeCloseTo(y, 2)
})
