import { expect, test } from 'vitest'
import { tightBendsOf } from './tightBendsOf.ts'

test('collects the places where the turning radius is not kept, and those of no other warning', () => {
  const warnings = [
    { code: 'uncovered', params: { count: 1 }, places: [[1, 1] as [number, number]] },
    {
      code: 'turnRadiusNotKept',
      params: { pivots: 0 },
      places: [[2, 2] as [number, number], [3, 3] as [number, number]],
    },
  ]
  expect(tightBendsOf({ warnings })).toEqual([
    [2, 2],
    [3, 3],
  ])
})

test('has no place for a warning of a plan that was stored without any', () => {
  expect(tightBendsOf({ warnings: [{ code: 'turnRadiusNotKept', params: { pivots: 2 } }] })).toEqual([])
})
