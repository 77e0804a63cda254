import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceToLineM, lengthM, nearestOnLine, pointAlong, withoutRepeats } from './polyline.ts'
import { simplifyLine, simplifyRing } from './simplify.ts'
import type { XY } from './units.ts'

const bent: XY[] = [
  [0, 0],
  [10, 0],
  [10, 5],
]

describe('lines', () => {
  it('know their length and places along them', () => {
    expect(lengthM(bent)).toBe(15)
    expect(lengthM([[3, 3]])).toBe(0)
    expect(pointAlong(bent, 12)).toEqual([10, 2])
    expect(pointAlong(bent, -1)).toEqual([0, 0])
    expect(pointAlong(bent, 99)).toEqual([10, 5])
    expect(pointAlong([], 1)).toBeUndefined()
  })

  it('know their nearest place', () => {
    expect(nearestOnLine(bent, [5, 2])).toEqual({ point: [5, 0], distanceM: 2, alongM: 5, segment: 0 })
    expect(nearestOnLine(bent, [12, 3])?.alongM).toBe(13)
    expect(distanceToLineM([], [0, 0])).toBe(Number.POSITIVE_INFINITY)
  })

  it('lose repeated points and keep their ends', () => {
    expect(
      withoutRepeats([
        [0, 0],
        [0, 0],
        [1, 0],
        [1, 0],
      ]),
    ).toEqual([
      [0, 0],
      [1, 0],
    ])
  })

  it('stay within the tolerance when thinned', () => {
    const points = fc.array(
      fc.tuple(fc.double({ min: -50, max: 50, noNaN: true }), fc.double({ min: -50, max: 50, noNaN: true })),
      { minLength: 2, maxLength: 60 },
    )
    fc.assert(
      fc.property(points, fc.double({ min: 0.01, max: 5, noNaN: true }), (line, tolerance) => {
        const thin = simplifyLine(line, tolerance)
        expect([thin[0], thin.at(-1)]).toEqual([line[0], line.at(-1)])
        for (const point of line) expect(distanceToLineM(thin, point)).toBeLessThanOrEqual(tolerance + 1e-9)
        expect(simplifyRing(line, tolerance).length).toBeGreaterThanOrEqual(Math.min(3, line.length))
      }),
      { numRuns: 100, seed: 4 },
    )
  })
})
