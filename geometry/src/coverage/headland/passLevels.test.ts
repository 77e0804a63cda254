import { describe, expect, it } from 'vitest'
import type { PolygonXY } from '../../units.ts'
import { headlandPassesOf, passLevelsOf } from './headlandPasses.ts'

const field: PolygonXY = {
  outer: [
    [0, 0],
    [40, 0],
    [46, 18],
    [22, 25],
    [0, 30],
  ],
  holes: [],
}
const request = { direction: 'clockwise', when: 'before' } as const

describe('headland passes of several counts', () => {
  it('are the same whether they are made together or each by itself', () => {
    const levels = passLevelsOf(field, request, 2, 1.9, 1)
    for (const count of [2, Number.POSITIVE_INFINITY, 0, 3])
      expect(levels.upTo(count)).toEqual(headlandPassesOf(field, { ...request, count }, 2, 1.9, 1))
  })

  it('continue to the middle of the field without a limit', () => {
    const { chains, bands, inner } = passLevelsOf(field, request, 2, 1.9, 1).upTo(Number.POSITIVE_INFINITY)
    expect(chains.flat().length).toBeGreaterThan(4)
    expect(bands.at(-1)?.inside).toEqual([])
    expect(inner.every(({ outer }) => outer.length > 2)).toBe(true)
  })
})
