/** The marks of mowers and carts, and the plate beside a mower that is selected or works. */
import type { VehicleView } from '../api/liveStore.ts'
import {
  type Box,
  CART_GLYPH,
  drawGlyph,
  drawPill,
  drawPlate,
  fontOf,
  MOWER_GLYPH,
  type PillLine,
  pillSize,
} from './glyphs.ts'
import type { Pose } from './motion.ts'
import { around, markScale, type Plane, ring, scaled, shortName } from './plane.ts'
import { freeView, plateBox } from './platePlaces.ts'
import type { Padding, VehicleLook } from './scene.ts'
import { stamp } from './sprites.ts'

export interface DrawnVehicle {
  readonly vehicle: VehicleView
  readonly look: VehicleLook
  readonly pose: Pose
  /** Age of the fix, milliseconds; null when there never was one. */
  readonly ageMs: number | null
  readonly link: 'live' | 'stale' | 'lost' | 'never'
}

/** Words that the marks need, in the language of the page. */
export interface MarkWords {
  readonly age: (ageMs: number) => string
  readonly speed: (speedMps: number) => string
}

export const drawMower = (pen: CanvasRenderingContext2D, plane: Plane, drawn: DrawnVehicle, selected: boolean): Box => {
  const { pose, look, link, vehicle } = drawn
  const [x, y] = plane.toPixel(pose.at)
  const stale = link !== 'live'
  if (pose.headingDeg !== null) {
    const turned = (pose.headingDeg * Math.PI) / 180 + plane.rotationRad
    pen.save()
    pen.translate(x, y)
    pen.rotate(turned)
    pen.lineJoin = 'round'
    const halfWidth = look.workingWidthM === null ? 0 : look.workingWidthM / 2 / plane.metresPerPixel
    if (halfWidth > 2) {
      // The bar is as wide on the ground as the blade cuts.
      pen.beginPath()
      pen.roundRect(-halfWidth, -20, halfWidth * 2, 5, 1)
      pen.fillStyle = stale ? '#cfd8dc' : vehicle.telemetry.bladeOn ? '#42bf4f' : '#ffffff'
      pen.strokeStyle = '#10252d'
      pen.lineWidth = 1.5
      pen.fill()
      pen.stroke()
    }
    stamp(pen, `nose ${stale}`, 0, -26, 20, nose => {
      nose.lineJoin = 'round'
      nose.beginPath()
      nose.moveTo(0, -6)
      nose.lineTo(8, 5)
      nose.lineTo(-8, 5)
      nose.closePath()
      nose.fillStyle = stale ? '#cfd8dc' : '#ffffff'
      nose.strokeStyle = '#10252d'
      nose.lineWidth = 1.5
      nose.fill()
      nose.stroke()
    })
    pen.restore()
  }
  if (selected) ring(pen, x, y, 18)
  stamp(pen, `mower ${stale} ${look.colour}`, x, y, 32, disc => {
    disc.beginPath()
    disc.arc(0, 0, 13, 0, Math.PI * 2)
    disc.fillStyle = stale ? '#eef2f3' : look.colour
    disc.fill()
    disc.lineWidth = 2.5
    disc.strokeStyle = stale ? '#435b65' : '#ffffff'
    disc.setLineDash(stale ? [4, 3] : [])
    disc.stroke()
    disc.setLineDash([])
    drawGlyph(disc, MOWER_GLYPH, 0, 0, 18, stale ? '#435b65' : '#ffffff')
  })
  return around(x, y, 18)
}

/** The mark of a late group; a group on time has none. */
const PACE_MARK = { late: ['#ef9715', '#10252d'], behind: ['#af453e', '#ffffff'] } as const

/** A dashed plate has a stale link, a grey one is parked, an amber one stays; the nose shows the heading of a driving cart. */
export const drawCart = (pen: CanvasRenderingContext2D, plane: Plane, drawn: DrawnVehicle, selected: boolean): Box => {
  const { pose, link, vehicle } = drawn
  const [x, y] = plane.toPixel(pose.at)
  const stale = link !== 'live'
  const standing = vehicle.cart?.standing
  const pace = vehicle.cart?.pace?.rating
  const isQuiet = stale || standing === 'parked'
  if (selected) ring(pen, x, y, 20)
  const scale = markScale(plane.metresPerPixel)
  scaled(pen, x, y, scale, () => {
    if (pose.headingDeg !== null && standing === 'driving' && !stale) {
      pen.save()
      pen.translate(x, y)
      pen.rotate((pose.headingDeg * Math.PI) / 180 + plane.rotationRad)
      pen.beginPath()
      pen.moveTo(0, -30)
      pen.lineTo(8, -17)
      pen.lineTo(-8, -17)
      pen.closePath()
      pen.lineJoin = 'round'
      pen.lineWidth = 1.5
      pen.fillStyle = '#ffffff'
      pen.strokeStyle = '#10252d'
      pen.fill()
      pen.stroke()
      pen.restore()
    }
    if (stale) pen.setLineDash([4, 3])
    const ground = isQuiet ? '#eef2f3' : standing === 'staying' ? '#ffd591' : '#ffffff'
    drawPlate(pen, x, y, CART_GLYPH, isQuiet ? '#435b65' : '#10252d', ground)
    pen.setLineDash([])
    if (pace === 'late' || pace === 'behind') {
      const [fill, ink] = PACE_MARK[pace]
      pen.beginPath()
      pen.arc(x + 13, y - 13, 8, 0, Math.PI * 2)
      pen.fillStyle = fill
      pen.strokeStyle = '#ffffff'
      pen.lineWidth = 1.5
      pen.fill()
      pen.stroke()
      pen.font = fontOf(12, true)
      pen.textAlign = 'center'
      pen.textBaseline = 'middle'
      pen.fillStyle = ink
      pen.fillText(pace === 'behind' ? '!' : '+', x + 13, y - 12.5)
    }
  })
  return around(x, y, 16 * scale)
}

/**
 * @param taken the boxes of other marks and names; the plate's own is added
 * @param isNeeded it is drawn also where it hides something
 * @returns whether there was room for it
 */
export const drawMowerPlate = (
  pen: CanvasRenderingContext2D,
  plane: Plane,
  drawn: DrawnVehicle,
  { words, hidden }: { readonly words: MarkWords; readonly hidden: Padding },
  taken: Box[],
  isNeeded: boolean,
): boolean => {
  const { vehicle, look, ageMs, pose } = drawn
  const progress = vehicle.progress === null ? '' : ` · ${Math.round(vehicle.progress * 100)} %`
  const speed = vehicle.telemetry.speedMps === null ? '' : `${words.speed(vehicle.telemetry.speedMps)} · `
  const lines: PillLine[] = [
    { text: `${shortName(pen, look.name, 12)}${progress}`, bold: true, sizePx: 12, colour: '#ffffff' },
    { text: `${speed}${words.age(ageMs ?? 0)}`, bold: false, sizePx: 12, colour: '#c9d8dd' },
  ]
  const box = plateBox(plane.toPixel(pose.at), pillSize(pen, lines), freeView(plane, hidden), taken, isNeeded)
  if (box === undefined) return false
  taken.push(box)
  drawPill(pen, lines, box, 'left')
  return true
}
