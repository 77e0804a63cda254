/** Elements as the file readers make them, and what the import makes of them on an empty or a given map. */
import type { CourseFeature } from '@greensward/domain'
import { at, idOf, ringAt, ZONE_TYPES } from '@greensward/domain/testing'
import type { XY } from '@greensward/geometry'
import { importCourse } from '../classify/courseImport.ts'
import type { ImportElement } from '../classify/importElement.ts'

export const counter = () => {
  let n = 10_000
  return () => idOf(n++)
}

export const read = (elements: readonly ImportElement[], existing: readonly CourseFeature[] = []) =>
  importCourse({ elements, zoneTypes: ZONE_TYPES, existing, newId: counter() })

export const golf = (
  kind: string,
  corners: readonly XY[],
  tags: Record<string, string> = {},
  id = `way/${kind}`,
): ImportElement => ({
  id,
  tags: { golf: kind, ...tags },
  geometry: { type: 'Polygon', coordinates: [ringAt(corners)] },
})

export const line = (tags: Record<string, string>, points: readonly XY[], id = 'way/line'): ImportElement => ({
  id,
  tags,
  geometry: { type: 'LineString', coordinates: points.map(([x, y]) => at(x, y)) },
})

export const point = (tags: Record<string, string>, [x, y]: XY, id = 'node/point'): ImportElement => ({
  id,
  tags,
  geometry: { type: 'Point', coordinates: at(x, y) },
})

export const HOLE = line(
  { golf: 'hole', ref: '13', par: '5', name: 'Azalea' },
  [
    [0, 0],
    [0, 400],
  ],
  'way/hole',
)
