/** A change of the map is data: applied all or nothing, inverted for undo, squashed for a drag, stored as history. */

import { ok, type Result, refused } from '../common/result.ts'
import type { CourseFeature } from './course.ts'

export interface CourseDiff {
  readonly added: readonly CourseFeature[]
  readonly updated: readonly (readonly [before: CourseFeature, after: CourseFeature])[]
  readonly removed: readonly CourseFeature[]
}

export const EMPTY_DIFF: CourseDiff = { added: [], updated: [], removed: [] }

export const isEmptyDiff = (diff: CourseDiff): boolean =>
  diff.added.length === 0 && diff.updated.length === 0 && diff.removed.length === 0

/** Features as they are today where the diff expected something else; null where the feature is gone. */
export interface DiffConflict {
  readonly id: string
  readonly today: CourseFeature | null
}

/** Structural equality of JSON values, blind to the order of keys (jsonb does not keep it). */
const sameJson = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every(key => key in right && sameJson(left[key], right[key]))
}

export const sameFeature = (a: CourseFeature, b: CourseFeature): boolean => sameJson(a, b)

/** Every feature that the diff adds, changes or removes, by id. */
export const touchedIds = (diff: CourseDiff): readonly string[] => [
  ...diff.added.map(feature => feature.id),
  ...diff.updated.map(([before]) => before.id),
  ...diff.removed.map(feature => feature.id),
]

/** Applies all of it, or nothing and says which features no longer are what the diff was made from. */
export const applyDiff = (
  features: readonly CourseFeature[],
  diff: CourseDiff,
): Result<readonly CourseFeature[], readonly DiffConflict[]> => {
  const byId = new Map(features.map(feature => [feature.id, feature]))
  const conflicts: DiffConflict[] = []
  const expect = (before: CourseFeature): void => {
    const today = byId.get(before.id)
    if (today === undefined || !sameFeature(today, before)) conflicts.push({ id: before.id, today: today ?? null })
  }
  for (const feature of diff.added) {
    const today = byId.get(feature.id)
    if (today !== undefined) conflicts.push({ id: feature.id, today })
  }
  for (const [before] of diff.updated) expect(before)
  for (const before of diff.removed) expect(before)
  if (conflicts.length > 0) return refused(conflicts)
  for (const feature of diff.removed) byId.delete(feature.id)
  for (const [, after] of diff.updated) byId.set(after.id, after)
  for (const feature of diff.added) byId.set(feature.id, feature)
  return ok([...byId.values()])
}

export const invertDiff = (diff: CourseDiff): CourseDiff => ({
  added: diff.removed,
  updated: diff.updated.map(([before, after]) => [after, before] as const),
  removed: diff.added,
})

/** One diff with the effect of `first` and then `second`. */
export const squashDiffs = (first: CourseDiff, second: CourseDiff): CourseDiff => {
  const states = new Map<string, { before: CourseFeature | null; after: CourseFeature | null }>()
  const record = (id: string, before: CourseFeature | null, after: CourseFeature | null): void => {
    const known = states.get(id)
    states.set(id, { before: known === undefined ? before : known.before, after })
  }
  for (const diff of [first, second]) {
    for (const feature of diff.removed) record(feature.id, feature, null)
    for (const [before, after] of diff.updated) record(after.id, before, after)
    for (const feature of diff.added) record(feature.id, null, feature)
  }
  const added: CourseFeature[] = []
  const updated: [CourseFeature, CourseFeature][] = []
  const removed: CourseFeature[] = []
  for (const { before, after } of states.values()) {
    if (before === null && after !== null) added.push(after)
    else if (before !== null && after === null) removed.push(before)
    else if (before !== null && after !== null && !sameFeature(before, after)) updated.push([before, after])
  }
  return { added, updated, removed }
}
