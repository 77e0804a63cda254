import type { FeatureOf } from '@greensward/domain'
import { expect, test } from 'vitest'
import { changedFields } from './changedFields.ts'

const wc: FeatureOf<'wc'> = {
  type: 'Feature',
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'wc',
  geometry: { type: 'Point', coordinates: [-2.8, 52.7] },
  properties: { title: 'Old' },
}
const area: FeatureOf<'area'> = {
  type: 'Feature',
  id: '00000000-0000-4000-8000-000000000002',
  kind: 'area',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [0.001, 0],
        [0.001, 0.001],
        [0, 0.001],
        [0, 0],
      ],
    ],
  },
  properties: { title: 'Yard' },
}

test('only the fields that differ are named, each with both values', () => {
  expect(changedFields(wc, { ...wc, properties: { title: 'New' } })).toEqual([
    { field: 'title', before: 'Old', after: 'New' },
  ])
  expect(changedFields(wc, wc)).toEqual([])
})

test('a moved point says how far, a changed area how large it was and is', () => {
  const moved = changedFields(wc, { ...wc, geometry: { type: 'Point', coordinates: [-2.8, 52.7001] } })
  expect(moved).toMatchObject([{ field: 'shape', as: 'moved', metres: expect.closeTo(11.1, 0) }])
  const half = changedFields(area, {
    ...area,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [0.001, 0],
          [0.001, 0.0005],
          [0, 0.0005],
          [0, 0],
        ],
      ],
    },
  })
  expect(half).toMatchObject([{ as: 'area', before: expect.closeTo(12_310, -3), after: expect.closeTo(6_155, -3) }])
})
