/** The differences of an object before and after, field by field. */
import type { CourseFeature, Position } from '@greensward/domain'
import { localFrame } from '@greensward/geometry'
import { lineLengthM, polygonAreaM2 } from '../../../map-view/measures.ts'

/** One field with its old value; `shape` gives a size or a distance. */
export type ChangedField =
  | { readonly field: string; readonly before: unknown; readonly after: unknown }
  | { readonly field: 'shape'; readonly as: 'area' | 'length'; readonly before: number; readonly after: number }
  | { readonly field: 'shape'; readonly as: 'moved'; readonly metres: number }

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const firstOf = ({ geometry }: CourseFeature): Position | undefined =>
  geometry.type === 'Point'
    ? geometry.coordinates
    : geometry.type === 'LineString'
      ? geometry.coordinates[0]
      : geometry.coordinates[0]?.[0]

const movedM = (before: CourseFeature, after: CourseFeature): number => {
  const [from, to] = [firstOf(before), firstOf(after)]
  if (from === undefined || to === undefined) return 0
  const [x, y] = localFrame(from).toLocal(to)
  return Math.hypot(x, y)
}

const shapeChange = (before: CourseFeature, after: CourseFeature): ChangedField => {
  if (before.geometry.type === 'Polygon' && after.geometry.type === 'Polygon')
    return { field: 'shape', as: 'area', before: polygonAreaM2(before.geometry), after: polygonAreaM2(after.geometry) }
  if (before.geometry.type === 'LineString' && after.geometry.type === 'LineString')
    return {
      field: 'shape',
      as: 'length',
      before: lineLengthM(before.geometry.coordinates),
      after: lineLengthM(after.geometry.coordinates),
    }
  return { field: 'shape', as: 'moved', metres: movedM(before, after) }
}

export const changedFields = (before: CourseFeature, after: CourseFeature): readonly ChangedField[] => {
  const left: Readonly<Record<string, unknown>> = before.properties
  const right: Readonly<Record<string, unknown>> = after.properties
  const fields = [...new Set([...Object.keys(left), ...Object.keys(right)])]
    .filter(field => !same(left[field], right[field]))
    .map((field): ChangedField => ({ field, before: left[field] ?? null, after: right[field] ?? null }))
  return same(before.geometry, after.geometry) ? fields : [...fields, shapeChange(before, after)]
}
