import type { CourseFeature, MapBounds } from '@greensward/domain'
import { expect, test } from 'vitest'
import { newPlaceOf } from './courseMove.ts'

const BOUNDS: MapBounds = { topLeft: [-2.9, 52.8], bottomRight: [-2.7, 52.7] }
let made = 0
const zone = (lon: number, lat: number): CourseFeature => {
  made += 1
  return {
    type: 'Feature',
    id: `0190a1b2-0000-7000-8000-${String(made).padStart(12, '0')}`,
    kind: 'zone',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [lon, lat],
          [lon + 0.001, lat],
          [lon + 0.001, lat + 0.001],
          [lon, lat],
        ],
      ],
    },
    properties: {
      title: 'Fairway',
      zoneTypeId: '0190a1b2-0000-7000-8000-000000000000',
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  }
}
const here = zone(-2.8, 52.75)
const there = zone(-82.02, 33.5)
const diff = (added: CourseFeature[], removed: CourseFeature[]) => ({ added, updated: [], removed })

test('moves the bounds when a course is replaced by one elsewhere, with a margin to draw in', () => {
  const [west, south, east, north] = newPlaceOf([here], diff([there], [here]), BOUNDS) ?? [0, 0, 0, 0]
  expect(west).toBeLessThan(-82.022)
  expect(east).toBeGreaterThan(-82.017)
  expect(south).toBeLessThan(33.498)
  expect(north).toBeGreaterThan(33.503)
})

test.each([
  ['one zone of today stays', [here, zone(-2.81, 52.75)], diff([there], [here]), BOUNDS],
  ['the new course lies within the bounds', [here], diff([zone(-2.82, 52.76)], [here]), BOUNDS],
  ['nothing is brought', [here], diff([], [here]), BOUNDS],
  ['the map has no bounds', [here], diff([there], [here]), null],
] as const)('the bounds stay when %s', (_, today, change, bounds) => {
  expect(newPlaceOf(today, { ...change }, bounds)).toBeUndefined()
})

test('moves the bounds when roads are all that is brought to a map without a course', () => {
  const road: CourseFeature = {
    type: 'Feature',
    id: '0190a1b2-0000-7000-8000-00000000ffff',
    kind: 'road',
    geometry: {
      type: 'LineString',
      coordinates: [
        [-82.02, 33.5],
        [-82.01, 33.5],
      ],
    },
    properties: { title: 'Cart path', type: 'cartPath' },
  }
  expect(newPlaceOf([], diff([road], []), BOUNDS)).toBeDefined()
  expect(newPlaceOf([here], diff([road], []), BOUNDS)).toBeUndefined()
})
