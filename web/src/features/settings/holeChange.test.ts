import { applyDiff, type Hole } from '@greensward/domain'
import { expect, test } from 'vitest'
import { sortingOf } from './holeChange.ts'

const hole = (id: string): Hole => ({
  type: 'Feature',
  id,
  kind: 'hole',
  geometry: {
    type: 'LineString',
    coordinates: [
      [-6.2, 53.3],
      [-6.2, 53.304],
    ],
  },
  properties: { name: id, baseAngle: 0, par: 4, rating: 4, pass: 14, sort: 1, isActive: true, view: null },
})
test('holes in another order change the figure they are sorted by, and nothing of those that stay', () => {
  const features = ['1', '2', '3'].map((id, index) => {
    const { properties, ...rest } = hole(id)
    return { ...rest, properties: { ...properties, sort: index + 1 } }
  })
  const sorted = sortingOf(features, ['2', '1', '3'])
  expect(sorted.updated.map(([before, after]) => [before.id, after.properties])).toMatchObject([
    ['2', { name: '2', sort: 1 }],
    ['1', { name: '1', sort: 2 }],
  ])
  const after = applyDiff(features, sorted)
  expect(after.ok && after.value).toHaveLength(3)
  expect(sortingOf(features, ['1', '2', '3']).updated).toEqual([])
})
