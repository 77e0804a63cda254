/** Every change of the draft goes through here, from any tool. */
import {
  type CourseDiff,
  courseProblems,
  EMPTY_DIFF,
  invertDiff,
  isEmptyDiff,
  squashDiffs,
  touchedIds,
  withHolesLeft,
} from '@greensward/domain'
import { edit, redo, undo, withDraft } from './editHistory.ts'
import { type EditorState, NO_SKETCH, type Notice, SELECT, type World } from './editorState.ts'
import { rebase } from './rebase.ts'

export const withNotice = (
  state: EditorState,
  tone: Notice['tone'],
  key: string,
  values: Notice['values'] = {},
): EditorState => ({ ...state, notice: { number: (state.notice?.number ?? 0) + 1, tone, key, values } })

export const refuse = (state: EditorState, key: string, values: Notice['values'] = {}): EditorState =>
  withNotice({ ...state, drag: null }, 'refused', key, values)

const NO_FAULTS: EditorState['faults'] = []

/** The state with another draft: features, faults and selection follow. */
const withTotal = (
  state: EditorState,
  history: EditorState['history'],
  draft: CourseDiff,
  world: World,
): EditorState => {
  const features = withDraft(world.today, draft)
  const gone = new Set(draft.removed.map(({ id }) => id))
  const touched = new Set(touchedIds(draft).filter(id => !gone.has(id)))
  const faults =
    touched.size === 0
      ? NO_FAULTS
      : courseProblems(features, { zoneTypes: world.zoneTypes, bounds: world.bounds, only: touched })
  const known = new Set(features.map(({ id }) => id))
  const selection = state.selection.every(id => known.has(id))
    ? state.selection
    : state.selection.filter(id => known.has(id))
  const sameTarget = selection.length === 1 && selection[0] === state.selection[0]
  return { ...state, history, draft, features, faults, selection, corner: sameTarget ? state.corner : null, drag: null }
}

/** Why a diff may not be made by this person now; null where it may. */
const refusalOf = (diff: CourseDiff, world: World): string | null => {
  if (diff.removed.some(({ id }) => world.busy.has(id))) return 'busyDelete'
  if (diff.updated.some(([{ id }]) => world.busy.has(id))) return 'busyEdit'
  const touched = [...diff.added, ...diff.removed, ...diff.updated.flat()]
  return touched.every(world.mayChange) ? null : 'forbidden'
}

/** @param join steps in a row with the same word are one */
export const commit = (
  state: EditorState,
  world: World,
  label: string,
  asked: CourseDiff,
  join: string | null = null,
): EditorState => {
  if (isEmptyDiff(asked)) return { ...state, drag: null }
  const diff = withHolesLeft(state.features, asked)
  const refusal = refusalOf(diff, world)
  if (refusal !== null) return refuse(state, refusal)
  const history = edit(state.history, label, diff, join)
  return withTotal({ ...state, notice: null }, history, squashDiffs(state.draft, diff), world)
}

export const undone = (state: EditorState, world: World): EditorState => {
  const last = state.history.done.at(-1)
  if (last === undefined) return state
  const draft = squashDiffs(state.draft, invertDiff(last.diff))
  return withTotal({ ...state, notice: null }, undo(state.history), draft, world)
}

export const redone = (state: EditorState, world: World): EditorState => {
  const next = state.history.undone.at(-1)
  if (next === undefined) return state
  return withTotal({ ...state, notice: null }, redo(state.history), squashDiffs(state.draft, next.diff), world)
}

/** The state with another history on today's course, as far as no conflict needs a person. */
export const onToday = (state: EditorState, history: EditorState['history'], world: World): EditorState => {
  const rebased = rebase(history, world.today)
  const draft = rebased.history.done.reduce((sum, { diff }) => squashDiffs(sum, diff), EMPTY_DIFF)
  // A drag continues while others change the course; only its end is checked.
  const { drag } = state
  const next = {
    ...withTotal(state, rebased.history, draft, world),
    conflicts: rebased.conflicts.length === 0 && state.conflicts.length === 0 ? state.conflicts : rebased.conflicts,
    drag,
  }
  return rebased.merged.length === 0 ? next : withNotice(next, 'info', 'merged', { count: rebased.merged.length })
}

export const emptied = (state: EditorState, world: World): EditorState => ({
  ...withTotal(state, { done: [], undone: [] }, EMPTY_DIFF, world),
  conflicts: [],
  notice: null,
})

export const backToSelect = (state: EditorState): EditorState => ({
  ...state,
  tool: SELECT,
  sketch: NO_SKETCH,
  drag: null,
  snap: null,
})
