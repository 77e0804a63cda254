import type { CourseFeature, PolygonGeometry } from '@greensward/domain'
import { expect, test } from 'vitest'
import { CourseShape } from './courseSource.ts'
import type { Target } from './marks.ts'
import { nextPicked, type Picked, pick } from './pick.ts'
import { toMap } from './project.ts'

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const square = (half: number): PolygonGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [-half, -half],
      [half, -half],
      [half, half],
      [-half, half],
      [-half, -half],
    ],
  ],
})
const zone = (n: number, half: number): CourseShape =>
  new CourseShape({
    type: 'Feature',
    id: id(n),
    kind: 'zone',
    geometry: square(half),
    properties: {
      title: `Zone ${n}`,
      zoneTypeId: id(99),
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  } satisfies CourseFeature)
const road = new CourseShape({
  type: 'Feature',
  id: id(7),
  kind: 'road',
  geometry: {
    type: 'LineString',
    coordinates: [
      [-1, 0],
      [1, 0],
    ],
  },
  properties: { title: 'Path', type: 'cartPath' },
} satisfies CourseFeature)
const mower: Target = {
  left: 95,
  right: 105,
  top: 95,
  bottom: 105,
  thing: { kind: 'mower', id: id(50) },
  name: 'Rook 1',
}
const mission: Picked = { thing: { kind: 'mission', id: id(60) }, name: 'Early cut' }
const at = (lon: number, lat: number, targets: readonly Target[] = [mower]) =>
  pick({
    pixel: [100, 100],
    coordinate: toMap([lon, lat]),
    reachPx: 8,
    reachUnits: 500,
    targets,
    shapes: [zone(1, 1), zone(2, 0.5), road],
    missionOf: featureId => (featureId === id(2) ? mission : undefined),
  }).map(({ name }) => name)

test('vehicles lie above roads, roads above areas, and small areas above the large ones around them', () => {
  expect(at(0, 0)).toEqual(['Rook 1', 'Path', 'Zone 2', 'Early cut', 'Zone 1'])
})

test('outside of the small zone only the large one is found', () => {
  expect(at(0.8, 0.8, [])).toEqual(['Zone 1'])
})

test('clicks on one position select each object there in turn and then start again', () => {
  const found: Picked[] = [1, 2, 3].map(n => ({ thing: { kind: 'feature', id: id(n) }, name: `${n}` }))
  expect(nextPicked(found, null, false)?.name).toBe('1')
  expect(nextPicked(found, { kind: 'feature', id: id(1) }, true)?.name).toBe('2')
  expect(nextPicked(found, { kind: 'feature', id: id(3) }, true)?.name).toBe('1')
  expect(nextPicked(found, { kind: 'feature', id: id(2) }, false)?.name).toBe('1')
  expect(nextPicked([], null, true)).toBeUndefined()
})

test('a plain area is found like a zone, below the smaller things on it', () => {
  const wood = new CourseShape({
    type: 'Feature',
    id: id(8),
    kind: 'area',
    geometry: square(3),
    properties: { title: 'Owl Wood' },
  } satisfies CourseFeature)
  const found = (lon: number, lat: number) =>
    pick({
      pixel: [0, 0],
      coordinate: toMap([lon, lat]),
      reachPx: 6,
      reachUnits: 1,
      targets: [],
      shapes: [wood, zone(1, 1)],
      missionOf: () => undefined,
    }).map(({ name }) => name)
  expect(found(2, 2)).toEqual(['Owl Wood'])
  expect(found(0.5, 0.5)).toEqual(['Zone 1', 'Owl Wood'])
})
