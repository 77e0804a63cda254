/** Flights and fits of the view. A view that was fitted and not touched since is fitted again when panels change its size. */
import { createEmpty, type Extent, extend, isEmpty } from 'ol/extent.js'
import type OlMap from 'ol/Map.js'
import type View from 'ol/View.js'
import type { AnimationOptions } from 'ol/View.js'
import type { CourseShape } from './courseSource.ts'

type Target = Pick<AnimationOptions, 'center' | 'zoom' | 'rotation'>

export interface ViewMoves {
  /** What a flight before it has not reached yet, and this one says nothing about, stays wanted. */
  readonly fly: (target: Target) => void
  readonly fitShapes: (shapes: readonly CourseShape[], flies?: boolean) => void
  readonly fitArea: (extent: Extent) => void
  /** With the map turned by so much, in radians. */
  readonly fitTurned: (shape: CourseShape, rotation: number) => void
  /** A person moved the view: it stays from now on. */
  readonly touch: () => void
  /** Panels came or went. */
  readonly fitAgain: () => void
  readonly stop: () => void
}

const FLIGHT_MS = 350
const AROUND_PX = 24
/** A hole that fills the map has its tee and green well inside. */
const AROUND_HOLE_PX = 60

const around = (px: number): number[] => [px, px, px, px]
/** A single tee is not shown as large as possible, so that its surroundings stay visible. */
const NEAREST_ZOOM = 19.5

/** @param still the view jumps instead of flying */
export const makeViewMoves = (map: OlMap, view: View, element: HTMLElement, still: boolean): ViewMoves => {
  let lastFit: (() => void) | null = null
  let flight: Target = {}
  const touch = (): void => {
    lastFit = null
    flight = {}
  }
  const endFlight = (): void => {
    view.cancelAnimations()
    flight = {}
  }
  const fitAgain = (): void => lastFit?.()
  map.on('pointerdrag', touch)
  map.on('change:size', fitAgain)
  element.addEventListener('wheel', touch, { passive: true })
  const fitShapes = (shapes: readonly CourseShape[], flies = true): void => {
    const extent = createEmpty()
    for (const shape of shapes) extend(extent, shape.shape.getExtent())
    if (isEmpty(extent)) return
    endFlight()
    view.fit(extent, {
      padding: around(AROUND_PX),
      maxZoom: NEAREST_ZOOM,
      duration: still || !flies ? 0 : FLIGHT_MS,
    })
    lastFit = () => fitShapes(shapes, false)
  }
  return {
    fly: target => {
      const wanted = { ...flight, ...target }
      touch()
      view.cancelAnimations()
      flight = wanted
      view.animate({ ...wanted, duration: still ? 0 : FLIGHT_MS }, isThere => {
        if (isThere && flight === wanted) flight = {}
      })
    },
    fitShapes,
    fitArea: extent => {
      touch()
      endFlight()
      view.fit(extent, { padding: around(AROUND_PX) })
    },
    fitTurned: (shape, rotation) => {
      touch()
      endFlight()
      view.setRotation(rotation)
      view.fit(shape.shape, { padding: around(AROUND_HOLE_PX), maxZoom: NEAREST_ZOOM })
    },
    touch,
    fitAgain,
    stop: () => element.removeEventListener('wheel', touch),
  }
}
