import { describe, expect, it } from 'vitest'
import { lengthM } from '../../polyline.ts'
import type { Ring } from '../../units.ts'
import { ringWay } from '../headland/ring.ts'
import { planCoverage } from '../planCoverage.ts'
import { passCost } from './passCost.ts'

const MACHINE = {
  speeds: { mowingMps: 1.5, transitMps: 1.5, turningMps: 1.5 },
  minTurnRadiusM: 1,
  toleranceM: 0.02,
}

/** Driven clockwise. */
const PASS: Ring = [
  [0, 0],
  [0, 20],
  [40, 20],
  [40, 0],
]

describe('passCost', () => {
  // The lower edge of the pass runs west.
  const at = [20, 1.5] as const
  const slantRad = Math.PI / 6

  it('is a short bend onto a swath that leads on along the pass, and a loop onto one that leads back', () => {
    const cost = passCost(ringWay(PASS), true, MACHINE)
    expect(cost({ at, angle: Math.PI - slantRad })).toBeLessThan(0.7 * cost({ at, angle: slantRad }))
  })

  it('is the same the other way round for a pass that comes after the swath', () => {
    const cost = passCost(ringWay(PASS), false, MACHINE)
    expect(cost({ at, angle: Math.PI + slantRad })).toBeLessThan(0.7 * cost({ at, angle: -slantRad }))
  })
})

describe('the link between the headland passes and the swaths', () => {
  const outer: Ring = Array.from({ length: 60 }, (_, i) => [
    16 * Math.cos((i * Math.PI) / 30),
    11 * Math.sin((i * Math.PI) / 30),
  ])
  it.each(['before', 'after'] as const)('needs no loop on a green whose passes come %s', when => {
    const { legs } = planCoverage({
      boundary: { outer, holes: [] },
      obstacles: [],
      workingWidthM: 2,
      overlapM: 0.08,
      headingDeg: 90,
      headland: { count: 2, direction: 'clockwise', when },
      turnScheme: 'oneInOne',
      ...MACHINE,
    })
    const kinds = legs.map(({ kind }) => kind)
    const link = when === 'before' ? kinds.indexOf('swath') - 1 : kinds.lastIndexOf('swath') + 1
    expect(lengthM(legs[link]?.points ?? [])).toBeGreaterThan(0)
    expect(lengthM(legs[link]?.points ?? [])).toBeLessThan(5)
  })
})
