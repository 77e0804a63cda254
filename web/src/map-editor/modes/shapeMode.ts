/** What is done to whole selections: copies, turns, and other corners. */
import { type CourseFeature, EMPTY_DIFF, featureTitle, sameFeature } from '@greensward/domain'
import type { XY } from '@greensward/geometry'
import { backToSelect, commit, refuse, withNotice } from '../commit.ts'
import { besideOf, copiesAt } from '../copies.ts'
import { type EditorState, selectedFeatures, type World } from '../editorState.ts'
import type { Plane } from '../plane.ts'
import { cornersOf, middleOf, type Turn, turned } from '../shaping.ts'

const labelOf = (key: string, features: readonly CourseFeature[], world: World): string => {
  const [first] = features
  return features.length === 1 && first !== undefined
    ? world.say(key, { title: featureTitle(first) })
    : world.say(`${key}Many`, { count: features.length })
}

const withCopies = (state: EditorState, world: World, originals: readonly CourseFeature[], to: XY): EditorState => {
  const added = copiesAt(originals, to, state.features, world)
  const label = labelOf('copied', added, world)
  // What is pasted is moved or reshaped next, so a drawing tool is laid down.
  const done = commit(backToSelect(state), world, label, { ...EMPTY_DIFF, added })
  return done.features === state.features ? done : { ...done, selection: added.map(({ id }) => id), corner: null }
}

export const pasted = (state: EditorState, world: World): EditorState => {
  const { copied, pointer } = state
  if (copied.length === 0) return refuse(state, 'copyFirst')
  const to = pointer === null ? besideOf(copied, world) : world.plane.toFlat(pointer.at)
  return withCopies(state, world, copied, to)
}

export const duplicated = (state: EditorState, world: World): EditorState => {
  const originals = selectedFeatures(state)
  return originals.length === 0
    ? refuse(state, 'selectFirst')
    : withCopies(state, world, originals, besideOf(originals, world))
}

/** @param join turns in a row with the same word are one step */
export const turnedBy = (state: EditorState, world: World, turn: Turn, join: string | null): EditorState => {
  const features = selectedFeatures(state)
  if (features.length === 0 || !(turn.scale > 0)) return state
  const middle = middleOf(features, world.plane)
  const updated = features
    .map(feature => [feature, turned(feature, middle, turn, world.plane)] as const)
    // A point alone turns around itself.
    .filter(([before, after]) => !sameFeature(before, after))
  return commit(state, world, labelOf('turned', features, world), { ...EMPTY_DIFF, updated }, join)
}

/** Gives what is selected other corners, and says how many there are now. */
export const reshaped = (
  state: EditorState,
  world: World,
  key: 'simplified' | 'smoothed',
  change: (feature: CourseFeature, plane: Plane) => CourseFeature,
): EditorState => {
  const features = selectedFeatures(state).filter(({ geometry }) => geometry.type !== 'Point')
  const updated = features.map(feature => [feature, change(feature, world.plane)] as const)
  const sum = (list: readonly CourseFeature[]): number => list.reduce((total, feature) => total + cornersOf(feature), 0)
  const [before, after] = [sum(features), sum(updated.map(([, feature]) => feature))]
  if (before === after) return withNotice(state, 'info', `${key}Not`)
  const done = commit(state, world, labelOf(key, features, world), { ...EMPTY_DIFF, updated })
  if (done.features === state.features) return done
  return withNotice({ ...done, corner: null }, 'info', key, { before, after })
}
