/** Corners that neighbours have in common: moving or deleting one of them changes the boundary of both. */
import type { CourseFeature, Position } from '@greensward/domain'
import {
  type CornerRef,
  cornerAt,
  insertCorner,
  moveCorner,
  pathsOf,
  removeCorner,
  type SharedCorner,
} from './corners.ts'
import { type EditorState, featureOf, type World } from './editorState.ts'

const isAt = (a: Position | undefined, b: Position | undefined): boolean =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]

const neighboursOf = (state: EditorState, world: World, target: CourseFeature): readonly CourseFeature[] => {
  const { maxX, maxY, minX, minY } = world.plane.flatOf(target)
  return state.features.filter(other => {
    // Notes and other points have a place of their own, also where it is that of a corner.
    if (other.id === target.id || other.geometry.type === 'Point' || target.geometry.type === 'Point') return false
    if (world.busy.has(other.id) || !world.mayChange(other) || !world.isShown(other)) return false
    const flat = world.plane.flatOf(other)
    return flat.minX <= maxX && flat.maxX >= minX && flat.minY <= maxY && flat.maxY >= minY
  })
}

/** The corners of shown neighbours that are exactly where this one is. */
export const sharedCorners = (
  state: EditorState,
  world: World,
  target: CourseFeature,
  ref: CornerRef,
): readonly SharedCorner[] => {
  const at = cornerAt(target, ref)
  return neighboursOf(state, world, target).flatMap(other =>
    pathsOf(other).flatMap((path, number) =>
      path.flatMap((corner, index) =>
        isAt(corner, at) ? [{ id: other.id, ref: { path: number, index }, isNew: false }] : [],
      ),
    ),
  )
}

/** Where neighbours have the whole edge before a corner that is being pulled out of it. */
export const sharedEdges = (
  state: EditorState,
  world: World,
  target: CourseFeature,
  { path, index }: CornerRef,
): readonly SharedCorner[] => {
  const own = pathsOf(target)[path] ?? []
  const [from, to] = [own[index - 1], own[index] ?? own[0]]
  return neighboursOf(state, world, target).flatMap(other =>
    pathsOf(other).flatMap((corners, number) =>
      corners.flatMap((corner, i) => {
        const next = corners[i + 1] ?? (other.geometry.type === 'Polygon' ? corners[0] : undefined)
        const isSame = (isAt(corner, from) && isAt(next, to)) || (isAt(corner, to) && isAt(next, from))
        return isSame ? [{ id: other.id, ref: { path: number, index: i + 1 }, isNew: true }] : []
      }),
    ),
  )
}

/** What moving shared corners makes of the neighbours. */
export const movedWith = (
  state: EditorState,
  shared: readonly SharedCorner[],
  to: Position,
): readonly (readonly [CourseFeature, CourseFeature])[] => {
  const after = new Map<string, CourseFeature>()
  // From the last corner of a feature to its first: a new corner moves those behind it.
  for (const { id, ref, isNew } of shared.toReversed()) {
    const feature = after.get(id) ?? featureOf(state, id)
    if (feature !== undefined) after.set(id, isNew ? insertCorner(feature, ref, to) : moveCorner(feature, ref, to))
  }
  return [...after].flatMap(([id, feature]) => {
    const before = featureOf(state, id)
    return before === undefined ? [] : [[before, feature] as const]
  })
}

/** The corners before and after this one; one is missing at the end of a line. */
const besideOf = (feature: CourseFeature, { path, index }: CornerRef): readonly (Position | undefined)[] => {
  const corners = pathsOf(feature)[path] ?? []
  return feature.geometry.type === 'Polygon'
    ? [corners.at(index - 1), corners[(index + 1) % corners.length]]
    : [corners[index - 1], corners[index + 1]]
}

/**
 * What deleting a corner makes of the neighbours that have the boundary on both sides of it in common, so that it stays
 * common. One where their boundaries part stays a corner of the neighbour: it shapes an edge that is the neighbour's alone.
 */
export const removedWith = (
  state: EditorState,
  world: World,
  target: CourseFeature,
  ref: CornerRef,
): readonly (readonly [CourseFeature, CourseFeature])[] => {
  const [before, after] = besideOf(target, ref)
  return sharedCorners(state, world, target, ref).flatMap(shared => {
    const neighbour = featureOf(state, shared.id)
    if (neighbour === undefined) return []
    const [a, b] = besideOf(neighbour, shared.ref)
    const isCommon = (isAt(a, before) && isAt(b, after)) || (isAt(a, after) && isAt(b, before))
    const without = isCommon ? removeCorner(neighbour, shared.ref) : undefined
    return without === undefined ? [] : [[neighbour, without] as const]
  })
}
