/** A small course for tests, written in metres round a place in Ireland. */
import { localFrame, type XY } from '@greensward/geometry'
import type { Blade, Mower, ZoneType } from '../garage/garage.ts'
import type { CourseFeature, FeatureOf, Position, Zone } from './course.ts'

export const ORIGIN: Position = [-6.1234, 53.4321]
export const frame = localFrame(ORIGIN)

/** A version 4 UUID that says a number. */
export const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

export const at = (x: number, y: number): Position => {
  const [lon, lat] = frame.toLonLat([x, y])
  return [lon, lat]
}

export const ringAt = (points: readonly XY[]): Position[] => {
  const ring = points.map(([x, y]) => at(x, y))
  const first = ring[0]
  return first === undefined ? ring : [...ring, first]
}

export const box = (x1: number, y1: number, x2: number, y2: number): XY[] => [
  [x1, y1],
  [x2, y1],
  [x2, y2],
  [x1, y2],
]

const polygon = (outer: readonly XY[], holes: readonly (readonly XY[])[] = []) => ({
  type: 'Polygon' as const,
  coordinates: [ringAt(outer), ...holes.map(ringAt)],
})

const UPDATED_AT = '2026-05-01T05:00:00.000Z'

const type = (n: number, name: string, over: Partial<ZoneType> = {}): ZoneType => ({
  id: idOf(n),
  name,
  color: '#17A73F',
  directions: ['12-6', '2-8', '3-9', '10-4'],
  allowsIntersection: false,
  mowable: true,
  updatedAt: UPDATED_AT,
  ...over,
})

export const FAIRWAY = type(901, 'Fairway')
export const GREEN = type(902, 'Green')
export const TEE = type(903, 'Tee')
export const ROUGH = type(904, 'Rough', { allowsIntersection: true })
export const BUNKER = type(905, 'Bunker', { mowable: false })
export const ZONE_TYPES: readonly ZoneType[] = [FAIRWAY, GREEN, TEE, ROUGH, BUNKER]

export const zone = (
  n: number,
  ofType: ZoneType,
  outer: readonly XY[],
  over: Partial<Zone['properties']> & { readonly holes?: readonly (readonly XY[])[] } = {},
): Zone => {
  const { holes = [], ...properties } = over
  return {
    type: 'Feature',
    id: idOf(n),
    kind: 'zone',
    geometry: polygon(outer, holes),
    properties: {
      title: `${ofType.name} ${n}`,
      zoneTypeId: ofType.id,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
      ...properties,
    },
  }
}

export const restriction = (
  n: number,
  outer: readonly XY[],
  appliesTo: FeatureOf<'restriction'>['properties']['appliesTo'] = 'both',
): CourseFeature => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'restriction',
  geometry: polygon(outer),
  properties: { title: `No-go ${n}`, appliesTo },
})

export const radius = (
  n: number,
  [x, y]: XY,
  radiusM: number,
  appliesTo: FeatureOf<'radius'>['properties']['appliesTo'] = 'both',
): CourseFeature => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'radius',
  geometry: { type: 'Point', coordinates: at(x, y) },
  properties: { title: `Tree ${n}`, appliesTo, radiusM },
})

export const area = (n: number, outer: readonly XY[]): CourseFeature => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'area',
  geometry: polygon(outer),
  properties: { title: `Area ${n}` },
})

export const missionArea = (n: number, outer: readonly XY[]): CourseFeature => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'missionArea',
  geometry: polygon(outer),
  properties: { title: `Mission area ${n}`, holeId: null },
})

export const markedArea = (n: number, outer: readonly XY[], until: string | null): CourseFeature => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'markedArea',
  geometry: polygon(outer),
  properties: { title: `Ground under repair ${n}`, colour: '#AF453E', until },
})

export const road = (n: number, points: readonly XY[]): FeatureOf<'road'> => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'road',
  geometry: { type: 'LineString', coordinates: points.map(([x, y]) => at(x, y)) },
  properties: { title: `Road ${n}`, type: 'cartPath' },
})

export const hole = (n: number, points: readonly XY[]): FeatureOf<'hole'> => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'hole',
  geometry: { type: 'LineString', coordinates: points.map(([x, y]) => at(x, y)) },
  properties: { name: `${n}`, baseAngle: 0, par: 4, rating: 1, pass: 12, sort: n, isActive: true, view: null },
})

export const BLADE: Blade = {
  id: idOf(801),
  name: 'Reel 2 m',
  widthM: 2,
  missionSpeedMps: 1.5,
  updatedAt: UPDATED_AT,
}

export const MOWER: Mower = {
  id: idOf(811),
  name: 'North',
  color: '#0B7390',
  bladeId: BLADE.id,
  systemId: 7,
  widthM: 1.6,
  minTurnRadiusM: 1,
  transitSpeedMps: 2,
  turningSpeedMps: 0.8,
  batteryRangeM: 20_000,
  bladeSwitch: { kind: 'relay', index: 0 },
  inService: false,
  updatedAt: UPDATED_AT,
}
