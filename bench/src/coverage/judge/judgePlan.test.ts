import type { Leg, LegKind, PolygonXY, PolylineXY, XY } from '@greensward/geometry'
import { describe, expect, it } from 'vitest'
import type { JudgedMachine } from './areas.ts'
import { judgePlan } from './judgePlan.ts'

const rectangle = (x: number, y: number, width: number, height: number): XY[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]
const FIELD: PolygonXY = { outer: rectangle(0, 0, 20, 10), holes: [] }
const leg = (kind: LegKind, points: PolylineXY): Leg => ({ kind, bladeOn: kind === 'lap' || kind === 'swath', points })
const MACHINE: JudgedMachine = { widthM: 2, radiusM: 1, obstacles: [], clearanceM: 0 }
const BODY = { widthM: 2.2, lengthM: 2.6, marginM: 0.35 }

/** Swaths from west to east and back, 2 m apart. */
const swaths = (ys: readonly number[]): Leg[] =>
  ys.map((y, i) => {
    const line: PolylineXY = [
      [0, y],
      [20, y],
    ]
    return leg('swath', i % 2 === 0 ? line : line.toReversed())
  })

const arc = (radiusM: number, steps: number): XY[] =>
  Array.from({ length: steps + 1 }, (_, i): XY => {
    const angle = (i * Math.PI) / 2 / steps
    return [radiusM * Math.sin(angle), radiusM * (1 - Math.cos(angle))]
  })

describe('judgePlan', () => {
  it('measures coverage, ratio and gaps of a field that is cut whole', () => {
    const verdict = judgePlan(FIELD, swaths([1, 3, 5, 7, 9]), MACHINE)
    expect(verdict.coverage).toBeCloseTo(100, 6)
    expect(verdict.ratio).toBeCloseTo(1, 6)
    expect(verdict.gapM).toBeCloseTo(2, 6)
    expect(verdict.patchesM2).toEqual([])
    expect(verdict.legsOutsideM).toBeCloseTo(0, 6)
  })

  it('measures a patch that is left uncut', () => {
    const { patchesM2, coverage } = judgePlan(FIELD, swaths([1, 3, 7, 9]), MACHINE)
    expect(coverage).toBeCloseTo(80, 6)
    expect(patchesM2).toHaveLength(1)
    // The strip of 20 by 2 m, less the rounding of its corners.
    expect(patchesM2[0]).toBeGreaterThan(39)
    expect(patchesM2[0]).toBeLessThan(40.01)
  })

  it('measures all that a closed pass of some decimetres cuts', () => {
    const pass = leg('lap', [
      [10, 5],
      [9.97, 5.13],
      [10.08, 5.04],
      [10, 5],
    ])
    // A disc of the working width, and more for the drive.
    expect(judgePlan(FIELD, [pass], MACHINE).coverage).toBeGreaterThan(100 * (Math.PI / 200))
  })

  it('finds the metres on which the blade leaves the field', () => {
    const out = leg('swath', [
      [15, 5],
      [23, 5],
    ])
    expect(judgePlan(FIELD, [out], MACHINE).legsOutsideM).toBeCloseTo(2.99, 6)
  })
})

describe('the judge of bends', () => {
  const bendsOf = (points: PolylineXY, kind: LegKind = 'lap') => judgePlan(FIELD, [leg(kind, points)], MACHINE).bends

  it('accepts an arc of the radius however it is thinned', () => {
    for (const steps of [4, 8, 40]) expect(bendsOf([[-5, 0], ...arc(1, steps), [1, 6]])).toMatchObject({ onLaps: [] })
  })

  it('finds the place where a lap turns on a corner or on a smaller arc', () => {
    for (const points of [
      [
        [-5, 0],
        [0, 0],
        [0, 6],
      ] satisfies XY[],
      [[-5, 0], ...arc(0.4, 8), [0.4, 6]] satisfies XY[],
    ]) {
      const { onLaps, tightLaps, elsewhere } = bendsOf(points)
      expect([onLaps.length, tightLaps, elsewhere.length]).toEqual([1, 1, 0])
      expect(Math.hypot(onLaps[0]?.[0] ?? 9, onLaps[0]?.[1] ?? 9)).toBeLessThan(0.5)
    }
  })

  it('counts a tight turn apart from the laps', () => {
    const { onLaps, elsewhere } = bendsOf(
      [
        [-5, 0],
        [0, 0],
        [0, 6],
      ],
      'turn',
    )
    expect([onLaps.length, elsewhere.length]).toEqual([0, 1])
  })
})

describe('the judge of the body', () => {
  const bodyOf = (legs: readonly Leg[], obstacles: readonly PolygonXY[] = []) =>
    judgePlan(FIELD, legs, { ...MACHINE, body: BODY, obstacles }).body

  it('finds a body that comes too near to an obstacle, and one that enters it', () => {
    const post: PolygonXY = { outer: rectangle(9.9, 6.3, 0.2, 0.2), holes: [] }
    const near = bodyOf(
      [
        leg('transit', [
          [4, 5],
          [16, 5],
        ]),
      ],
      [post],
    )
    expect(near?.leastGapM).toBeCloseTo(0.2, 6)
    expect(near?.inObstacleM.transit).toBe(0)
    expect(near?.nearObstacleM.transit).toBeGreaterThan(2.6)
    const inside = bodyOf(
      [
        leg('swath', [
          [4, 5.4],
          [16, 5.4],
        ]),
      ],
      [post],
    )
    expect(inside?.leastGapM).toBe(0)
    expect(inside?.inObstacleM.swath).toBeGreaterThan(2.6)
    expect(
      bodyOf(
        [
          leg('transit', [
            [4, 4.8],
            [16, 4.8],
          ]),
        ],
        [post],
      )?.nearObstacleM.transit,
    ).toBe(0)
  })

  it('finds a thin wall that no corner of the body touches', () => {
    const wall: PolygonXY = { outer: rectangle(10, -50, 0.01, 100), holes: [] }
    expect(
      bodyOf(
        [
          leg('swath', [
            [4, 5],
            [16, 5],
          ]),
        ],
        [wall],
      )?.inObstacleM.swath,
    ).toBeGreaterThan(2.5)
  })

  it('finds the corner that swings into an obstacle where the machine turns on the spot', () => {
    // Half the body is 1.1 m wide and 1.3 m long: only its corner reaches 1.5 m from the middle.
    const post: PolygonXY = { outer: rectangle(11.1, 3.9, 0.1, 0.1), holes: [] }
    const turning = bodyOf(
      [
        leg('turn', [
          [4, 5],
          [10, 5],
          [10, 9],
        ]),
      ],
      [post],
    )
    expect(turning?.inObstacleM.turn).toBeGreaterThan(0)
  })

  it('measures how far the body reaches over the edge of the field', () => {
    expect(
      bodyOf([
        leg('lap', [
          [4, 1],
          [16, 1],
        ]),
      ]),
    ).toMatchObject({ overEdgeM: { lap: 0 } })
    const over = bodyOf([
      leg('lap', [
        [4, 0.5],
        [16, 0.5],
      ]),
    ])
    expect(over?.farthestOverM).toBeCloseTo(0.6, 6)
    expect(over?.overEdgeM.lap).toBeCloseTo(12, 6)
  })
})
