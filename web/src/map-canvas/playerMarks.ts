/** The marks of a golfer's screen: large and of high contrast, for the sun. */
import { CART_GLYPH, drawGlyph, MOWER_GLYPH } from './glyphs.ts'
import type { Plane } from './plane.ts'
import { toMap } from './project.ts'
import type { PlayerDrawing } from './scene.ts'

const INK = '#0b1d24'
const PAPER = '#ffffff'
const MAIN = '#0b7390'
const DANGER = '#af453e'
const CART_PX = 29
const MOWER_PX = 22
const TARGET_PX = 25

type Pixel = readonly [number, number]

const disc = (pen: CanvasRenderingContext2D, [x, y]: Pixel, radius: number, fill: string): void => {
  pen.beginPath()
  pen.arc(x, y, radius, 0, Math.PI * 2)
  pen.fillStyle = fill
  pen.fill()
}

const way = (pen: CanvasRenderingContext2D, from: Pixel, to: Pixel): void => {
  pen.lineCap = 'round'
  for (const [width, colour] of [
    [9, INK],
    [6, PAPER],
  ] as const) {
    pen.beginPath()
    pen.moveTo(...from)
    pen.lineTo(...to)
    pen.lineWidth = width
    pen.strokeStyle = colour
    pen.stroke()
  }
}

/** A distance in the middle of its line. */
const pill = (pen: CanvasRenderingContext2D, from: Pixel, to: Pixel, text: string): void => {
  const x = (from[0] + to[0]) / 2
  const y = (from[1] + to[1]) / 2
  pen.font = '900 24px Lato, sans-serif'
  const half = Math.max(46, pen.measureText(text).width / 2 + 18)
  pen.beginPath()
  pen.roundRect(x - half, y - 21, half * 2, 42, 21)
  pen.fillStyle = PAPER
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = INK
  pen.stroke()
  pen.fillStyle = INK
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, x, y + 1)
}

const flag = (pen: CanvasRenderingContext2D, [x, y]: Pixel): void => {
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x, y - 44)
  pen.lineWidth = 4
  pen.strokeStyle = INK
  pen.stroke()
  pen.beginPath()
  pen.moveTo(x + 1, y - 44)
  pen.lineTo(x + 31, y - 33)
  pen.lineTo(x + 1, y - 21)
  pen.closePath()
  pen.fillStyle = DANGER
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = PAPER
  pen.stroke()
  disc(pen, [x, y], 7, PAPER)
  disc(pen, [x, y], 5, INK)
}

const target = (pen: CanvasRenderingContext2D, [x, y]: Pixel): void => {
  disc(pen, [x, y], TARGET_PX, 'rgb(255 255 255 / 35%)')
  for (const [radius, width, colour] of [
    [TARGET_PX, 6, INK],
    [TARGET_PX, 3, PAPER],
    [4, 5, INK],
    [4, 2, PAPER],
  ] as const) {
    pen.beginPath()
    pen.arc(x, y, radius, 0, Math.PI * 2)
    pen.lineWidth = width
    pen.strokeStyle = colour
    pen.stroke()
  }
}

export const drawPlayerMarks = (
  pen: CanvasRenderingContext2D,
  plane: Plane,
  { cart, pin, target: aim, mowers }: PlayerDrawing,
): void => {
  const at = cart === null ? null : plane.toPixel(toMap(cart.position))
  const flagAt = pin === null ? null : plane.toPixel(toMap(pin))
  const aimAt = aim === null ? null : plane.toPixel(toMap(aim.position))
  if (aim !== null && aimAt !== null) {
    if (at !== null) way(pen, at, aimAt)
    if (flagAt !== null) way(pen, aimAt, flagAt)
  } else if (at !== null && flagAt !== null) way(pen, at, flagAt)
  if (flagAt !== null) flag(pen, flagAt)
  for (const { position, isNear } of mowers) {
    const mower = plane.toPixel(toMap(position))
    disc(pen, mower, MOWER_PX + 2, isNear ? DANGER : INK)
    disc(pen, mower, MOWER_PX, PAPER)
    drawGlyph(pen, MOWER_GLYPH, mower[0], mower[1], 28, isNear ? DANGER : INK)
  }
  if (aimAt !== null) target(pen, aimAt)
  if (cart !== null && at !== null) {
    if (cart.headingDeg !== null && !cart.isOld) {
      pen.save()
      pen.translate(...at)
      pen.rotate((cart.headingDeg * Math.PI) / 180 + plane.rotationRad)
      pen.beginPath()
      pen.moveTo(0, -CART_PX - 18)
      pen.lineTo(13, -CART_PX - 2)
      pen.lineTo(-13, -CART_PX - 2)
      pen.closePath()
      pen.fillStyle = PAPER
      pen.fill()
      pen.restore()
    }
    disc(pen, at, CART_PX + 4, PAPER)
    disc(pen, at, CART_PX, cart.isOld ? '#5b717b' : MAIN)
    drawGlyph(pen, CART_GLYPH, at[0], at[1], 36, PAPER)
  }
  if (aim !== null && aimAt !== null) {
    if (at !== null && aim.to !== null) pill(pen, at, aimAt, aim.to)
    if (flagAt !== null && aim.on !== null) pill(pen, aimAt, flagAt, aim.on)
  }
}
