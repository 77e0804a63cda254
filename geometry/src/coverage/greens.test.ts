import { describe, expect, it } from 'vitest'
import { bufferLines, difference, offset } from '../polygon/clipper.ts'
import { areaM2 } from '../polygon/measure.ts'
import type { PolygonXY, XY } from '../units.ts'
import { planCoverage } from './planCoverage.ts'
import type { CoverageRequest } from './request.ts'

const WIDTH_M = 1.5

const green = (outer: readonly XY[]): CoverageRequest => ({
  boundary: { outer, holes: [] },
  obstacles: [],
  workingWidthM: WIDTH_M,
  overlapM: 0.06,
  headingDeg: 20,
  headland: { count: 2, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM: 0.6,
  speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 0.8 },
  body: { widthM: 1.7, lengthM: 2.04, marginM: 0.35 },
})

/** Spots that nothing cuts, of those that are nearer to the middle than the outer pass. */
const spotsInside = (request: CoverageRequest): number[] => {
  const { legs } = planCoverage(request)
  const mown = (isSwath: boolean): PolygonXY[] =>
    bufferLines(
      legs.filter(({ kind, bladeOn }) => bladeOn && (kind === 'swath') === isSwath).map(({ points }) => points),
      WIDTH_M / 2,
      isSwath ? 'flat' : 'round',
    )
  const inside = offset([request.boundary], -WIDTH_M)
  return difference(inside, [...mown(true), ...mown(false)]).map(areaM2)
}

describe('a green', () => {
  it.each<[string, readonly XY[]]>([
    [
      'with right angles',
      [
        [0, 0],
        [24, 0],
        [24, 18],
        [0, 18],
      ],
    ],
    [
      'with acute corners',
      [
        [0, 0],
        [30, 4],
        [12, 24],
      ],
    ],
    [
      'of five corners',
      [
        [0, 0],
        [18, -6],
        [30, 8],
        [20, 22],
        [2, 18],
      ],
    ],
  ])('%s has no spot left between its passes and at the ends of its swaths', (_, outer) => {
    expect(Math.max(0, ...spotsInside(green(outer)))).toBeLessThan(0.06)
  })

  it('is mown beyond the tips of inner passes without a blade or a body outside', () => {
    const request = green([
      [0, 0],
      [30, 4],
      [12, 24],
    ])
    const { legs } = planCoverage(request)
    const mown = bufferLines(
      legs.filter(({ bladeOn }) => bladeOn).map(({ points }) => points),
      WIDTH_M / 2 - 0.01,
      'round',
    )
    expect(
      difference(mown, [request.boundary])
        .map(areaM2)
        .filter(m2 => m2 > 1e-3),
    ).toEqual([])
  })
})
