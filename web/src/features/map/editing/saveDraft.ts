/** Sends a draft to the server; where others changed the course meanwhile, the draft is put on top of it and sent once more. */

import { calls } from '@greensward/contract'
import {
  type CourseDiff,
  type CourseFeature,
  courseFeature,
  faultOf,
  featureTitle,
  isEmptyDiff,
} from '@greensward/domain'
import { ApiFailure, call, errorText, faultText, invalidate, isKind, queryClient } from '../../../api/index.ts'
import type { EditorStore } from '../../../map-editor/editorStore.ts'

export type SaveOutcome =
  | { readonly kind: 'saved' }
  /** A person has to decide first. */
  | { readonly kind: 'conflicts' }
  | { readonly kind: 'refused'; readonly text: string; readonly isUnanswered: boolean }

/** The fields of an object that the contract refuses, checked before the server. */
const refusalOf = (diff: CourseDiff): string | undefined => {
  for (const feature of [...diff.added, ...diff.updated.map(([, after]) => after)]) {
    const parsed = courseFeature.safeParse(feature, { reportInput: true })
    if (parsed.success) continue
    const [issue] = parsed.error.issues
    return `${featureTitle(feature)}: ${issue?.path.at(-1)?.toString() ?? ''} – ${issue === undefined ? '' : faultText(faultOf(issue))}`
  }
  return undefined
}

const namesIn = (failure: ApiFailure, features: readonly CourseFeature[]): string => {
  const { details } = failure
  const ids = typeof details === 'object' && details !== null && 'ids' in details ? details.ids : null
  if (!Array.isArray(ids)) return ''
  const names = features.filter(({ id }) => ids.includes(id)).map(featureTitle)
  return names.length === 0 ? '' : `: ${names.slice(0, 5).join(', ')}`
}

const post = (store: EditorStore, label: string, baseRevision: number): Promise<unknown> => {
  const { draft } = store.state()
  return call(calls.map.change, {
    body: {
      baseRevision,
      label: label.slice(0, 120),
      added: [...draft.added],
      updated: draft.updated.map(([before, after]): [CourseFeature, CourseFeature] => [before, after]),
      removed: [...draft.removed],
    },
  })
}

export const saveDraft = async (store: EditorStore, label: string, revision: number): Promise<SaveOutcome> => {
  if (isEmptyDiff(store.state().draft)) return { kind: 'saved' }
  const refusal = refusalOf(store.state().draft)
  if (refusal !== undefined) return { kind: 'refused', text: refusal, isUnanswered: false }
  store.lock(true)
  try {
    try {
      await post(store, label, revision)
    } catch (failure) {
      if (!isKind(failure, 'mapConflict')) throw failure
      const today = await call(calls.map.get)
      store.setWorld({ ...store.world(), today: today.features })
      if (store.state().conflicts.length > 0) return { kind: 'conflicts' }
      if (!isEmptyDiff(store.state().draft)) await post(store, label, today.revision)
    }
    await invalidate(queryClient, calls.map.get, calls.map.changes)
    store.send({ type: 'saved' })
    return { kind: 'saved' }
  } catch (failure) {
    const names = failure instanceof ApiFailure ? namesIn(failure, store.state().features) : ''
    return { kind: 'refused', text: `${errorText(failure)}${names}`, isUnanswered: !(failure instanceof ApiFailure) }
  } finally {
    store.lock(false)
  }
}
