import { applyDiff, type CourseFeature, type Hole } from '@greensward/domain'
import { expect, test } from 'vitest'
import { removalOf, sortingOf } from './holeChange.ts'

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
const zone = (id: string, holeId: string | null): CourseFeature => ({
  type: 'Feature',
  id,
  kind: 'zone',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-6.2, 53.3],
        [-6.1, 53.3],
        [-6.1, 53.4],
        [-6.2, 53.3],
      ],
    ],
  },
  properties: {
    title: id,
    zoneTypeId: 't',
    holeId,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})

test('a removed hole leaves its zones behind, and nothing points to it any more', () => {
  const features = [hole('1'), hole('2'), zone('green', '1'), zone('other', '2'), zone('rough', null)]
  const after = applyDiff(features, removalOf(hole('1'), features))
  expect(after.ok && after.value).toEqual([hole('2'), zone('green', null), zone('other', '2'), zone('rough', null)])
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
