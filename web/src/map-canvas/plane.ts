/** The plane of one frame, and how a mark is drawn on it at the size that suits the scale of the map. */
import { type Box, fontOf } from './glyphs.ts'
import type { Coordinate } from './project.ts'
import { shortened } from './shortened.ts'

/** The plane of one frame: where a coordinate is on the screen, in CSS pixels. */
export interface Plane {
  readonly toPixel: (coordinate: Coordinate) => [x: number, y: number]
  readonly widthPx: number
  readonly heightPx: number
  readonly rotationRad: number
  readonly metresPerPixel: number
  readonly unitsPerPixel: number
}

/** Longer names are cut short on the map: the panel of a thing has all of it. */
const LONGEST_NAME_PX = 180

export const around = (x: number, y: number, halfPx: number): Box => ({
  left: x - halfPx,
  top: y - halfPx,
  right: x + halfPx,
  bottom: y + halfPx,
})

export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

export const ring = (pen: CanvasRenderingContext2D, x: number, y: number, radiusPx: number): void => {
  pen.beginPath()
  pen.arc(x, y, radiusPx, 0, Math.PI * 2)
  pen.lineWidth = 6
  pen.strokeStyle = '#ffffff'
  pen.stroke()
  pen.lineWidth = 3
  pen.strokeStyle = '#0b7390'
  pen.stroke()
}

/** Marks shrink with the course, so that marks do not cover a whole course on a phone. */
export const markScale = (metresPerPixel: number): number =>
  metresPerPixel > 1.7 ? 0.6 : metresPerPixel > 0.95 ? 0.78 : 1

/** Draws at (x, y) as if there were no scale. */
export const scaled = (pen: CanvasRenderingContext2D, x: number, y: number, scale: number, draw: () => void): void => {
  pen.save()
  pen.translate(x, y)
  pen.scale(scale, scale)
  pen.translate(-x, -y)
  draw()
  pen.restore()
}

export const shortName = (pen: CanvasRenderingContext2D, name: string, sizePx: number): string => {
  pen.font = fontOf(sizePx, true)
  return shortened(pen, name, LONGEST_NAME_PX)
}
