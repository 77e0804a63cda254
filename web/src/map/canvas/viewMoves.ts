/** Flights and fits of the view. A view that was fitted and not touched since is fitted anew when its room changes. */
import { createEmpty, extend, isEmpty } from 'ol/extent.js'
import type OlMap from 'ol/Map.js'
import type View from 'ol/View.js'
import type { CourseShape } from './courseSource.ts'

export interface ViewMoves {
  readonly fly: (target: Parameters<View['animate']>[0]) => void
  readonly fitShapes: (shapes: readonly CourseShape[], flies?: boolean) => void
  /** Somebody moved the view: it stays where it is from now on. */
  readonly touch: () => void
  /** Panels came or went. */
  readonly fitAnew: () => void
  readonly stop: () => void
}

const FLIGHT_MS = 350
const AROUND_PX = 24
/** A single tee is not shown as large as it could be, or nobody knows where it lies. */
const NEAREST_ZOOM = 19.5

/** @param still the view jumps instead of flying */
export const makeViewMoves = (map: OlMap, view: View, element: HTMLElement, still: boolean): ViewMoves => {
  let lastFit: (() => void) | null = null
  const touch = (): void => {
    lastFit = null
  }
  const fitAnew = (): void => lastFit?.()
  map.on('pointerdrag', touch)
  map.on('change:size', fitAnew)
  element.addEventListener('wheel', touch, { passive: true })
  const fitShapes = (shapes: readonly CourseShape[], flies = true): void => {
    const extent = createEmpty()
    for (const shape of shapes) extend(extent, shape.shape.getExtent())
    if (isEmpty(extent)) return
    view.cancelAnimations()
    view.fit(extent, {
      padding: [AROUND_PX, AROUND_PX, AROUND_PX, AROUND_PX],
      maxZoom: NEAREST_ZOOM,
      duration: still || !flies ? 0 : FLIGHT_MS,
    })
    lastFit = () => fitShapes(shapes, false)
  }
  return {
    fly: target => {
      touch()
      view.cancelAnimations()
      view.animate({ ...target, duration: still ? 0 : FLIGHT_MS })
    },
    fitShapes,
    touch,
    fitAnew,
    stop: () => element.removeEventListener('wheel', touch),
  }
}
