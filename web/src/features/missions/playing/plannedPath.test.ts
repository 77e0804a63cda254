import type { MissionPlan, PlanLeg, Position } from '@greensward/domain'
import { expect, test } from 'vitest'
import { plannedPath } from './plannedPath.ts'

/** At the equator, by metres east and north of the origin. */
const place = (eastM: number, northM: number): Position => [eastM / 111_320, northM / 111_320]
const leg = (kind: PlanLeg['kind'], bladeOn: boolean, speedMps: number, ...points: Position[]): PlanLeg => ({
  kind,
  bladeOn,
  speedMps,
  points,
})
const stats = (durationS: number): MissionPlan['stats'] => ({
  areaM2: 0,
  coverage: 1,
  lengthM: 0,
  mownLengthM: 0,
  turns: 0,
  durationS,
  waypoints: 0,
  battery: 0,
})
const LEGS = [
  leg('transit', false, 1, place(0, 0), place(0, 10)),
  leg('swath', true, 2, place(0, 10), place(20, 10)),
  leg('turn', false, 1, place(20, 10), place(20, 20)),
  leg('swath', true, 2, place(20, 20), place(0, 20)),
]
const metres = ([lon, lat]: Position): number[] => [lon, lat].map(degrees => Math.round(degrees * 111_320 * 10) / 10)

test('places the mower by its speeds, with the heading of its route and the planned blade', () => {
  const path = plannedPath({ legs: LEGS, stats: stats(40) })
  expect(path?.durationS).toBeCloseTo(40, 6)
  const at = (s: number) => {
    const moment = path?.at(s)
    return moment && [...metres(moment.position), Math.round(moment.headingDeg), moment.bladeOn]
  }
  expect(at(5)).toEqual([0, 5, 0, false])
  expect(at(15)).toEqual([10, 10, 90, true])
  expect(at(25)).toEqual([20, 15, 0, false])
  expect(at(35)).toEqual([10, 20, 270, true])
  expect(at(-1)).toEqual([0, 0, 0, false])
  expect(at(99)).toEqual([0, 20, 270, true])
})

test('it takes as long as the estimate says, standing turns included', () => {
  const path = plannedPath({ legs: LEGS, stats: stats(80) })
  expect(path?.durationS).toBeCloseTo(80, 6)
  expect(metres(path?.at(30).position ?? [0, 0])).toEqual([10, 10])
})

test('ends the mown line under the mower and leaves out transits', () => {
  const lines = (s: number) =>
    plannedPath({ legs: LEGS, stats: stats(40) })
      ?.mownUntil(s)
      .map(line => line.map(metres))
  expect(lines(5)).toEqual([])
  expect(lines(15)).toEqual([
    [
      [0, 10],
      [10, 10],
    ],
  ])
  expect(lines(35)).toEqual([
    [
      [0, 10],
      [20, 10],
    ],
    [
      [20, 20],
      [10, 20],
    ],
  ])
})

test('a plan without a route is not driven', () => {
  expect(plannedPath({ legs: [], stats: stats(0) })).toBeUndefined()
  expect(plannedPath({ legs: [leg('swath', true, 1, place(1, 1), place(1, 1))], stats: stats(0) })).toBeUndefined()
})
