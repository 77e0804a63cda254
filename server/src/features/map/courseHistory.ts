/** The course of the past, worked out from the course of today and the changes that led to it. */

import { applyDiff, type CourseDiff, type CourseMap, EMPTY_DIFF, invertDiff, squashDiffs } from '@greensward/domain'
import type { Tx } from '../../platform/db/database.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { readMap, readRevision } from '../../shared/course/courseStore.ts'
import { readDiffs } from './mapStore.ts'

/** The changes from one revision to another, as one diff; `to` is today where it is left out. */
export const differenceOf = async (
  tx: Tx,
  from: number,
  to?: number,
): Promise<{ readonly from: number; readonly to: number; readonly diff: CourseDiff }> => {
  const today = await readRevision(tx)
  const end = to ?? today
  if (from > today || end > today) return refuse('notFound')
  const [earlier, later] = [Math.min(from, end), Math.max(from, end)]
  const diff = (await readDiffs(tx, earlier, later)).reduce(squashDiffs, EMPTY_DIFF)
  return { from, to: end, diff: from <= end ? diff : invertDiff(diff) }
}

/** The whole map as it was. */
export const mapAt = async (tx: Tx, revision: number): Promise<CourseMap> => {
  const today = await readMap(tx)
  if (revision > today.revision) return refuse('notFound')
  const { diff } = await differenceOf(tx, today.revision, revision)
  const then = applyDiff(today.features, diff)
  if (!then.ok) throw new Error(`The history after revision ${revision} does not lead to the course of today`)
  return { revision, features: then.value }
}
