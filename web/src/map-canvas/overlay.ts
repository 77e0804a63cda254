/**
 * A canvas above the map with a loop of its own: a moving vehicle repaints this one only, never the course below.
 * The map calls it on each of its frames, so marks stay in position while the map pans or zooms.
 */
import Layer from 'ol/layer/Layer.js'
import type { FrameState } from 'ol/Map.js'
import { apply } from 'ol/transform.js'
import type { Plane } from './plane.ts'
import { type Coordinate, groundMetresPerUnit } from './project.ts'

export interface Overlay {
  readonly layer: Layer
  /** Paints once more on the next frame. */
  readonly repaint: () => void
  readonly stop: () => void
}

/** Thirty pictures a second are smooth for machines at walking pace, and leave the rest of the time to others. */
const FRAME_MS = 33

/**
 * @param paint draws everything and returns after how many milliseconds the picture differs; infinite if nothing moves
 * @param frameMs the least time between two pictures; 0 paints with every frame of the screen, as a hand that drags wants
 */
export const makeOverlay = (
  paint: (pen: CanvasRenderingContext2D, plane: Plane) => number,
  frameMs = FRAME_MS,
): Overlay => {
  const canvas = document.createElement('canvas')
  canvas.style.position = 'absolute'
  canvas.style.left = '0'
  canvas.style.top = '0'
  canvas.style.pointerEvents = 'none'
  // In a box of its own: OpenLayers would draw the next layer into a bare canvas, and the next repaint would wipe it.
  const box = document.createElement('div')
  box.className = 'gs-marks'
  box.append(canvas)
  const pen = canvas.getContext('2d')
  let frame: FrameState | null = null
  let wanted = 0
  let paintedAt = 0
  let later = 0

  const draw = (): void => {
    if (frame === null || pen === null) return
    const state = frame
    const [widthPx = 0, heightPx = 0] = state.size
    const { pixelRatio } = state
    const width = Math.round(widthPx * pixelRatio)
    const height = Math.round(heightPx * pixelRatio)
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width
      canvas.height = height
      canvas.style.width = `${widthPx}px`
      canvas.style.height = `${heightPx}px`
    }
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, width, height)
    pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    const { center, resolution, rotation } = state.viewState
    const differsInMs = paint(pen, {
      toPixel: ([x, y]: Coordinate) => {
        const [left = 0, top = 0] = apply(state.coordinateToPixelTransform, [x, y])
        return [left, top]
      },
      widthPx,
      heightPx,
      rotationRad: rotation,
      unitsPerPixel: resolution,
      metresPerPixel: resolution * groundMetresPerUnit(center[1] ?? 0),
    })
    paintedAt = performance.now()
    clearTimeout(later)
    // Slow machines on a wide map move a pixel in many frames: those between are not painted.
    if (differsInMs <= frameMs) repaint()
    else if (Number.isFinite(differsInMs)) later = window.setTimeout(repaint, differsInMs)
  }
  const tick = (): void => {
    wanted = 0
    if (performance.now() - paintedAt < frameMs) repaint()
    else draw()
  }
  const repaint = (): void => {
    if (wanted === 0) wanted = requestAnimationFrame(tick)
  }
  const layer = new Layer({
    render: state => {
      frame = state
      draw()
      return box
    },
  })
  return {
    layer,
    repaint,
    stop: () => {
      cancelAnimationFrame(wanted)
      clearTimeout(later)
      frame = null
    },
  }
}
