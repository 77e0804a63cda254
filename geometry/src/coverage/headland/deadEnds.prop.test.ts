import { runs } from '@greensward/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bufferLines, difference, offset } from '../../polygon/clipper.ts'
import { totalAreaM2 } from '../../polygon/measure.ts'
import type { PolygonXY, Ring, XY } from '../../units.ts'
import { rimClearanceM, swingM } from '../field/body.ts'
import { sweepOf } from '../field/sweptBody.fixture.ts'
import { planCoverage } from '../planCoverage.ts'
import { rectangle } from '../shapes.fixture.ts'

const MARGIN_M = 0.35
const machine = (workingWidthM: number, minTurnRadiusM: number) => {
  const body = { widthM: 1.1 * workingWidthM, lengthM: 1.3 * workingWidthM, marginM: MARGIN_M }
  return { workingWidthM, minTurnRadiusM, body, clearanceM: rimClearanceM(body, workingWidthM, minTurnRadiusM, 0.1) }
}
const machines = [machine(1.5, 0.6), machine(2, 1), machine(3.2, 2)]

const share = fc.double({ min: 0, max: 1, noNaN: true })

/** How near to the closed end of a band the mower has to come, in lengths of its body. */
const END_LENGTHS = 4

/** What a turn with the blade off may leave, in squared widths. */
const SPOTS = 0.25

describe('a band between an edge and an obstacle that is closed at its end', () => {
  it('is mown up to where the body has room to turn, and the body keeps its margin', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...machines),
        share,
        share,
        share,
        fc.integer({ min: 0, max: 359 }),
        (by, long, wide, closing, turnedDeg) => {
          const { workingWidthM: widthM, minTurnRadiusM: radiusM, body, clearanceM } = by
          const longM = (END_LENGTHS + 1) * body.lengthM + 25 * long
          // From the least width in which the body turns on the spot to that in which passes turn by their radius.
          const leastM = widthM / 2 + swingM(body, 0) + MARGIN_M
          const bandM = leastM + 0.05 + wide * (clearanceM + widthM + 2 * radiusM - leastM)
          const gapM = (0.2 + 0.6 * closing) * (clearanceM + widthM)
          const angle = (turnedDeg * Math.PI) / 180
          const turned = (ring: Ring): Ring =>
            ring.map(
              ([x, y]): XY => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)],
            )
          const polygon = (ring: Ring): PolygonXY => ({ outer: turned(ring), holes: [] })
          const pond = polygon([
            [16, bandM],
            [16 + longM, bandM],
            [18 + longM, gapM],
            [20 + longM, bandM + 4],
            [20 + longM, bandM + 16],
            [16, bandM + 16],
          ])
          const boundary = polygon(rectangle(0, 0, longM + 36, bandM + 32))
          const plan = planCoverage({
            boundary,
            obstacles: [{ polygon: pond, clearanceM }],
            workingWidthM: widthM,
            overlapM: 0.04 * widthM,
            headingDeg: 90 - turnedDeg,
            headland: { count: 2, direction: 'clockwise', when: 'before' },
            turnScheme: 'oneInOne',
            minTurnRadiusM: radiusM,
            speeds: { mowingMps: 1.5, transitMps: 1.5, turningMps: 1 },
            body,
          })
          const mown = bufferLines(
            plan.legs.filter(({ bladeOn }) => bladeOn).map(({ points }) => points),
            widthM / 2,
            'round',
          )
          const endM = 16 + longM - END_LENGTHS * body.lengthM
          const band = polygon(rectangle(18, 0.05, endM - 18, bandM - clearanceM - 0.1))
          expect(totalAreaM2(difference([band], mown))).toBeLessThan(SPOTS * widthM ** 2)
          const kept = offset([pond], MARGIN_M - 0.1)
          expect(sweepOf(plan.legs, body, boundary, kept).intoObstacleM).toBeLessThan(0.02)
        },
      ),
      { numRuns: runs(25), seed: 7 },
    )
  })
})
