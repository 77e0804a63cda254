import { courseFeature, FEATURE_KINDS, type Position } from '@greensward/domain'
import { expect, test } from 'vitest'
import { bearingOfLineDeg, newFeature } from './newFeature.ts'

const points: readonly Position[] = [
  [0, 0],
  [0.001, 0],
  [0.001, 0.001],
]
const parts = {
  id: '00000000-0000-4000-8000-000000000001',
  points,
  title: 'New',
  zoneTypeId: '00000000-0000-4000-8000-000000000002',
  author: 'Mara Holt',
  now: '2026-11-20T05:42:00.000Z',
  holes: 18,
}

test.each(FEATURE_KINDS)('a drawn %s is a feature as the contract wants it', kind => {
  expect(courseFeature.safeParse(newFeature({ ...parts, kind })).success).toBe(true)
})

test('two corners do not make an area and one point does not make a line', () => {
  expect(newFeature({ ...parts, kind: 'zone', points: points.slice(0, 2) })).toBeUndefined()
  expect(newFeature({ ...parts, kind: 'road', points: points.slice(0, 1) })).toBeUndefined()
})

test('the line of play of a hole that runs east is 90 degrees', () => {
  expect(bearingOfLineDeg(points.slice(0, 2))).toBe(90)
  expect(
    bearingOfLineDeg([
      [0, 0],
      [0, 0.001],
    ]),
  ).toBe(0)
})
