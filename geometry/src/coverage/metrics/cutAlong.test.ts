import { describe, expect, it } from 'vitest'
import { bufferLines } from '../../polygon/clipper.ts'
import { totalAreaM2 } from '../../polygon/measure.ts'
import type { XY } from '../../units.ts'
import { circle } from '../shapes.fixture.ts'
import { swathFrame } from '../swaths/scan.ts'
import { spansLength } from '../swaths/spans.ts'
import { cutAlong } from './cutAlong.ts'

const STEP_M = 0.05
const scanLines = { firstY: -60 + STEP_M / 2, stepY: STEP_M, count: 2400 }

const lines: Readonly<Record<string, XY[][]>> = {
  'a straight line': [
    [
      [3, 4],
      [30, 11],
    ],
  ],
  'a line with sharp corners': [
    [
      [0, 0],
      [20, 0],
      [4, 3],
      [4, 30],
      [4, 30],
      [-9, 30],
    ],
  ],
  'a round of short pieces': [[...circle(5, -3, 12, 300), [17, -3]]],
  'lines that cross': [
    [
      [-20, -20],
      [20, 20],
    ],
    [
      [-20, 20],
      [20, -20],
    ],
    [
      [-20, 0],
      [20, 0],
    ],
  ],
}

describe('what a drive cuts along its lines', () => {
  describe.each(['flat', 'round'] as const)('with %s ends', ends => {
    it.each(Object.entries(lines))('has the area of the buffer of %s for each heading of the scan lines', (_, of) => {
      const areaM2 = totalAreaM2(bufferLines(of, 1, ends))
      for (const headingDeg of [0, 17, 90, 133]) {
        const { xs } = cutAlong(
          of.map(points => ({ points, ends })),
          1,
          swathFrame(headingDeg),
          scanLines,
        )
        expect(Math.abs((spansLength(xs, 0, xs.length) * STEP_M) / areaM2 - 1)).toBeLessThan(0.003)
      }
    })
  })
})
