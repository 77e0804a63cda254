/**
 * Where the editor meets the map: what a mouse or a finger does goes in as places on the earth with what lies under them, what
 * the editor wants to see comes out as a picture above the map. It decides nothing by itself.
 */
import PointerInteraction from 'ol/interaction/Pointer.js'
import type OlMap from 'ol/Map.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type { Drawing } from '../map-editor/drawingOf.ts'
import type { Pointer, PointerEventType } from '../map-editor/editorState.ts'
import { drawEdit, type MapBelow } from './editMarks.ts'
import { makeOverlay } from './overlay.ts'
import { groundMetresPerUnit, toPosition } from './project.ts'

export interface EditSession {
  /** True where the editor took it for itself: the map then stays where it is. */
  readonly happened: (type: PointerEventType, pointer: Pointer) => boolean
  readonly left: () => void
  readonly givenUp: () => void
  readonly drawing: () => Drawing
}

export interface EditSurface {
  readonly repaint: () => void
  /** Whether something is held that no name should be written over. */
  readonly isBusy: () => boolean
  readonly stop: () => void
}

/** The largest distance between the two clicks of a double click. */
const DOUBLE_PX = 12

const isTouch = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch'

/** @param found features under a pixel, the top one first */
export const startEditSurface = (
  map: OlMap,
  element: HTMLElement,
  session: EditSession,
  found: (pixel: readonly [number, number], touch: boolean) => readonly string[],
): EditSurface => {
  let cursor = ''
  const below: MapBelow = {
    layers: () => [...element.querySelectorAll<HTMLCanvasElement>('.ol-layers canvas')],
    isFree: (x, y) => {
      const { left, top } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + x, top + y))
    },
  }
  const overlay = makeOverlay((pen, plane) => {
    const drawing = session.drawing()
    drawEdit(pen, plane, drawing, below)
    cursor = drawing.cursor
    if (element.style.cursor !== cursor) element.style.cursor = cursor
    return Number.POSITIVE_INFINITY
  }, 0)
  const pointerOf = (event: MapBrowserEvent, picks: boolean): Pointer => {
    const original = event.originalEvent as MouseEvent
    const touch = isTouch(original)
    const [x = 0, y = 0] = event.pixel
    const view = map.getView()
    const metresPerPixel = (view.getResolution() ?? 1) * groundMetresPerUnit(event.coordinate[1] ?? 0)
    return {
      at: toPosition(event.coordinate),
      metresPerPixel,
      rotationDeg: ((((view.getRotation() * 180) / Math.PI) % 360) + 360) % 360,
      touch,
      shift: original.shiftKey || original.ctrlKey || original.metaKey,
      alt: original.altKey,
      found: picks ? found([x, y], touch) : [],
    }
  }
  const tell = (type: PointerEventType, event: MapBrowserEvent, picks: boolean): boolean =>
    session.happened(type, pointerOf(event, picks))

  class Hand extends PointerInteraction {
    #held = false
    #clicks: readonly (readonly number[])[] = []

    override handleEvent(event: MapBrowserEvent): boolean {
      if (event.type === 'click') {
        this.#clicks = [...this.#clicks.slice(-1), event.pixel]
        tell('click', event, true)
        return false
      }
      if (event.type === 'dblclick') {
        // Two quick clicks at two positions are two corners, not a double click.
        const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = this.#clicks
        if (Math.hypot(x1 - x2, y1 - y2) > DOUBLE_PX) return false
        // One that the editor has no use for still zooms.
        return !tell('doubleClick', event, true)
      }
      return super.handleEvent(event)
    }

    override handleDownEvent(event: MapBrowserEvent): boolean {
      const original = event.originalEvent
      if (original instanceof MouseEvent && original.button !== 0) return false
      if (this.targetPointers.length > 1) {
        session.givenUp()
        this.#held = false
        return false
      }
      this.#held = tell('down', event, true)
      return this.#held
    }

    override handleDragEvent(event: MapBrowserEvent): void {
      if (this.targetPointers.length === 1) tell('drag', event, false)
    }

    override handleUpEvent(event: MapBrowserEvent): boolean {
      if (this.#held) tell('up', event, false)
      this.#held = false
      return false
    }

    override handleMoveEvent(event: MapBrowserEvent): void {
      if (!event.dragging && !isTouch(event.originalEvent)) tell('hover', event, true)
    }
  }
  const hand = new Hand()
  // Two fingers zoom also when the first of them had taken hold of something.
  const onSecondFinger = (event: PointerEvent): void => {
    if (!event.isPrimary && event.pointerType === 'touch') session.givenUp()
  }
  const onLeave = (): void => session.left()
  element.addEventListener('pointerdown', onSecondFinger, { capture: true })
  element.addEventListener('pointerleave', onLeave)
  map.addInteraction(hand)
  map.addLayer(overlay.layer)
  return {
    repaint: overlay.repaint,
    isBusy: () => cursor !== '' && cursor !== 'pointer',
    stop: () => {
      element.removeEventListener('pointerdown', onSecondFinger, { capture: true })
      element.removeEventListener('pointerleave', onLeave)
      element.style.cursor = ''
      map.removeInteraction(hand)
      map.removeLayer(overlay.layer)
      overlay.stop()
    },
  }
}
