/** Where mowers park: the approach, the direction that the parked mower faces, and the name from near. */
import { drawCasedText, fontOf } from './glyphs.ts'
import { markScale, type Plane, scaled } from './plane.ts'
import { toMap } from './project.ts'
import type { BaseDrawing } from './scene.ts'

/** Farther out than this only the plates are drawn. */
const DETAILS_FROM_M_PER_PX = 0.3
const HALF_PX = 9
const ARROW_PX = 7
const NAME_ABOVE_PX = 12

const drawApproach = (pen: CanvasRenderingContext2D, plane: Plane, { approach, position }: BaseDrawing): void => {
  pen.beginPath()
  for (const [index, point] of [...approach, position].entries()) {
    const [x, y] = plane.toPixel(toMap(point))
    if (index === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  pen.lineWidth = 2
  pen.setLineDash([6, 5])
  pen.strokeStyle = '#ffffff'
  pen.stroke()
  pen.setLineDash([])
}

const drawBase = (pen: CanvasRenderingContext2D, plane: Plane, base: BaseDrawing, x: number, y: number): void => {
  pen.save()
  pen.translate(x, y)
  pen.rotate((base.headingDeg * Math.PI) / 180 + plane.rotationRad)
  pen.beginPath()
  pen.moveTo(0, -HALF_PX - ARROW_PX)
  pen.lineTo(5, -HALF_PX)
  pen.lineTo(-5, -HALF_PX)
  pen.closePath()
  pen.fillStyle = '#ffffff'
  pen.fill()
  pen.beginPath()
  pen.roundRect(-HALF_PX, -HALF_PX, HALF_PX * 2, HALF_PX * 2, 3)
  pen.fillStyle = '#10252d'
  pen.fill()
  pen.lineWidth = 1.5
  pen.strokeStyle = '#ffffff'
  pen.stroke()
  pen.restore()
  pen.font = fontOf(12, true)
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = '#ffffff'
  pen.fillText(base.hasCharger ? '⚡' : 'P', x, y + 0.5)
}

export const drawBases = (pen: CanvasRenderingContext2D, plane: Plane, bases: readonly BaseDrawing[]): void => {
  const hasDetails = plane.metresPerPixel < DETAILS_FROM_M_PER_PX
  for (const base of bases) {
    const [x, y] = plane.toPixel(toMap(base.position))
    if (x < -60 || y < -60 || x > plane.widthPx + 60 || y > plane.heightPx + 60) continue
    if (hasDetails) drawApproach(pen, plane, base)
    const scale = markScale(plane.metresPerPixel)
    scaled(pen, x, y, scale, () => drawBase(pen, plane, base, x, y))
    // Above the arrow, which may point up.
    if (hasDetails) drawCasedText(pen, base.name, x, y - (HALF_PX + ARROW_PX) * scale - NAME_ABOVE_PX)
  }
}
