import { expect, test } from 'vitest'
import { planCoverage } from '../planCoverage.ts'
import type { CoverageRequest } from '../request.ts'
import { blob, circle } from '../shapes.fixture.ts'
import { createFieldCache } from './fieldCache.ts'

const FIELD: CoverageRequest = {
  boundary: { outer: blob(30, [0.1, 0.15], [0, 1]), holes: [circle(0, 0, 4)] },
  obstacles: [{ polygon: { outer: circle(12, 6, 3), holes: [] }, clearanceM: 0.2 }],
  workingWidthM: 2,
  overlapM: 0.1,
  headingDeg: 0,
  headland: { count: 2, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM: 1,
  speeds: { mowingMps: 2, transitMps: 3, turningMps: 1 },
}

test('a planner that remembers the ground plans every heading as one that does not', () => {
  const memory = createFieldCache()
  for (const headingDeg of [0, 25, 70, 110, 25])
    expect(planCoverage({ ...structuredClone(FIELD), headingDeg }, memory)).toEqual(
      planCoverage({ ...FIELD, headingDeg }),
    )
})

test('other ground, another width, other headland passes or another start are not taken for those before', () => {
  const changes: readonly Partial<CoverageRequest>[] = [
    { workingWidthM: 2.4 },
    { overlapM: 0.2 },
    { minTurnRadiusM: 0 },
    { toleranceM: 0.05 },
    { headland: { count: 1, direction: 'clockwise', when: 'before' } },
    { headland: { count: 2, direction: 'counterClockwise', when: 'after' } },
    { obstacles: [] },
    { obstacles: [{ polygon: { outer: circle(12, 6, 3), holes: [] }, clearanceM: 0.5 }] },
    { boundary: { outer: blob(30, [0.1, 0.15], [0, 1]), holes: [] } },
    { start: [5, -20] },
    {
      boundary: {
        outer: [
          [0, 0],
          [9, 9],
          [9, 0],
          [0, 9],
        ],
        holes: [],
      },
    },
  ]
  for (const change of changes) {
    const memory = createFieldCache()
    planCoverage(FIELD, memory)
    expect(planCoverage({ ...FIELD, ...change }, memory)).toEqual(planCoverage({ ...FIELD, ...change }))
  }
})
