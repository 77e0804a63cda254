/** Everything that is drawn point by point: new things, the line of a split, the shape of a cut, a measurement. */
import { type CourseFeature, EMPTY_DIFF, featureTitle, type Position } from '@greensward/domain'
import { simplifyLine } from '@greensward/geometry'
import { backToSelect, commit, refuse } from '../commit.ts'
import {
  type EditorState,
  NO_SKETCH,
  type Pointer,
  type PointerHappening,
  reachM,
  selectedFeatures,
  type World,
} from '../editorState.ts'
import { edgeBetween } from '../followEdge.ts'
import { holeUnder } from '../holeUnder.ts'
import { type DrawnShape, newFeature, SHAPE_OF } from '../newFeature.ts'
import { roundedPosition } from '../plane.ts'
import { SIMPLER_WITHIN_M } from '../shaping.ts'
import { cutDiff, splitDiff } from '../surgery.ts'
import { snapped } from './selectMode.ts'

/** A second click this near to the last point ends a drawing instead of adding a point. */
const SAME_POINT_PX = 4
/** A traced line has a point as often as this, and is then thinned to corners that a person can reshape. */
const TRACE_PX = 4
const TRACE_TOLERANCE_PX = 1.5
/** The radius of a round object that is placed with one press. */
const USUAL_RADIUS_M = 3

/** The kind that the active tool draws; null if it draws nothing. */
export const drawnShape = ({ tool }: EditorState): DrawnShape | 'circle' | null => {
  switch (tool.kind) {
    case 'draw':
      return tool.feature === 'radius' ? 'circle' : SHAPE_OF[tool.feature]
    case 'split':
    case 'measure':
      return 'line'
    case 'cut':
      return 'polygon'
    default:
      return null
  }
}

const nameOf = (state: EditorState, world: World): string => {
  const { tool } = state
  if (tool.kind !== 'draw') return ''
  const alike = state.features.filter(
    feature =>
      feature.kind === tool.feature &&
      (feature.kind !== 'zone' || tool.zoneTypeId === null || feature.properties.zoneTypeId === tool.zoneTypeId),
  )
  const taken = new Set(alike.map(featureTitle))
  const type = world.zoneTypes.find(({ id }) => id === tool.zoneTypeId)
  const name = (number: number): string =>
    type !== undefined && tool.feature === 'zone'
      ? `${type.name} ${number}`
      : `${world.say(`kind.${tool.feature}`)} ${number}`
  let number = alike.length + 1
  while (taken.has(name(number))) number++
  return name(number)
}

/** Puts a new thing on the map and takes hold of it. */
const put = (state: EditorState, world: World, points: readonly Position[], radiusM: number | null): EditorState => {
  const { tool } = state
  if (tool.kind !== 'draw') return state
  const made = newFeature({
    id: world.newId(),
    kind: tool.feature,
    points: points.map(roundedPosition),
    title: nameOf(state, world),
    zoneTypeId: tool.zoneTypeId ?? world.zoneTypes[0]?.id ?? '',
    author: world.author,
    now: world.now(),
    holes: state.features.flatMap(feature => (feature.kind === 'hole' ? [feature.properties.name] : [])),
    ...(tool.feature === 'zone' || tool.feature === 'missionArea'
      ? { holeId: holeUnder(points, state.features, world.plane) }
      : {}),
  })
  if (made === undefined) return refuse(state, drawnShape(state) === 'polygon' ? 'threeCorners' : 'twoPoints')
  const feature: CourseFeature =
    made.kind === 'radius' ? { ...made, properties: { ...made.properties, radiusM: radiusM ?? USUAL_RADIUS_M } } : made
  // The tool stays in the hand: the next bunker follows without another way to the menu.
  const drawnAt = state.pointer?.at ?? null
  const rested: EditorState = { ...state, sketch: NO_SKETCH, drag: null, snap: null, drawnAt }
  const added = commit(rested, world, world.say('added', { title: featureTitle(feature) }), {
    ...EMPTY_DIFF,
    added: [feature],
  })
  return added.features === state.features ? added : { ...added, selection: [feature.id], corner: null }
}

/** Ends what is being drawn; the drawing stays where it cannot be ended yet. */
export const finished = (state: EditorState, world: World): EditorState => {
  const { points } = state.sketch
  const shape = drawnShape(state)
  switch (state.tool.kind) {
    case 'draw': {
      const [centre] = points
      if (shape === 'circle') return centre === undefined ? state : put(state, world, [centre], null)
      return put(state, world, points, null)
    }
    case 'split': {
      if (points.length < 2) return refuse(state, 'twoPoints')
      const outcome = splitDiff(selectedFeatures(state), points, world.plane, world.newId)
      if (!outcome.ok) return refuse({ ...state, sketch: NO_SKETCH }, outcome.error.key, outcome.error.values)
      const parts = [...outcome.diff.updated.map(([, { id }]) => id), ...outcome.diff.added.map(({ id }) => id)]
      const done = commit(backToSelect(state), world, world.say('split', titleValues(state)), outcome.diff)
      return done.features === state.features ? done : { ...done, selection: parts }
    }
    case 'cut': {
      const [first] = points
      if (first === undefined || points.length < 3) return refuse(state, 'threeCorners')
      const ring = [...points, first].map(([lon, lat]): [number, number] => [lon, lat])
      const ground = { type: 'Polygon' as const, coordinates: [ring] }
      const outcome = cutDiff(selectedFeatures(state), ground, world.newId)
      if (!outcome.ok) return refuse({ ...state, sketch: NO_SKETCH }, outcome.error.key, outcome.error.values)
      return commit(backToSelect(state), world, world.say('cut', titleValues(state)), outcome.diff)
    }
    case 'measure':
      return points.length < 2 ? state : { ...state, sketch: { ...state.sketch, isDone: true } }
    default:
      return state
  }
}

const titleValues = (state: EditorState): { readonly title: string } => {
  const [first] = selectedFeatures(state)
  return { title: first === undefined ? '' : featureTitle(first) }
}

/** One more point, typed or pressed. */
export const withPoint = (state: EditorState, world: World, at: Position): EditorState => {
  const shape = drawnShape(state)
  if (shape === null) return state
  if (shape === 'point') return put(state, world, [at], null)
  const [centre] = state.sketch.points
  if (shape === 'circle' && centre !== undefined) return put(state, world, [centre], radiusTo(world, centre, at))
  const points = state.sketch.isDone ? [] : state.sketch.points
  return { ...state, notice: null, sketch: { ...NO_SKETCH, points: [...points, roundedPosition(at)] } }
}

const radiusTo = (world: World, centre: Position, at: Position): number => {
  const [a, b] = [world.plane.toFlat(centre), world.plane.toFlat(at)]
  const radiusM = Math.hypot(a[0] - b[0], a[1] - b[1])
  return Math.min(1_000, Math.max(0.1, Math.round(radiusM * 100) / 100))
}

const isNear = (world: World, a: Position | undefined, b: Position, withinM: number): boolean => {
  if (a === undefined) return false
  const [p, q] = [world.plane.toFlat(a), world.plane.toFlat(b)]
  return Math.hypot(p[0] - q[0], p[1] - q[1]) <= withinM
}

/** Whether a press here closes the shape on its first corner. */
export const closesHere = (state: EditorState, pointer: Pointer, world: World): boolean => {
  const shape = drawnShape(state)
  const { points, isDone } = state.sketch
  const isArea = shape === 'polygon' || state.tool.kind === 'measure'
  return isArea && !isDone && points.length > 2 && isNear(world, points[0], pointer.at, reachM(pointer))
}

/** Whether what is drawn has an outline or a line that one drag can draw whole. */
export const canBeTraced = (state: EditorState): boolean => {
  const shape = drawnShape(state)
  const isDrawn = state.tool.kind === 'draw' || state.tool.kind === 'cut'
  const isBegun = state.sketch.points.length > 0 && state.drag?.kind !== 'trace'
  return isDrawn && (shape === 'polygon' || shape === 'line') && !isBegun
}

/** A hand that traces holds Shift or has chosen to draw freehand: without it a drag moves the map. */
const traces = (state: EditorState, { shift, alt }: Pointer): boolean =>
  (shift || state.freehand) && !alt && canBeTraced(state)

/** The corners of what was traced; an area that came back to its start has no second corner there. */
const tracedPoints = (state: EditorState, pointer: Pointer, world: World): readonly Position[] => {
  const flat = [...state.sketch.points, pointer.at].map(world.plane.toFlat)
  const thin = simplifyLine(flat, TRACE_TOLERANCE_PX * pointer.metresPerPixel).map(world.plane.toPosition)
  const isBack = drawnShape(state) === 'polygon' && isNear(world, thin.at(0), pointer.at, 2 * reachM(pointer))
  return isBack ? thin.slice(0, -1) : thin
}

/** Who walks around an area ends within this of where they began, metres. */
const BACK_WITHIN_M = 1.5

/** What was walked, with the corners that it needs; an area that ends at its start has one corner there. */
export const trackThinned = (state: EditorState, world: World): EditorState => {
  const { points } = state.sketch
  const thin = simplifyLine(points.map(world.plane.toFlat), SIMPLER_WITHIN_M).map(world.plane.toPosition)
  const [first] = thin
  const last = thin.at(-1)
  const isBack = thin.length > 3 && last !== undefined && isNear(world, first, last, BACK_WITHIN_M)
  const kept = drawnShape(state) === 'polygon' && isBack ? thin.slice(0, -1) : thin
  return { ...state, sketch: { ...NO_SKETCH, points: kept } }
}

export const mayFollowEdge = (state: EditorState): boolean => {
  const shape = drawnShape(state)
  const { points, isDone } = state.sketch
  return (shape === 'polygon' || shape === 'line') && points.length > 1 && !isDone
}

export const edgeFollowed = (state: EditorState, world: World): EditorState => {
  const { points } = state.sketch
  const [from, to] = points.slice(-2)
  if (!mayFollowEdge(state) || from === undefined || to === undefined) return state
  const between = edgeBetween(state.features, world, from, to)
  if (between === undefined) return refuse(state, 'noEdge')
  const sketch = { ...NO_SKETCH, points: [...points.slice(0, -1), ...between, to], followed: between.length }
  return { ...state, notice: null, sketch }
}

export const takenBack = (state: EditorState): EditorState => {
  const { points, undone, followed } = state.sketch
  if (followed > 0) {
    const [before, last] = [points.slice(0, -1 - followed), points.slice(-1)]
    return { ...state, sketch: { ...NO_SKETCH, points: [...before, ...last] } }
  }
  const last = points.at(-1)
  return last === undefined
    ? state
    : { ...state, sketch: { ...NO_SKETCH, points: points.slice(0, -1), undone: [...undone, last] } }
}

export const putBack = (state: EditorState): EditorState => {
  const { points, undone } = state.sketch
  const next = undone.at(-1)
  return next === undefined
    ? state
    : { ...state, sketch: { ...NO_SKETCH, points: [...points, next], undone: undone.slice(0, -1) } }
}

export const sketchMode = (state: EditorState, { type, pointer }: PointerHappening, world: World): EditorState => {
  const shape = drawnShape(state)
  const { drag, sketch } = state
  const snap = (): EditorState['snap'] =>
    shape === 'point' || shape === 'circle' || closesHere(state, pointer, world)
      ? null
      : snapped(state, pointer, world, [])
  switch (type) {
    case 'hover': {
      const isAway = !isNear(world, state.drawnAt ?? undefined, pointer.at, SAME_POINT_PX * pointer.metresPerPixel)
      return { ...state, pointer, snap: snap(), ...(isAway ? { drawnAt: null } : {}) }
    }
    case 'down':
      if (traces(state, pointer))
        return {
          ...state,
          pointer,
          drag: { kind: 'trace', moved: false },
          sketch: { ...NO_SKETCH, points: [pointer.at] },
        }
      // A round thing is pulled up from its centre; everything else is pressed point by point, and a drag moves the map.
      return shape === 'circle' && sketch.points.length === 0
        ? { ...state, pointer, drag: { kind: 'newRadius', centre: pointer.at, radiusM: 0, moved: false } }
        : { ...state, pointer }
    case 'drag': {
      if (drag?.kind === 'trace') {
        if (isNear(world, sketch.points.at(-1), pointer.at, TRACE_PX * pointer.metresPerPixel))
          return { ...state, pointer }
        return {
          ...state,
          pointer,
          drag: { ...drag, moved: true },
          sketch: { ...sketch, points: [...sketch.points, pointer.at] },
        }
      }
      if (drag?.kind !== 'newRadius') return state
      const pulled = isNear(world, drag.centre, pointer.at, SAME_POINT_PX * pointer.metresPerPixel)
      return {
        ...state,
        pointer,
        drag: { ...drag, radiusM: radiusTo(world, drag.centre, pointer.at), moved: drag.moved || !pulled },
      }
    }
    case 'up': {
      if (drag?.kind === 'trace') {
        const ended: EditorState = { ...state, pointer, drag: null, snap: null, sketch: NO_SKETCH }
        if (!drag.moved) return ended
        const points = tracedPoints(state, pointer, world)
        const done = finished({ ...ended, sketch: { ...NO_SKETCH, points } }, world)
        // The next one may begin where this one ended; what is too small to be one is not kept as corners.
        return { ...done, drawnAt: null, sketch: NO_SKETCH }
      }
      if (drag?.kind !== 'newRadius') return { ...state, pointer }
      const ended = { ...state, pointer, drag: null }
      return drag.moved ? put(ended, world, [drag.centre], drag.radiusM) : ended
    }
    case 'click': {
      if (closesHere(state, pointer, world))
        return state.tool.kind === 'measure'
          ? { ...state, sketch: { ...sketch, isDone: true, isClosed: true } }
          : finished(state, world)
      if (state.drawnAt !== null && isNear(world, state.drawnAt, pointer.at, SAME_POINT_PX * pointer.metresPerPixel))
        return { ...state, pointer, drawnAt: null }
      const at = snap()?.at ?? pointer.at
      if (isNear(world, sketch.points.at(-1), at, SAME_POINT_PX * pointer.metresPerPixel) && !sketch.isDone)
        return state
      return { ...withPoint(state, world, at), pointer, snap: null }
    }
    case 'doubleClick':
      return sketch.points.length === 0 ? state : finished(state, world)
  }
}
