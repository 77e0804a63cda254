/**
 * A draft on top of a course that others kept changing. Compatible changes are kept without a question: they renamed a
 * green while its edge was being moved. Where both changed the same of one thing, a person decides, thing by thing.
 */
import { type CourseDiff, type CourseFeature, isEmptyDiff, sameFeature } from '@greensward/domain'
import type { EditHistory, EditStep } from './editHistory.ts'

export interface DraftConflict {
  readonly id: string
  /** What both started from; null where the draft made the thing. */
  readonly base: CourseFeature | null
  /** Null where it is deleted in the draft. */
  readonly mine: CourseFeature | null
  /** Null where another person deleted it. */
  readonly theirs: CourseFeature | null
  /** The properties that both changed, each to something else, and `geometry`; none where one of them deleted it. */
  readonly fields: readonly string[]
}

/** Whose version of a thing stays; of single fields `mine` names those of the draft, the others are theirs. */
export type Settlement = 'mine' | 'theirs' | { readonly mine: readonly string[] }

type Version = CourseFeature | null

interface Chain {
  /** The course that the draft started from. */
  readonly base: Version
  /** The course after all steps of the draft. */
  readonly mine: Version
  readonly versions: readonly Version[]
}

const operationsOf = (diff: CourseDiff): readonly (readonly [id: string, before: Version, after: Version])[] => [
  ...diff.removed.map(feature => [feature.id, feature, null] as const),
  ...diff.updated.map(([before, after]) => [after.id, before, after] as const),
  ...diff.added.map(feature => [feature.id, null, feature] as const),
]

const inOrder = ({ done, undone }: EditHistory): readonly EditStep[] => [...done, ...undone.toReversed()]

const chainsOf = (history: EditHistory): ReadonlyMap<string, Chain> => {
  const chains = new Map<string, { base: Version; mine: Version; versions: Version[] }>()
  for (const [number, { diff }] of inOrder(history).entries()) {
    for (const [id, before, after] of operationsOf(diff)) {
      const known = chains.get(id) ?? { base: before, mine: before, versions: [] }
      known.versions.push(before, after)
      if (number < history.done.length) known.mine = after
      chains.set(id, known)
    }
  }
  return chains
}

const sameVersion = (a: Version, b: Version): boolean => (a === null || b === null ? a === b : sameFeature(a, b))

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Names of what differs: the shape, and each property by itself. */
const differences = (a: CourseFeature, b: CourseFeature): ReadonlySet<string> => {
  const changed = new Set<string>()
  if (a.kind !== b.kind || !same(a.geometry, b.geometry)) changed.add('geometry')
  const [left, right] = [a.properties as Record<string, unknown>, b.properties as Record<string, unknown>]
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
    if (!same(left[key], right[key])) changed.add(key)
  return changed
}

/** What both changed from `base`, and not to the same. */
const fieldsInConflict = (base: CourseFeature, mine: CourseFeature, theirs: CourseFeature): readonly string[] => {
  const [own, others, different] = [differences(base, mine), differences(base, theirs), differences(mine, theirs)]
  return [...own].filter(name => others.has(name) && different.has(name))
}

/**
 * The version with what others changed from `base` to `now`.
 * @param kept fields that stay as the version has them
 */
const patched = (
  version: CourseFeature,
  base: CourseFeature,
  now: CourseFeature,
  kept: readonly string[] = [],
): CourseFeature => {
  const theirs = new Set([...differences(base, now)].filter(name => !kept.includes(name)))
  const properties = { ...version.properties } as Record<string, unknown>
  for (const [key, value] of Object.entries(now.properties)) if (theirs.has(key)) properties[key] = value
  const geometry = theirs.has('geometry') ? now.geometry : version.geometry
  return { ...version, geometry, properties } as CourseFeature
}

type Rewrite = (before: Version, after: Version, isFirst: boolean) => readonly [before: Version, after: Version] | null

/** The history with every change of one object rewritten; null leaves a change out. */
const rewritten = (history: EditHistory, id: string, rewrite: Rewrite): EditHistory => {
  let isFirst = true
  const steps = inOrder(history).map((step): EditStep => {
    if (!operationsOf(step.diff).some(([touched]) => touched === id)) return step
    const added: CourseFeature[] = []
    const updated: (readonly [CourseFeature, CourseFeature])[] = []
    const removed: CourseFeature[] = []
    for (const [touched, before, after] of operationsOf(step.diff)) {
      const next = touched === id ? rewrite(before, after, isFirst) : ([before, after] as const)
      if (touched === id) isFirst = false
      if (next === null) continue
      if (next[0] === null && next[1] !== null) added.push(next[1])
      else if (next[0] !== null && next[1] === null) removed.push(next[0])
      else if (next[0] !== null && next[1] !== null) updated.push([next[0], next[1]])
    }
    return { ...step, diff: { added, updated, removed } }
  })
  const kept = (step: EditStep): boolean => !isEmptyDiff(step.diff)
  return {
    done: steps.slice(0, history.done.length).filter(kept),
    undone: steps.slice(history.done.length).toReversed().filter(kept),
  }
}

export interface Rebased {
  readonly history: EditHistory
  readonly conflicts: readonly DraftConflict[]
  /** Objects that have both changes now. */
  readonly merged: readonly string[]
}

/** Puts a draft on top of today's course as far as that needs no decision. */
export const rebase = (history: EditHistory, today: readonly CourseFeature[]): Rebased => {
  const now = new Map(today.map(feature => [feature.id, feature]))
  const conflicts: DraftConflict[] = []
  const merged: string[] = []
  let next = history
  for (const [id, { base, mine, versions }] of chainsOf(history)) {
    const theirs = now.get(id) ?? null
    if (sameVersion(base, theirs)) continue
    if (sameVersion(mine, theirs)) {
      // It came to the same, or it is this very draft that was stored.
      next = rewritten(next, id, () => null)
      continue
    }
    const fields = base === null || mine === null || theirs === null ? [] : fieldsInConflict(base, mine, theirs)
    const isWhole = base !== null && theirs !== null && versions.every(version => version !== null)
    if (isWhole && fields.length === 0) {
      const both = (version: Version): Version => (version === null ? null : patched(version, base, theirs))
      next = rewritten(next, id, (before, after, isFirst) => {
        const pair = [isFirst ? theirs : both(before), both(after)] as const
        return sameVersion(...pair) ? null : pair
      })
      merged.push(id)
    } else conflicts.push({ id, base, mine, theirs, fields })
  }
  return { history: next, conflicts, merged }
}

/**
 * Settles one conflict. `theirs` forgets the own changes of this thing, `mine` makes them on top of what it is today. Where
 * single fields are chosen, the own changes of all other fields stay too, and so do theirs.
 */
export const settled = (history: EditHistory, { id, base, theirs }: DraftConflict, whose: Settlement): EditHistory => {
  if (whose === 'theirs') return rewritten(history, id, () => null)
  if (whose === 'mine' || base === null || theirs === null)
    return rewritten(history, id, (before, after, isFirst) => [isFirst ? theirs : before, after])
  const both = (version: Version): Version => (version === null ? null : patched(version, base, theirs, whose.mine))
  return rewritten(history, id, (before, after, isFirst) => {
    const pair = [isFirst ? theirs : both(before), both(after)] as const
    return sameVersion(...pair) ? null : pair
  })
}
