/** A course with every kind of thing, and with names that formats may stumble over. */
import type { CourseFeature, Position, ZoneType } from '@greensward/domain'
import { at } from '@greensward/domain/testing'
import { rectangle } from './rectangle.ts'

export const TYPE: ZoneType = {
  id: '7d1c3f0e-0000-4000-8000-000000000001',
  name: 'Rough & more',
  color: '#17A73F',
  directions: ['12-6'],
  allowsIntersection: true,
  mowable: true,
  updatedAt: '2026-05-01T05:00:00.000Z',
}
/** Nine decimals, as everything that the product draws or reads is stored. */
const stored = ([lon, lat]: Position): Position => [Number(lon.toFixed(9)), Number(lat.toFixed(9))]
export const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const polygon = (east: number, holes: Position[][] = []) => ({
  type: 'Polygon' as const,
  coordinates: [...rectangle(east, 0, 30, 20), ...holes],
})
const place = (east: number) => ({ type: 'Point' as const, coordinates: at(east, 60) })
const way = (east: number) => ({
  type: 'LineString' as const,
  coordinates: [at(east, 80), at(east + 13, 120), at(east, 300)].map(stored),
})
export const odd = 'Änne\'s <b>"5 & 6"</b>, ünï'

export const COURSE: readonly CourseFeature[] = [
  {
    type: 'Feature',
    id: idOf(1),
    kind: 'hole',
    geometry: way(0),
    properties: {
      name: odd,
      baseAngle: 12.5,
      par: 4,
      rating: 7.5,
      pass: 15,
      sort: 1,
      isActive: true,
      view: { angle: 3, zoom: 17.5, center: at(0, 5) },
    },
  },
  {
    type: 'Feature',
    id: idOf(2),
    kind: 'zone',
    geometry: polygon(
      0,
      rectangle(5, 5, 5, 5).map(ring => ring.toReversed()),
    ),
    properties: {
      title: odd,
      zoneTypeId: TYPE.id,
      holeId: idOf(1),
      hiddenForMower: true,
      hiddenForBuggy: false,
      rainModeRestricted: true,
    },
  },
  {
    type: 'Feature',
    id: idOf(3),
    kind: 'restriction',
    geometry: polygon(100),
    properties: { title: 'Pond', appliesTo: 'both' },
  },
  {
    type: 'Feature',
    id: idOf(4),
    kind: 'missionArea',
    geometry: polygon(200),
    properties: { title: 'Strip', holeId: null },
  },
  { type: 'Feature', id: idOf(5), kind: 'area', geometry: polygon(300), properties: { title: 'Clubhouse' } },
  {
    type: 'Feature',
    id: idOf(6),
    kind: 'markedArea',
    geometry: polygon(400),
    properties: { title: 'Repair', colour: '#EF9715', until: '2026-06-01T00:00:00.000Z' },
  },
  {
    type: 'Feature',
    id: idOf(7),
    kind: 'radius',
    geometry: place(0),
    properties: { title: 'Oak', appliesTo: 'mowers', radiusM: 2.5 },
  },
  {
    type: 'Feature',
    id: idOf(8),
    kind: 'road',
    geometry: way(60),
    properties: { title: 'Cart path', type: 'cartPath' },
  },
  { type: 'Feature', id: idOf(9), kind: 'road', geometry: way(90), properties: { title: 'Service', type: 'service' } },
  { type: 'Feature', id: idOf(10), kind: 'garage', geometry: place(10), properties: { title: 'Shed' } },
  { type: 'Feature', id: idOf(11), kind: 'wc', geometry: place(20), properties: { title: 'WC' } },
  {
    type: 'Feature',
    id: idOf(12),
    kind: 'note',
    geometry: place(30),
    properties: { label: odd, author: 'Greta', time: '2026-05-01T05:30:00.000Z' },
  },
]
