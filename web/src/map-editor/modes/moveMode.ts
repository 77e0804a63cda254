/** The tool that moves whole objects: only objects that were selected before, and only when they are grabbed. */
import { EMPTY_DIFF, featureTitle } from '@greensward/domain'
import { commit } from '../commit.ts'
import { shifted } from '../corners.ts'
import {
  type EditorState,
  type Pointer,
  type PointerHappening,
  reachM,
  selectedFeatures,
  type World,
} from '../editorState.ts'
import { nearEdge } from '../near.ts'
import { isInside } from '../surgery.ts'
import { clicked } from './selectMode.ts'

const TREMBLE_PX = 3

const takesHold = (state: EditorState, pointer: Pointer, world: World): boolean => {
  const place = world.plane.toFlat(pointer.at)
  return selectedFeatures(state).some(feature => {
    if (world.busy.has(feature.id) || !world.mayChange(feature)) return false
    if (pointer.found.includes(feature.id)) return true
    const flat = world.plane.flatOf(feature)
    if (feature.geometry.type !== 'Point')
      return isInside(flat, place) || nearEdge(flat, place, reachM(pointer)) !== null
    const [x, y] = world.plane.toFlat(feature.geometry.coordinates)
    const roomM = feature.kind === 'radius' ? feature.properties.radiusM : 0
    return Math.hypot(x - place[0], y - place[1]) <= Math.max(roomM, reachM(pointer))
  })
}

/** Moves the selected objects by these metres, as one step. */
export const movedBy = (
  state: EditorState,
  world: World,
  eastM: number,
  northM: number,
  join: string | null = null,
): EditorState => {
  const features = selectedFeatures(state)
  const [first] = features
  if (first === undefined || (eastM === 0 && northM === 0)) return { ...state, drag: null }
  // The plane is linear in degrees: one shift fits every corner, and the shape stays what it is.
  const [lon, lat] = world.plane.toPosition([0, 0])
  const [eastLon, northLat] = world.plane.toPosition([eastM, northM])
  const label =
    features.length === 1
      ? world.say('moved', { title: featureTitle(first) })
      : world.say('movedMany', { count: features.length })
  return commit(
    state,
    world,
    label,
    { ...EMPTY_DIFF, updated: features.map(feature => [feature, shifted(feature, eastLon - lon, northLat - lat)]) },
    join,
  )
}

export const moveMode = (state: EditorState, { type, pointer }: PointerHappening, world: World): EditorState => {
  const { drag } = state
  switch (type) {
    case 'hover':
      return { ...state, pointer }
    case 'down': {
      if (!takesHold(state, pointer, world)) return { ...state, pointer }
      const from = world.plane.toFlat(pointer.at)
      return { ...state, pointer, drag: { kind: 'whole', from, to: from, moved: false } }
    }
    case 'drag': {
      if (drag?.kind !== 'whole') return state
      const to = world.plane.toFlat(pointer.at)
      const awayM = Math.hypot(to[0] - drag.from[0], to[1] - drag.from[1])
      const moved = drag.moved || awayM > TREMBLE_PX * pointer.metresPerPixel
      return { ...state, pointer, drag: { ...drag, to: moved ? to : drag.from, moved } }
    }
    case 'up': {
      if (drag?.kind !== 'whole') return { ...state, pointer }
      const ended = { ...state, drag: null, pointer }
      return drag.moved ? movedBy(ended, world, drag.to[0] - drag.from[0], drag.to[1] - drag.from[1]) : ended
    }
    case 'click':
      return clicked(state, pointer, world)
    case 'doubleClick':
      return state
  }
}
