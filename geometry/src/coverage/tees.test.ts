import { describe, expect, it } from 'vitest'
import { bufferLines, difference, offset } from '../polygon/clipper.ts'
import { areaM2, totalAreaM2 } from '../polygon/measure.ts'
import type { PolygonXY, XY } from '../units.ts'
import { planCoverage } from './planCoverage.ts'

const WIDTH_M = 2
const ARC_M = 0.005

/** A tee with corners that are as blunt as people draw a round one. */
const round = (corners: number, radiusM: number, longM: number): PolygonXY => ({
  outer: Array.from({ length: corners }, (_, i): XY => {
    const angle = (2 * Math.PI * i) / corners
    return [radiusM * longM * Math.cos(angle), radiusM * Math.sin(angle)]
  }),
  holes: [],
})

describe('a small tee of blunt corners', () => {
  it.each([
    [6, 5, 1],
    [7, 5.2, 1],
    [7, 4.6, 1.2],
    [8, 4.8, 1.15],
  ])('leaves 0.6 % of what a disc reaches at most: %d corners, %d m, %d times as long', (corners, radiusM, longM) => {
    const boundary = round(corners, radiusM, longM)
    const { legs } = planCoverage({
      boundary,
      obstacles: [],
      workingWidthM: WIDTH_M,
      overlapM: 0.08,
      headingDeg: 90,
      headland: { count: 2, direction: 'clockwise', when: 'before' },
      turnScheme: 'oneInOne',
      minTurnRadiusM: 1,
      speeds: { mowingMps: 1.5, transitMps: 1.5, turningMps: 1.5 },
      body: { widthM: 2.2, lengthM: 2.6, marginM: 0.35 },
    })
    const reached = offset(offset([boundary], -WIDTH_M / 2, 'round', ARC_M), WIDTH_M / 2, 'round', ARC_M)
    const mown = bufferLines(
      legs.filter(({ bladeOn }) => bladeOn).map(({ points }) => points),
      WIDTH_M / 2,
      'round',
    )
    expect(totalAreaM2(difference(reached, mown))).toBeLessThan(0.006 * areaM2(boundary))
  })
})
