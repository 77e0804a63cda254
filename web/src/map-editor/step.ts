/** The editor as one pure function: what is, what happens, what is then. */
import { type CourseFeature, EMPTY_DIFF, featureTitle, type Position } from '@greensward/domain'
import { backToSelect, commit, emptied, onToday, redone, refuse, undone } from './commit.ts'
import { type CornerRef, moveCorner, nextCorner, removeCorner } from './corners.ts'
import {
  type EditorEvent,
  type EditorState,
  featureOf,
  NO_SKETCH,
  type PointerHappening,
  selectedFeatures,
  targetOf,
  type World,
} from './editorState.ts'
import { movedBy, moveMode } from './modes/moveMode.ts'
import { selectMode } from './modes/selectMode.ts'
import { duplicated, pasted, reshaped, turnedBy } from './modes/shapeMode.ts'
import { edgeFollowed, finished, putBack, sketchMode, takenBack, trackThinned, withPoint } from './modes/sketchMode.ts'
import { settled } from './rebase.ts'
import { simplified, smoothed } from './shaping.ts'
import { movedWith, removedWith, sharedCorners } from './shared.ts'
import { cutDiff, groundOf, mergeDiff } from './surgery.ts'

/** How far an arrow key moves, metres. */
const NUDGE_M = 0.1
const LONG_NUDGE_M = 1

const happened = (state: EditorState, event: PointerHappening, world: World): EditorState => {
  switch (state.tool.kind) {
    case 'select':
    case 'box':
      return selectMode(state, event, world)
    case 'move':
      return moveMode(state, event, world)
    default:
      return sketchMode(state, event, world)
  }
}

/** What was traced goes with the drag that traced it. */
const withoutDrag = (state: EditorState): EditorState => ({
  ...state,
  drag: null,
  snap: null,
  ...(state.drag?.kind === 'trace' ? { sketch: NO_SKETCH } : {}),
})

const escaped = (state: EditorState): EditorState => {
  if (state.drag !== null) return withoutDrag(state)
  if (state.sketch.points.length > 0) return { ...state, sketch: NO_SKETCH, notice: null }
  if (state.tool.kind !== 'select') return backToSelect(state)
  if (state.corner !== null) return { ...state, corner: null }
  return state.selection.length > 0 ? { ...state, selection: [] } : state
}

const withoutCorner = (state: EditorState, world: World): EditorState => {
  const target = targetOf(state, world)
  if (target === undefined || state.corner === null) return state
  const after = removeCorner(target, state.corner)
  if (after === undefined) return refuse(state, target.geometry.type === 'Polygon' ? 'threeCorners' : 'twoPoints')
  const shared = state.snaps ? removedWith(state, world, target, state.corner) : []
  const label = world.say('cornerRemoved', { title: featureTitle(target) })
  return { ...commit(state, world, label, { ...EMPTY_DIFF, updated: [[target, after], ...shared] }), corner: null }
}

/** Moves a corner, and those of neighbours that are at the same position. */
const withCornerAt = (
  state: EditorState,
  world: World,
  target: CourseFeature,
  ref: CornerRef,
  to: Position,
  join: string | null = null,
): EditorState => {
  const shared = state.snaps ? sharedCorners(state, world, target, ref) : []
  const updated = [[target, moveCorner(target, ref, to)] as const, ...movedWith(state, shared, to)]
  const label = world.say('cornerMoved', { title: featureTitle(target) })
  return commit(state, world, label, { ...EMPTY_DIFF, updated }, join)
}

const nudged = (state: EditorState, world: World, rightM: number, upM: number, rotationDeg: number): EditorState => {
  // On a turned map, up is not north.
  const turn = (rotationDeg * Math.PI) / 180
  const eastM = rightM * Math.cos(turn) + upM * Math.sin(turn)
  const northM = -rightM * Math.sin(turn) + upM * Math.cos(turn)
  if (state.tool.kind === 'move') return movedBy(state, world, eastM, northM, 'nudge')
  const target = targetOf(state, world)
  const { corner } = state
  if (target === undefined || corner === null) return state
  const at = world.plane.flatOf(target).paths[corner.path]
  const [x, y] = [at?.xy[2 * corner.index], at?.xy[2 * corner.index + 1]]
  if (x === undefined || y === undefined) return state
  const to = world.plane.toPosition([x + eastM, y + northM])
  return withCornerAt(state, world, target, corner, to, `nudge ${target.id} ${corner.path} ${corner.index}`)
}

const pressed = (
  state: EditorState,
  { key, shift, rotationDeg }: Extract<EditorEvent, { readonly type: 'key' }>,
  world: World,
): EditorState => {
  const wayM = shift ? LONG_NUDGE_M : NUDGE_M
  switch (key) {
    case 'Escape':
      return escaped(state)
    case 'Enter':
      return state.sketch.points.length > 0 ? { ...finished(state, world), drawnAt: null } : state
    case 'Backspace':
      return takenBack(state)
    case 'Delete':
      return withoutCorner(state, world)
    case 'Tab': {
      const target = targetOf(state, world)
      if (target === undefined || state.tool.kind !== 'select') return state
      return { ...state, corner: nextCorner(target, state.corner, shift) }
    }
    case 'ArrowUp':
      return nudged(state, world, 0, wayM, rotationDeg)
    case 'ArrowDown':
      return nudged(state, world, 0, -wayM, rotationDeg)
    case 'ArrowLeft':
      return nudged(state, world, -wayM, 0, rotationDeg)
    case 'ArrowRight':
      return nudged(state, world, wayM, 0, rotationDeg)
  }
}

const removed = (state: EditorState, world: World): EditorState => {
  const features = selectedFeatures(state)
  const [first] = features
  if (first === undefined) return state
  const label =
    features.length === 1
      ? world.say('removed', { title: featureTitle(first) })
      : world.say('removedMany', { count: features.length })
  return commit(state, world, label, { ...EMPTY_DIFF, removed: features })
}

const merged = (state: EditorState, world: World): EditorState => {
  const features = selectedFeatures(state)
  const outcome = mergeDiff(features, world.plane)
  if (!outcome.ok) return refuse(state, outcome.error.key, outcome.error.values)
  return commit(state, world, world.say('merged', { count: features.length }), outcome.diff)
}

const cutOut = (state: EditorState, world: World, from: string, cutterId: string): EditorState => {
  const target = featureOf(state, from)
  const cutter = featureOf(state, cutterId)
  const ground = cutter === undefined ? null : groundOf(cutter)
  if (target === undefined || cutter === undefined || ground === null) return state
  const outcome = cutDiff([target], ground, world.newId)
  if (!outcome.ok) return refuse(state, outcome.error.key, outcome.error.values)
  const label = world.say('cutOut', { title: featureTitle(target), cutter: featureTitle(cutter) })
  return commit(state, world, label, outcome.diff)
}

const needsSelection = (state: EditorState, kind: string): boolean =>
  (kind === 'split' || kind === 'cut' || kind === 'move') && state.selection.length === 0

const settle = (
  state: EditorState,
  world: World,
  { id, whose }: Extract<EditorEvent, { readonly type: 'settle' }>,
): EditorState => {
  const conflict = state.conflicts.find(other => other.id === id)
  return conflict === undefined ? state : onToday(state, settled(state.history, conflict, whose), world)
}

const sameCourse = (state: EditorState, world: World): boolean =>
  state.history.done.length === 0 && state.history.undone.length === 0 && state.features === world.today

export const step = (state: EditorState, event: EditorEvent, world: World): EditorState => {
  switch (event.type) {
    case 'leave':
      return state.drag === null ? { ...state, pointer: null, snap: null } : state
    case 'giveUp':
      return state.drag === null ? state : withoutDrag(state)
    case 'key':
      return pressed(state, event, world)
    case 'use':
      return needsSelection(state, event.tool.kind)
        ? refuse(state, 'selectFirst')
        : {
            ...backToSelect(state),
            tool: event.tool,
            corner: null,
            notice: null,
            // From here on what is selected was drawn with this tool.
            ...(event.tool.kind === 'draw' ? { selection: [] } : {}),
          }
    case 'snaps':
      return { ...state, snaps: event.on, snap: null }
    case 'freehand':
      return { ...state, freehand: event.on }
    case 'select': {
      const known = event.ids.filter(id => featureOf(state, id) !== undefined)
      if (event.how === 'only') return { ...state, selection: known, corner: null, drag: null }
      const kept = state.selection.filter(id => !known.includes(id))
      return { ...state, selection: [...kept, ...known.filter(id => !state.selection.includes(id))], corner: null }
    }
    case 'corner':
      return { ...state, corner: event.ref }
    case 'placeCorner': {
      const target = targetOf(state, world)
      return target === undefined ? state : withCornerAt(state, world, target, event.ref, event.to)
    }
    case 'addPoint':
      return withPoint(state, world, event.at)
    case 'followEdge':
      return edgeFollowed(state, world)
    case 'endTrack':
      return finished(trackThinned(state, world), world)
    case 'moveBy':
      return movedBy(state, world, event.eastM, event.northM)
    case 'edit':
      return commit(state, world, event.label, event.diff, event.join)
    case 'removeSelection':
      return removed(state, world)
    case 'merge':
      return merged(state, world)
    case 'copy':
      return state.selection.length === 0 ? state : { ...state, copied: selectedFeatures(state) }
    case 'paste':
      return pasted(state, world)
    case 'duplicate':
      return duplicated(state, world)
    case 'turn':
      return turnedBy(state, world, event.turn, event.join)
    case 'simplify':
      return reshaped(state, world, 'simplified', simplified)
    case 'smooth':
      return reshaped(state, world, 'smoothed', smoothed)
    case 'cutOut':
      return cutOut(state, world, event.from, event.cutter)
    case 'undo':
      // While something is drawn, the last point is what was done last.
      return state.sketch.points.length > 0 && !state.sketch.isDone ? takenBack(state) : undone(state, world)
    case 'redo':
      return state.sketch.undone.length > 0 ? putBack(state) : redone(state, world)
    case 'today':
      return sameCourse(state, world) ? state : onToday(state, state.history, world)
    case 'settle':
      return settle(state, world, event)
    case 'restore':
      return onToday({ ...state, notice: null }, event.history, world)
    case 'saved':
    case 'discard':
      return emptied(state, world)
    default:
      return happened(state, event, world)
  }
}
