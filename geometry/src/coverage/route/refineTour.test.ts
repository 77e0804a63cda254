import { expect, test } from 'vitest'
import type { XY } from '../../units.ts'
import type { Connection } from '../turns/connect.ts'
import type { Pose } from '../turns/dubins.ts'
import type { End } from './linkCost.ts'
import { type OrderProblem, tourCost } from './order.ts'
import { refineTour } from './refineTour.ts'

/** Rows 10 m long and 2 m apart; ends of the same side are linked in a second, others in five. */
const ROWS = 5
const poseAt = (end: End): Pose => ({ at: [10 * (end & 1), 2 * (end >> 1)], angle: end % 2 === 1 ? 0 : Math.PI })
const problem: OrderProblem = {
  swathCount: ROWS,
  cost: (from, to) => ((from ^ to) % 2 === 0 ? Math.abs((from >> 1) - (to >> 1)) : 5),
  near: Array.from({ length: 2 * ROWS }, (_, end) =>
    Int32Array.from(Array.from({ length: ROWS }, (_, i) => 2 * i + (end & 1)).filter(other => other >> 1 !== end >> 1)),
  ),
  startCost: () => 0,
  endCost: () => 0,
}
const rowOf = ([, y]: XY): number => y / 2
const drive = (long: (rows: number) => number) => ({
  connect: (from: Pose, to: Pose): Connection => {
    const lengthM = long(Math.abs(rowOf(from.at) - rowOf(to.at)))
    return {
      points: [
        [0, 0],
        [lengthM, 0],
      ],
      direct: true,
      pivots: false,
    }
  },
})
const first = [0, 3, 4, 7, 8]

test('an order whose links are as short as estimated stays as it is', () => {
  expect(
    refineTour(
      first,
      problem,
      drive(rows => rows),
      1,
      poseAt,
    ),
  ).toEqual({ tour: first, seconds: 4 })
})

test('links that are driven farther than estimated are replaced where others are shorter', () => {
  const wide = drive(rows => (rows === 1 ? 30 : rows))
  const asDriven = { ...problem, cost: (from: End, to: End) => (Math.abs((from >> 1) - (to >> 1)) === 1 ? 30 : 2) }
  const { tour, seconds } = refineTour(first, problem, wide, 1, poseAt)
  expect(seconds).toBeLessThan(tourCost(first, asDriven))
  expect(tour.map(end => end >> 1).sort()).toEqual([0, 1, 2, 3, 4])
})

test('links that no way leads along are avoided', () => {
  const blocked = {
    connect: (from: Pose, to: Pose) =>
      Math.abs(rowOf(from.at) - rowOf(to.at)) === 1 ? undefined : drive(rows => rows).connect(from, to),
  }
  expect(refineTour(first, problem, blocked, 1, poseAt).seconds).toBeLessThan(4 * 10_000)
})
