/** The start and the end of a plan, and the direction of its swaths. */

import type { Plane } from './plane.ts'
import { toMap } from './project.ts'
import type { PreviewDrawing } from './scene.ts'

const DISC_PX = 9

const disc = (pen: CanvasRenderingContext2D, x: number, y: number, colour = '#10252d'): void => {
  pen.beginPath()
  pen.arc(x, y, DISC_PX, 0, Math.PI * 2)
  pen.fillStyle = colour
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = '#ffffff'
  pen.stroke()
  pen.fillStyle = '#ffffff'
}

/** Arrows come no closer than this, or they hide the lines. */
const ARROW_GAP_PX = 90

export const drawPreviewMarks = (pen: CanvasRenderingContext2D, plane: Plane, preview: PreviewDrawing): void => {
  const arrows: [number, number][] = []
  for (const leg of preview.legs) {
    if (leg.kind !== 'swath') continue
    const from = leg.points[0]
    const to = leg.points.at(-1)
    if (from === undefined || to === undefined) continue
    const [ax, ay] = plane.toPixel(toMap(from))
    const [bx, by] = plane.toPixel(toMap(to))
    if (Math.hypot(bx - ax, by - ay) < 50) continue
    const x = (ax + bx) / 2
    const y = (ay + by) / 2
    if (arrows.some(([left, top]) => Math.hypot(left - x, top - y) < ARROW_GAP_PX)) continue
    arrows.push([x, y])
    pen.save()
    pen.translate(x, y)
    pen.rotate(Math.atan2(by - ay, bx - ax))
    pen.beginPath()
    pen.moveTo(6, 0)
    pen.lineTo(-4, -4.5)
    pen.lineTo(-2, 0)
    pen.lineTo(-4, 4.5)
    pen.closePath()
    pen.lineJoin = 'round'
    pen.lineWidth = 2
    pen.strokeStyle = '#10201a'
    pen.stroke()
    pen.fillStyle = '#ffffff'
    pen.fill()
    pen.restore()
  }
  for (const { colour, stops } of preview.parts ?? [])
    for (const [index, stop] of stops.entries()) {
      const [x, y] = plane.toPixel(toMap(stop))
      disc(pen, x, y, colour)
      pen.font = '700 11px Lato, sans-serif'
      pen.textAlign = 'center'
      pen.textBaseline = 'middle'
      pen.fillText(String(index + 1), x, y + 0.5)
    }
  const first = preview.legs[0]?.points[0]
  const last = preview.legs.at(-1)?.points.at(-1)
  if (last !== undefined) {
    const [x, y] = plane.toPixel(toMap(last))
    disc(pen, x, y)
    pen.fillRect(x - 3.5, y - 3.5, 7, 7)
  }
  if (first !== undefined) {
    const [x, y] = plane.toPixel(toMap(first))
    disc(pen, x, y)
    pen.beginPath()
    pen.moveTo(x - 2.5, y - 4.5)
    pen.lineTo(x + 5, y)
    pen.lineTo(x - 2.5, y + 4.5)
    pen.closePath()
    pen.fill()
  }
}
