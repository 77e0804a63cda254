import { describe, expect, it } from 'vitest'
import { cheapestPattern } from './choosePlan.ts'
import { EMPTY_STATS } from './metrics/stats.ts'
import type { CoveragePlan } from './plan.ts'

const planOf = (durationS: number, coveredM2: number): CoveragePlan => ({
  legs: [
    {
      kind: 'swath',
      bladeOn: true,
      points: [
        [0, 0],
        [1, 0],
      ],
    },
  ],
  chunks: [],
  uncovered: [],
  leftUncut: [],
  warnings: [],
  pattern: 'straight',
  headingDeg: 0,
  stats: { ...EMPTY_STATS, durationS, coveredM2 },
})
const WHOLE_M2 = 1000
const chosen = (plans: readonly CoveragePlan[], reachedM2 = WHOLE_M2): number | undefined =>
  plans.indexOf(cheapestPattern(plans, WHOLE_M2, () => reachedM2))

describe('the cheapest pattern', () => {
  it('is a slower one where each second more than pays for what it mows', () => {
    expect(chosen([planOf(1000, 998), planOf(1050, 1000)])).toBe(1)
    expect(chosen([planOf(1000, 998), planOf(1070, 1000)])).toBe(0)
  })

  it('may leave more than a thousandth uncut if it is much quicker', () => {
    expect(chosen([planOf(1000, 996), planOf(1300, 999)])).toBe(0)
  })

  it('never leaves more uncut than people accept where another one does not', () => {
    expect(chosen([planOf(1000, 994), planOf(1300, 999)])).toBe(1)
    // No disc reaches more than that of this field.
    expect(chosen([planOf(1000, 994), planOf(1300, 999)], 999)).toBe(0)
  })

  it('leaves little more than the most thorough one where all leave much', () => {
    expect(chosen([planOf(1000, 900), planOf(1300, 905)])).toBe(1)
    expect(chosen([planOf(1000, 904.5), planOf(1300, 905)])).toBe(0)
  })

  it('is not a plan without a drive', () => {
    expect(chosen([{ ...planOf(0, 0), legs: [] }, planOf(1300, 700)])).toBe(1)
  })
})
