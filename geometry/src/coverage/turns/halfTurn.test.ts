import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { driveS, pace } from '../../pace.ts'
import { distanceM, distanceToLineM, lengthM, withoutRepeats } from '../../polyline.ts'
import type { XY } from '../../units.ts'
import { halfOfTurn, halfTurnM, halfTurnS, turnFromM, turnLeadM, turnReachM } from './halfTurn.ts'
import { tightestBend } from './tightestBend.fixture.ts'

/** The whole turn from the upper lane into the lower one. */
const wholeTurn = (gapM: number, radiusM: number, toleranceM: number): XY[] => {
  const half = halfOfTurn(gapM, radiusM, toleranceM)
  return withoutRepeats([...half, ...half.map(([outM, offsetM]): XY => [outM, -offsetM]).reverse()], 1e-5)
}

const radii = fc.double({ min: 0.3, max: 4, noNaN: true })
/** Lanes as shares of two radii apart. */
const gaps = fc.double({ min: 0.1, max: 2, noNaN: true })

describe('half turns', () => {
  it('cost half a circle, a straight piece where lanes are far apart, and a bulge where they are close', () => {
    expect(halfTurnM(2, 0, 1)).toBeCloseTo(Math.PI, 6)
    expect(halfTurnM(4, 1, 1)).toBeCloseTo(Math.PI + 3, 6)
    expect(halfTurnM(1, 0, 1)).toBeCloseTo(Math.PI + 4 * Math.acos(0.75), 6)
    expect(halfTurnM(3, 4, 0)).toBeCloseTo(5, 6)
  })

  it('take what a drive with them takes longer than one straight on', () => {
    const lane = (y: number): XY[] => [
      [-50, y],
      [0, y],
    ]
    const turn = wholeTurn(2, 1, 0.02)
    const withTurnS = driveS([
      { points: lane(1), speedMps: 1.5 },
      { points: turn, speedMps: 0.8 },
      { points: lane(-1).reverse(), speedMps: 1.5 },
    ])
    const straight: XY[] = [
      [0, 0],
      [100, 0],
    ]
    expect(halfTurnS(2, 1, 0.02, 0.8, 1.5)).toBeCloseTo(withTurnS - driveS([{ points: straight, speedMps: 1.5 }]), 1)
  })

  it('take the time of a turn on the spot without a radius', () => {
    const turnedS = Math.PI / pace.pivotRadps + pace.pivotRestS
    expect(halfTurnS(0, 0, 0.02, 0.8, 1.5)).toBeGreaterThan(turnedS)
    expect(halfTurnS(0, 0, 0.02, 0.8, 1.5)).toBeLessThan(turnedS + 4)
  })

  it('cut as far as their arc carries the blade', () => {
    expect(turnReachM(0, 2, 1, 2)).toBeCloseTo(2, 6)
    expect(turnReachM(2, 2, 1, 2)).toBe(Number.NEGATIVE_INFINITY)
    expect(turnFromM(0, 4, 2, 2)).toBeCloseTo(1, 6)
    expect(turnFromM(0, 2, 1, 2)).toBeCloseTo(0, 6)
    expect(turnFromM(0, 1.92, 1, 2)).toBeCloseTo(-turnLeadM(1.92, 1), 6)
  })

  it('leave and enter lanes along them, keep the radius and are as long as they cost', () => {
    fc.assert(
      fc.property(radii, gaps, (radiusM, share) => {
        const gapM = share * 2 * radiusM
        const points = wholeTurn(gapM, radiusM, 1e-5)
        const [first, second] = points
        if (first === undefined || second === undefined) throw new Error('a turn has points')
        expect(first[0]).toBeCloseTo(-turnLeadM(gapM, radiusM), 6)
        expect(first[1]).toBeCloseTo(gapM / 2, 6)
        expect((second[0] - first[0]) / distanceM(first, second)).toBeGreaterThan(0.999)
        expect(tightestBend(points)).toBeLessThan((1 / radiusM) * 1.02)
        expect(Math.abs(lengthM(points) - halfTurnM(gapM, 0, radiusM))).toBeLessThan(0.001 * radiusM)
      }),
      { numRuns: 200, seed: 11 },
    )
  })

  it('stay within the tolerance with few points', () => {
    const exact = wholeTurn(1.92, 1, 1e-6)
    const coarse = wholeTurn(1.92, 1, 0.02)
    for (const point of exact) expect(distanceToLineM(coarse, point)).toBeLessThan(0.021)
    expect(coarse.length).toBeLessThan(13)
  })

  it('cut what lies between where they cut from and where they reach', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(radii, gaps, share, share, share, (radiusM, gapShare, widthShare, across, along) => {
        const gapM = gapShare * 2 * radiusM
        const widthM = gapM * (1 + widthShare)
        const offsetM = across * (gapM / 2 + widthM / 2)
        const fromM = turnFromM(offsetM, gapM, radiusM, widthM)
        const reachM = turnReachM(offsetM, gapM, radiusM, widthM)
        if (!(reachM > fromM)) return
        const outM = fromM + along * (reachM - fromM)
        // On the lanes that the turn leaves or enters, the swath ends where the turn begins.
        const away = distanceToLineM(wholeTurn(gapM, radiusM, 1e-4), [outM, offsetM])
        expect(away).toBeLessThan(widthM / 2 + 1e-3)
      }),
      { numRuns: 500, seed: 12 },
    )
  })
})
