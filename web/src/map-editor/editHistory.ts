/**
 * A draft of the map: a list of named diffs, undone and redone. Pure, without React and without OpenLayers. The draft is
 * the person's own until it is saved; what others change meanwhile shows beside it, and live data never touches it.
 */
import { type CourseDiff, type CourseFeature, EMPTY_DIFF, isEmptyDiff, squashDiffs } from '@greensward/domain'

export interface EditStep {
  readonly label: string
  readonly diff: CourseDiff
  /** Steps in a row with the same key are one: a title that is typed, a corner that is dragged. */
  readonly join: string | null
}

export interface EditHistory {
  readonly done: readonly EditStep[]
  readonly undone: readonly EditStep[]
}

export const NO_EDITS: EditHistory = { done: [], undone: [] }

/** Every change of a draft goes through here. */
export const edit = (
  history: EditHistory,
  label: string,
  diff: CourseDiff,
  join: string | null = null,
): EditHistory => {
  if (isEmptyDiff(diff)) return history
  const last = history.done.at(-1)
  if (last !== undefined && join !== null && last.join === join) {
    const squashed = squashDiffs(last.diff, diff)
    const before = history.done.slice(0, -1)
    return { done: isEmptyDiff(squashed) ? before : [...before, { label, diff: squashed, join }], undone: [] }
  }
  return { done: [...history.done, { label, diff, join }], undone: [] }
}

export const undo = ({ done, undone }: EditHistory): EditHistory => {
  const last = done.at(-1)
  return last === undefined ? { done, undone } : { done: done.slice(0, -1), undone: [...undone, last] }
}

export const redo = ({ done, undone }: EditHistory): EditHistory => {
  const next = undone.at(-1)
  return next === undefined ? { done, undone } : { done: [...done, next], undone: undone.slice(0, -1) }
}

/** Everything that the draft changes, as one diff. */
export const totalOf = (history: EditHistory): CourseDiff =>
  history.done.reduce<CourseDiff>((sum, { diff }) => squashDiffs(sum, diff), EMPTY_DIFF)

/** The course as the person sees it: today's, with the draft on top. */
export const withDraft = (today: readonly CourseFeature[], draft: CourseDiff): readonly CourseFeature[] => {
  if (isEmptyDiff(draft)) return today
  const removed = new Set(draft.removed.map(({ id }) => id))
  const after = new Map(draft.updated.map(([, feature]) => [feature.id, feature]))
  const added = new Set(draft.added.map(({ id }) => id))
  const kept = today
    .filter(({ id }) => !removed.has(id) && !added.has(id))
    .map(feature => after.get(feature.id) ?? feature)
  const known = new Set(kept.map(({ id }) => id))
  // A feature that another person deleted during the change stays visible until the conflict is resolved.
  const orphans = [...after.values()].filter(({ id }) => !known.has(id))
  return [...kept, ...orphans, ...draft.added]
}
