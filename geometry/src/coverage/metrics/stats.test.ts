import { expect, test } from 'vitest'
import type { XY } from '../../units.ts'
import { planCoverage } from '../planCoverage.ts'
import type { CoverageRequest } from '../request.ts'

const FIELD: CoverageRequest = {
  boundary: {
    outer: [
      [0, 0],
      [60, 0],
      [60, 40],
      [0, 40],
    ] as XY[],
    holes: [],
  },
  obstacles: [],
  workingWidthM: 2,
  overlapM: 0.1,
  headingDeg: 0,
  headland: { count: 2, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM: 1,
  speeds: { mowingMps: 1, transitMps: 2, turningMps: 0.5 },
}

test('the duration is that of the whole drive, slower in its corners, and of every change of the blade', () => {
  const { stats, legs } = planCoverage(FIELD)
  const changes = legs.filter((leg, i) => leg.bladeOn !== (legs[i - 1]?.bladeOn ?? false)).length
  expect(stats.bladeChanges).toBe(changes + (legs.at(-1)?.bladeOn === true ? 1 : 0))
  expect(stats.bladeChanges % 2).toBe(0)
  const slow = planCoverage({ ...FIELD, bladeDelayS: 3 }).stats
  expect(slow.durationS - stats.durationS).toBeCloseTo(3 * stats.bladeChanges)
  const quick = planCoverage({ ...FIELD, speeds: { mowingMps: 2, transitMps: 4, turningMps: 1 } }).stats
  // Twice as quick on the straights, less so where it has to slow down.
  expect(quick.durationS).toBeGreaterThan(stats.durationS * 0.5)
  expect(quick.durationS).toBeLessThan(stats.durationS * 0.7)
  const { lapLengthM, swathLengthM, turnLengthM, transitLengthM } = stats
  const undisturbedS = lapLengthM + swathLengthM + turnLengthM / 0.5 + transitLengthM / 2
  expect(stats.durationS).toBeGreaterThan(undisturbedS * 1.01)
  expect(stats.durationS).toBeLessThan(undisturbedS * 1.25)
})

test('charges are counted with the ways to the charger', () => {
  expect(planCoverage(FIELD).stats.charges).toBeNull()
  const start: XY = [-0, 20]
  const { stats, chunks } = planCoverage({ ...FIELD, start, batteryRangeM: 500 })
  expect(chunks.length).toBeGreaterThan(1)
  const ways = chunks.reduce((sum, chunk) => sum + chunk.wayM, 0)
  expect(ways).toBeGreaterThan(0)
  expect(stats.charges).toBeCloseTo((chunks.reduce((sum, chunk) => sum + chunk.lengthM, 0) + ways) / 500)
  for (const chunk of chunks) expect(chunk.lengthM + chunk.wayM).toBeLessThanOrEqual(500 + 1e-6)
})

test('a wait for the blade that is not a time is refused', () => {
  for (const bladeDelayS of [-1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(planCoverage({ ...FIELD, bladeDelayS }).warnings.map(({ code }) => code)).toEqual(['invalidRequest'])
})
