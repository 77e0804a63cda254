/** Select and reshape: corners can be dragged, pulled out of edges and taken out; nothing moves as a whole here. */
import { type CourseFeature, EMPTY_DIFF, featureTitle } from '@greensward/domain'
import type { XY } from '@greensward/geometry'
import { commit, refuse } from '../commit.ts'
import { cornerAt, insertCorner, moveCorner } from '../corners.ts'
import {
  type Drag,
  type EditorState,
  featureOf,
  type Pointer,
  type PointerHappening,
  REACH_PX,
  reachM,
  targetOf,
  type World,
} from '../editorState.ts'
import { nearCorner, nearEdge, nearMiddle, snapAt } from '../near.ts'
import { movedWith, sharedCorners, sharedEdges } from '../shared.ts'
import { selectedInBox } from './boxSelection.ts'

/** Less than this is a click with a trembling hand. */
const TREMBLE_PX = 3
/** Edges shorter than this on the screen have no handle in their middle. */
export const LEAST_EDGE_PX = 56
/** Only a mouse can drag an edge: a finger that moves the map touches edges all the time. */
const EDGE_PX = 6

export const awayM = (world: World, a: Pointer, b: Pointer): number => {
  const [p, q] = [world.plane.toFlat(a.at), world.plane.toFlat(b.at)]
  return Math.hypot(p[0] - q[0], p[1] - q[1])
}

/** Where a round thing's handle is: east of its centre, on its rim. */
export const rimOf = (feature: CourseFeature, radiusM: number, world: World): readonly [number, number] => {
  if (feature.geometry.type !== 'Point') return [0, 0]
  const [x, y] = world.plane.toFlat(feature.geometry.coordinates)
  return [x + radiusM, y]
}

/** A mouse draws the corner to its point; a finger keeps the distance at which it took hold. */
const holdOf = (pointer: Pointer, place: XY, corner: XY): XY =>
  pointer.touch ? [corner[0] - place[0], corner[1] - place[1]] : [0, 0]

/** Where a corner is that is held. */
const heldAt = ({ hold }: { readonly hold: XY }, pointer: Pointer, world: World): Pointer => {
  if (hold[0] === 0 && hold[1] === 0) return pointer
  const [x, y] = world.plane.toFlat(pointer.at)
  return { ...pointer, at: world.plane.toPosition([x + hold[0], y + hold[1]]) }
}

/** Neighbours keep their common boundary while things snap to each other. */
const withNeighbours = ({ snaps }: EditorState, { alt }: Pointer): boolean => snaps && !alt

/** The part of the selected object under the pointer. */
const grabbed = (state: EditorState, target: CourseFeature, pointer: Pointer, world: World): Drag | null => {
  const place = world.plane.toFlat(pointer.at)
  const reach = reachM(pointer)
  const flat = world.plane.flatOf(target)
  if (target.kind === 'radius') {
    const [x, y] = rimOf(target, target.properties.radiusM, world)
    if (Math.hypot(x - place[0], y - place[1]) <= reach)
      return { kind: 'radius', feature: target, radiusM: target.properties.radiusM, moved: false }
  }
  const corner = nearCorner(flat, place, reach)
  const leastM = LEAST_EDGE_PX * pointer.metresPerPixel
  const middle = nearMiddle(flat, place, reach * 0.8, leastM)
  if (corner !== null && (middle === null || corner.awayM <= middle.awayM * 1.5))
    return {
      kind: 'corner',
      shape: target,
      ref: corner.ref,
      to: pointer.at,
      hold: holdOf(pointer, place, corner.place),
      isNew: false,
      moved: false,
      shared: withNeighbours(state, pointer) ? sharedCorners(state, world, target, corner.ref) : [],
    }
  const edge = middle ?? (pointer.touch ? null : nearEdge(flat, place, EDGE_PX * pointer.metresPerPixel))
  if (edge === null || target.geometry.type === 'Point') return null
  const ref = { path: edge.ref.path, index: edge.ref.index + 1 }
  const shape = insertCorner(target, ref, world.plane.toPosition(edge.place))
  return {
    kind: 'corner',
    shape,
    ref,
    to: pointer.at,
    hold: holdOf(pointer, place, edge.place),
    isNew: true,
    moved: false,
    shared: withNeighbours(state, pointer) ? sharedEdges(state, world, target, ref) : [],
  }
}

const snapped = (state: EditorState, pointer: Pointer, world: World, except: readonly string[]) => {
  if (!state.snaps || pointer.alt) return null
  return snapAt({
    plane: world.plane,
    place: world.plane.toFlat(pointer.at),
    reachM: reachM(pointer) * (pointer.touch ? 0.7 : 1),
    features: state.features.filter(world.isShown),
    except: new Set(except),
  })
}

/** The distance between two positions, which tells whether a drag has started. */
const hasMoved = (state: EditorState, pointer: Pointer, world: World): boolean =>
  state.pointer !== null && awayM(world, state.pointer, pointer) > TREMBLE_PX * pointer.metresPerPixel

const dragged = (state: EditorState, pointer: Pointer, world: World): EditorState => {
  const { drag } = state
  switch (drag?.kind) {
    case 'corner': {
      const moved = drag.moved || hasMoved(state, pointer, world)
      const held = heldAt(drag, pointer, world)
      const except = [drag.shape.id, ...drag.shared.map(({ id }) => id)]
      const snap = moved ? snapped(state, held, world, except) : null
      // The pointer stays where it went down until the drag has started.
      return {
        ...state,
        snap,
        pointer: moved ? pointer : state.pointer,
        drag: { ...drag, moved, to: snap?.at ?? held.at },
      }
    }
    case 'radius': {
      const centre = rimOf(drag.feature, 0, world)
      const [x, y] = world.plane.toFlat(pointer.at)
      const radiusM = Math.round(Math.hypot(x - centre[0], y - centre[1]) * 100) / 100
      return { ...state, drag: { ...drag, radiusM: Math.min(1_000, Math.max(0.1, radiusM)), moved: true } }
    }
    case 'box':
      return { ...state, drag: { ...drag, to: pointer, moved: true } }
    default:
      return state
  }
}

const dropped = (state: EditorState, pointer: Pointer, world: World): EditorState => {
  const { drag } = state
  const ended = { ...state, drag: null, snap: null, pointer }
  switch (drag?.kind) {
    case 'corner': {
      const before = featureOf(state, drag.shape.id)
      if (before === undefined) return ended
      if (!drag.moved) return drag.isNew ? ended : { ...ended, corner: drag.ref }
      const after = moveCorner(drag.shape, drag.ref, drag.to)
      const label = world.say(drag.isNew ? 'cornerAdded' : 'cornerMoved', { title: featureTitle(before) })
      const updated = [[before, after] as const, ...movedWith(state, drag.shared, drag.to)]
      return commit({ ...ended, corner: drag.ref }, world, label, { ...EMPTY_DIFF, updated })
    }
    case 'radius': {
      const before = featureOf(state, drag.feature.id)
      if (before?.kind !== 'radius' || !drag.moved) return ended
      const after = { ...before, properties: { ...before.properties, radiusM: drag.radiusM } }
      const label = world.say('radiusChanged', { title: featureTitle(before) })
      return commit(ended, world, label, { ...EMPTY_DIFF, updated: [[before, after]] })
    }
    case 'box':
      return selectedInBox(ended, drag.from, drag.to, world)
    default:
      return ended
  }
}

/** A click selects; a second click at the position selects the object below; shift adds or removes. */
export const clicked = (state: EditorState, pointer: Pointer, world: World, adds = pointer.shift): EditorState => {
  const found = pointer.found.filter(id => featureOf(state, id) !== undefined)
  const last = state.lastClick === null ? null : world.plane.toFlat(state.lastClick)
  const [x, y] = world.plane.toFlat(pointer.at)
  const isSamePlace = last !== null && Math.hypot(last[0] - x, last[1] - y) <= REACH_PX.mouse * pointer.metresPerPixel
  const next = { ...state, lastClick: pointer.at, notice: null }
  const [first] = found
  if (adds) {
    if (first === undefined) return next
    const selection = state.selection.includes(first)
      ? state.selection.filter(id => id !== first)
      : [...state.selection, first]
    return { ...next, selection, corner: null }
  }
  const at = isSamePlace && state.selection.length === 1 ? found.indexOf(state.selection[0] ?? '') : -1
  const chosen = found[(at + 1) % Math.max(1, found.length)]
  if (chosen === undefined) return { ...next, selection: [], corner: null }
  const selection = state.selection.length === 1 && state.selection[0] === chosen ? state.selection : [chosen]
  const selected = { ...next, selection, corner: null }
  return world.busy.has(chosen) ? refuse(selected, 'busyEdit') : selected
}

/** A press on a corner chooses it, and one on the middle of an edge makes a corner there: that takes no drag. */
const pressedHandle = (state: EditorState, pointer: Pointer, world: World): EditorState | null => {
  const target = targetOf(state, world)
  const hold = target === undefined || pointer.shift ? null : grabbed(state, target, pointer, world)
  if (target === undefined || hold?.kind !== 'corner' || target.geometry.type === 'Point') return null
  if (!hold.isNew) return { ...state, corner: hold.ref, lastClick: pointer.at }
  const middle = nearMiddle(
    world.plane.flatOf(target),
    world.plane.toFlat(pointer.at),
    reachM(pointer) * 0.8,
    LEAST_EDGE_PX * pointer.metresPerPixel,
  )
  if (middle === null) return null
  const label = world.say('cornerAdded', { title: featureTitle(target) })
  const at = cornerAt(hold.shape, hold.ref)
  const updated = [[target, hold.shape] as const, ...(at === undefined ? [] : movedWith(state, hold.shared, at))]
  const added = commit(state, world, label, { ...EMPTY_DIFF, updated })
  return { ...added, corner: hold.ref, lastClick: pointer.at }
}

export const selectMode = (state: EditorState, { type, pointer }: PointerHappening, world: World): EditorState => {
  switch (type) {
    case 'hover':
      return { ...state, pointer }
    case 'down': {
      const boxes = state.tool.kind === 'box' || (pointer.shift && !pointer.touch)
      if (boxes) return { ...state, pointer, drag: { kind: 'box', from: pointer, to: pointer, moved: false } }
      const target = targetOf(state, world)
      const drag = target === undefined ? null : grabbed(state, target, pointer, world)
      return { ...state, pointer, drag }
    }
    case 'drag':
      return dragged(state, pointer, world)
    case 'up': {
      const { drag } = state
      // A box that was not pulled up is a click, which comes by itself.
      if (drag?.kind === 'box' && awayM(world, drag.from, pointer) <= TREMBLE_PX * pointer.metresPerPixel)
        return { ...state, drag: null, pointer }
      return dropped(state, pointer, world)
    }
    case 'click':
      return (
        pressedHandle(state, pointer, world) ??
        clicked(state, pointer, world, pointer.shift || state.tool.kind === 'box')
      )
    case 'doubleClick':
      return state
  }
}

export { snapped }
