/**
 * The things in a box that is pulled up on the screen. To the right it takes what is wholly inside of it, to the left also what
 * it touches, as drawing programs have it: nobody selects a fairway by accident who wants the bunkers on it.
 */
import type { CourseFeature } from '@greensward/domain'
import type { XY } from '@greensward/geometry'
import type { EditorState, Pointer, World } from '../editorState.ts'
import type { FlatPath } from '../plane.ts'

interface Box {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

const grownBy = ({ left, right, bottom, top }: Box, metres: number): Box => ({
  left: left - metres,
  right: right + metres,
  bottom: bottom - metres,
  top: top + metres,
})

/** Whether an edge begins in a box, ends there or crosses it: Liang and Barsky, 1984. */
const enters = ([ax, ay]: XY, [bx, by]: XY, box: Box): boolean => {
  let [from, to] = [0, 1]
  for (const [step, room] of [
    [ax - bx, ax - box.left],
    [bx - ax, box.right - ax],
    [ay - by, ay - box.bottom],
    [by - ay, box.top - ay],
  ] as const) {
    if (step === 0) {
      if (room < 0) return false
    } else if (step < 0) from = Math.max(from, room / step)
    else to = Math.min(to, room / step)
    if (from > to) return false
  }
  return true
}

const isIn = ([x, y]: XY, box: Box): boolean => x >= box.left && x <= box.right && y >= box.bottom && y <= box.top

/** From the place where the box begins, along the edges of the screen, which may be turned against north. */
const onScreenOf = (from: Pointer, world: World): ((place: XY) => XY) => {
  const turn = (from.rotationDeg * Math.PI) / 180
  const [x0, y0] = world.plane.toFlat(from.at)
  return ([x, y]) => [
    (x - x0) * Math.cos(turn) - (y - y0) * Math.sin(turn),
    (x - x0) * Math.sin(turn) + (y - y0) * Math.cos(turn),
  ]
}

/** Whether a box from one pointer to another takes also what it only touches. */
export const takesTouched = (from: Pointer, to: Pointer, world: World): boolean =>
  onScreenOf(from, world)(world.plane.toFlat(to.at))[0] < 0

/** Selects what is in the box; with shift held beside what was selected before. */
export const selectedInBox = (state: EditorState, from: Pointer, to: Pointer, world: World): EditorState => {
  const onScreen = onScreenOf(from, world)
  const [width, height] = onScreen(world.plane.toFlat(to.at))
  const pulled: Box = {
    left: Math.min(0, width),
    right: Math.max(0, width),
    bottom: Math.min(0, height),
    top: Math.max(0, height),
  }
  const touched = takesTouched(from, to, world)
  const placesOf = ({ xy, count }: FlatPath): readonly XY[] =>
    Array.from({ length: count }, (_, index) => onScreen([xy[2 * index] ?? 0, xy[2 * index + 1] ?? 0]))
  const isTaken = (feature: CourseFeature): boolean => {
    const { paths } = world.plane.flatOf(feature)
    // A round thing is as far around its centre as its radius says.
    const radiusM = feature.kind === 'radius' ? feature.properties.radiusM : 0
    const box = grownBy(pulled, touched ? radiusM : -radiusM)
    if (!touched) return paths.every(path => placesOf(path).every(place => isIn(place, box)))
    return paths.some(path => {
      const places = placesOf(path)
      const nextOf = (index: number): XY | undefined => places[index + 1] ?? (path.closed ? places[0] : undefined)
      return places.some((place, index) => enters(place, nextOf(index) ?? place, box))
    })
  }
  const found = state.features.filter(feature => world.isShown(feature) && isTaken(feature)).map(({ id }) => id)
  const kept = from.shift ? state.selection.filter(id => !found.includes(id)) : []
  return { ...state, selection: [...kept, ...found], corner: null }
}
