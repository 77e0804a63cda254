/** Where the person at this screen is: a dot, the circle that the device is within, and the way it moves. */
import type { Plane } from './plane.ts'
import { toMap } from './project.ts'
import type { OwnDrawing } from './scene.ts'

const DOT_PX = 9
/** A smaller circle is hidden by the dot. */
const LEAST_CIRCLE_PX = 14
const BLUE = '#1769c2'
const GREY = '#5b717b'

export const drawOwn = (pen: CanvasRenderingContext2D, plane: Plane, own: OwnDrawing): void => {
  const [x, y] = plane.toPixel(toMap(own.position))
  const colour = own.isOld ? GREY : BLUE
  const radiusPx = own.accuracyM / plane.metresPerPixel
  if (radiusPx > LEAST_CIRCLE_PX) {
    pen.beginPath()
    pen.arc(x, y, radiusPx, 0, Math.PI * 2)
    pen.globalAlpha = 0.18
    pen.fillStyle = colour
    pen.fill()
    pen.globalAlpha = 1
    pen.lineWidth = 1.5
    pen.strokeStyle = colour
    pen.stroke()
  }
  if (own.headingDeg !== null && !own.isOld) {
    pen.save()
    pen.translate(x, y)
    pen.rotate((own.headingDeg * Math.PI) / 180 + plane.rotationRad)
    pen.beginPath()
    pen.moveTo(0, -DOT_PX - 12)
    pen.lineTo(7, -DOT_PX - 1)
    pen.lineTo(-7, -DOT_PX - 1)
    pen.closePath()
    pen.fillStyle = colour
    pen.strokeStyle = '#ffffff'
    pen.lineWidth = 1.5
    pen.fill()
    pen.stroke()
    pen.restore()
  }
  pen.beginPath()
  pen.arc(x, y, DOT_PX, 0, Math.PI * 2)
  pen.fillStyle = colour
  pen.fill()
  pen.lineWidth = 3
  pen.strokeStyle = '#ffffff'
  pen.stroke()
}
