import { describe, expect, it } from 'vitest'
import { lengthM } from '../../polyline.ts'
import { planCoverage } from '../planCoverage.ts'
import type { CoverageRequest } from '../request.ts'
import { rectangle } from '../shapes.fixture.ts'

const body = { widthM: 2.2, lengthM: 2.6, marginM: 0.35 }
const asked = (minTurnRadiusM: number): CoverageRequest => ({
  boundary: { outer: rectangle(0, 0, 120, 50), holes: [] },
  obstacles: [],
  workingWidthM: 2,
  overlapM: 0.08,
  headingDeg: 90,
  headland: { count: 3, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM,
  speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 1 },
  body,
})

describe('the change from one headland pass to the next', () => {
  it.each([0, 1, 2.5])('needs no loop before its straight stretch, turning radius %d', minTurnRadiusM => {
    const { legs } = planCoverage(asked(minTurnRadiusM))
    const ways = legs.filter(
      ({ kind, points }, i) =>
        kind !== 'lap' && points.length > 0 && legs[i - 1]?.kind === 'lap' && legs[i + 1]?.kind === 'lap',
    )
    // Loops at the corners of inner passes return to where they began.
    const changes = ways.filter(({ points: [from, ...rest] }) => {
      const to = rest.at(-1)
      return from !== undefined && to !== undefined && Math.hypot(to[0] - from[0], to[1] - from[1]) > 0.5
    })
    expect(changes).toHaveLength(2)
    // A pass aside by two arcs, and the straight stretch of 1.5 m or the radius.
    for (const { points } of changes) expect(lengthM(points)).toBeLessThan(3 + 1.5 * minTurnRadiusM + 2.5)
  })
})
