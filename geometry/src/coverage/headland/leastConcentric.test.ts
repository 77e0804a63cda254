import { describe, expect, it } from 'vitest'
import type { PassChain } from './headlandPasses.ts'
import { leastConcentricS } from './leastConcentric.ts'

const square = (halfM: number, level: number): PassChain[number] => ({
  level,
  ring: [
    [-halfM, -halfM],
    [halfM, -halfM],
    [halfM, halfM],
    [-halfM, halfM],
  ],
  tightBends: [],
})
const chain = [square(20, 0), square(18, 1)]
const machine = { speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 1 }, minTurnRadiusM: 1 }
const noSwaths = (): number => 0

describe('the least time of concentric passes', () => {
  it('adds the swaths and a link to the rounds', () => {
    const [outer, both] = [[chain.slice(0, 1)], [chain]].map(chains =>
      leastConcentricS(chains, noSwaths, machine, Number.POSITIVE_INFINITY),
    )
    expect(outer).toBeGreaterThan(160 / 1.5)
    expect(both).toBeGreaterThan((160 + 144) / 1.5 + 6 / 2)
    expect(leastConcentricS([chain], () => 40, machine, Number.POSITIVE_INFINITY)).toBeCloseTo((both ?? 0) + 40, 9)
  })

  it('adds two circles of the turning radius to each link between several chains', () => {
    const [one, two] = [[chain], chain.map(pass => [pass])].map(chains =>
      leastConcentricS(chains, noSwaths, machine, Number.POSITIVE_INFINITY),
    )
    expect((two ?? 0) - (one ?? 0)).toBeCloseTo((2 * 2 * Math.PI) / 2, 9)
  })

  it('lays no swaths where the rounds alone take longer than another plan', () => {
    const asked: string[] = []
    leastConcentricS([chain], () => asked.push('swaths'), machine, 10)
    expect(asked).toEqual([])
  })
})
