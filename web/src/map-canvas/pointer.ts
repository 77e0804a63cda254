/** The pointer on the drawn course: it names the object below, and a press grabs it. */
import type { Position } from '@greensward/domain'
import type OlMap from 'ol/Map.js'
import type { CourseShape } from './courseSource.ts'
import type { Target } from './marks.ts'
import { nextPicked, type Picked, pick } from './pick.ts'
import { toPosition } from './project.ts'
import type { MapObject } from './scene.ts'

const MOUSE_REACH_PX = 6
const FINGER_REACH_PX = 14
/** Two clicks this close together are on one position. */
const SAME_PLACE_PX = 8

export interface Hovered {
  readonly at: readonly [number, number]
  readonly text: string
}

export interface PointerParts {
  /** A drawing takes every move; an editor takes the presses and leaves the names below the pointer. */
  readonly isTaken: () => 'free' | 'presses' | 'whole'
  readonly selected: () => MapObject | null
  readonly targets: () => readonly Target[]
  readonly shapes: () => readonly CourseShape[]
  readonly missionOf: (featureId: string) => Picked | undefined
  readonly onSelect: (thing: MapObject | null) => void
  readonly onTap: (at: Position) => void
  readonly onHover: () => void
}

export interface Pointer {
  readonly hovered: () => Hovered | null
  /** Names nothing until it moves again. */
  readonly rest: () => void
  /** @param pixel on the map's element */
  readonly pickAt: (pixel: readonly [number, number], isTouch: boolean) => Picked[]
  readonly stop: () => void
}

const isTouch = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch'

export const makePointer = (map: OlMap, element: HTMLElement, parts: PointerParts): Pointer => {
  let hovered: Hovered | null = null
  let lastClick: readonly [number, number] | null = null

  const setHover = (next: Hovered | null): void => {
    if (next === null && hovered === null) return
    hovered = next
    if (parts.isTaken() === 'free') element.style.cursor = next === null ? '' : 'pointer'
    parts.onHover()
  }
  const pickAt: Pointer['pickAt'] = (pixel, touches) => {
    const reachPx = touches ? FINGER_REACH_PX : MOUSE_REACH_PX
    const [x = 0, y = 0] = map.getCoordinateFromPixel([...pixel]) ?? []
    return pick({
      pixel,
      coordinate: [x, y],
      reachPx,
      reachUnits: reachPx * (map.getView().getResolution() ?? 1),
      targets: parts.targets(),
      shapes: parts.shapes(),
      missionOf: parts.missionOf,
    })
  }

  map.on('click', event => {
    if (parts.isTaken() !== 'free') return
    const [x = 0, y = 0] = event.pixel
    const samePlace = lastClick !== null && Math.hypot(lastClick[0] - x, lastClick[1] - y) <= SAME_PLACE_PX
    lastClick = [x, y]
    const found = pickAt([x, y], isTouch(event.originalEvent))
    parts.onSelect(nextPicked(found, parts.selected(), samePlace)?.thing ?? null)
    parts.onTap(toPosition(event.coordinate))
  })
  map.on('pointermove', event => {
    if (parts.isTaken() === 'whole' || event.dragging || isTouch(event.originalEvent)) {
      setHover(null)
      return
    }
    const [x = 0, y = 0] = event.pixel
    const first = pickAt([x, y], false)[0]
    setHover(first === undefined ? null : { at: [x, y], text: first.name })
  })
  const rest = (): void => setHover(null)
  element.addEventListener('pointerleave', rest)

  return {
    hovered: () => hovered,
    rest,
    pickAt,
    stop: () => element.removeEventListener('pointerleave', rest),
  }
}
