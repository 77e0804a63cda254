/** Pictures drawn with a pen: 24 unit glyphs in the stroke of the icons, and the marks of the map. */

const paths = new Map<string, Path2D>()

const pathOf = (data: string): Path2D => {
  const known = paths.get(data)
  if (known !== undefined) return known
  const made = new Path2D(data)
  paths.set(data, made)
  return made
}

export const MOWER_GLYPH =
  'M4 15.5v-3.2c0-1 .8-1.8 1.8-1.8h3.4L11.6 7H16c1.7 0 3 1.3 3 3v5.5M3 15.5h18M4.8 17.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M14.8 17.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M16 7V4.5'
export const CART_GLYPH =
  'M5 4.5h13M7 4.5 6 12H3.5v4H5M17 4.5V12M6 12h8.5l1-3M14.5 12h5l1 2v2H19M9 16h6M5 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0M15 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0'
export const GARAGE_GLYPH = 'M3 21V9l9-5 9 5v12M7 21v-8h10v8M7 17h10'
export const WC_GLYPH =
  'M5.5 5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M15.5 5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M7 21v-5H5l1-7h2l1 7H7.500M17 21v-5M15 16h4l-1.500-7h-1zM12 4v17'

/** A glyph with its middle at (x, y). */
export const drawGlyph = (
  pen: CanvasRenderingContext2D,
  data: string,
  x: number,
  y: number,
  sizePx: number,
  colour: string,
): void => {
  const scale = sizePx / 24
  pen.save()
  pen.translate(x - sizePx / 2, y - sizePx / 2)
  pen.scale(scale, scale)
  pen.strokeStyle = colour
  pen.lineWidth = 1.75 / Math.max(scale, 0.75)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(pathOf(data))
  pen.restore()
}

const FONT = 'Lato, "Segoe UI", system-ui, sans-serif'
export const fontOf = (sizePx: number, bold: boolean): string => `${bold ? 700 : 400} ${sizePx}px ${FONT}`

/** White words with a dark casing, readable on grass and sand alike. */
export const drawCasedText = (
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  options: { readonly sizePx?: number; readonly bold?: boolean; readonly align?: CanvasTextAlign } = {},
): void => {
  pen.font = fontOf(options.sizePx ?? 12, options.bold ?? true)
  pen.textAlign = options.align ?? 'center'
  pen.textBaseline = 'middle'
  pen.lineJoin = 'round'
  pen.lineWidth = 3.5
  pen.strokeStyle = 'rgb(16 32 26 / 92%)'
  pen.strokeText(text, x, y)
  pen.fillStyle = '#ffffff'
  pen.fillText(text, x, y)
}

export interface PillLine {
  readonly text: string
  readonly bold: boolean
  readonly sizePx: number
  readonly colour: string
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const LINE_GAP_PX = 4
const PAD_X_PX = 12
const PAD_Y_PX = 7

export const pillSize = (
  pen: CanvasRenderingContext2D,
  lines: readonly PillLine[],
): [width: number, height: number] => {
  let width = 0
  let height = PAD_Y_PX * 2 - LINE_GAP_PX
  for (const line of lines) {
    pen.font = fontOf(line.sizePx, line.bold)
    width = Math.max(width, pen.measureText(line.text).width)
    height += line.sizePx + LINE_GAP_PX
  }
  return [Math.ceil(width) + PAD_X_PX * 2, height]
}

/** A dark plate with lines of words. */
export const drawPill = (
  pen: CanvasRenderingContext2D,
  lines: readonly PillLine[],
  box: Box,
  align: 'center' | 'left' = 'center',
): void => {
  pen.fillStyle = 'rgb(16 37 45 / 92%)'
  pen.beginPath()
  pen.roundRect(box.left, box.top, box.right - box.left, box.bottom - box.top, 8)
  pen.fill()
  pen.textBaseline = 'middle'
  pen.textAlign = align
  const x = align === 'center' ? (box.left + box.right) / 2 : box.left + PAD_X_PX
  let y = box.top + PAD_Y_PX
  for (const line of lines) {
    pen.font = fontOf(line.sizePx, line.bold)
    pen.fillStyle = line.colour
    pen.fillText(line.text, x, y + line.sizePx / 2 + 0.5)
    y += line.sizePx + LINE_GAP_PX
  }
}

/** A flag on its pole; (x, y) is the cup. */
export const drawFlag = (pen: CanvasRenderingContext2D, x: number, y: number, number: string, faded: boolean): void => {
  pen.save()
  pen.globalAlpha = faded ? 0.55 : 1
  pen.translate(x, y)
  pen.lineJoin = 'round'
  pen.lineWidth = 1.5
  pen.strokeStyle = '#10201a'
  pen.font = fontOf(12, true)
  const width = Math.max(16, pen.measureText(number).width + 9)
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.lineTo(0, -28)
  pen.strokeStyle = '#10201a'
  pen.lineWidth = 4
  pen.stroke()
  pen.strokeStyle = '#ffffff'
  pen.lineWidth = 2
  pen.stroke()
  pen.beginPath()
  pen.moveTo(0, -29)
  pen.lineTo(width, -29)
  pen.lineTo(width - 4, -21)
  pen.lineTo(width, -13)
  pen.lineTo(0, -13)
  pen.closePath()
  pen.fillStyle = '#ffffff'
  pen.fill()
  pen.lineWidth = 1.5
  pen.strokeStyle = '#10201a'
  pen.stroke()
  pen.fillStyle = '#10252d'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(number, (width - 3) / 2, -20.5)
  pen.beginPath()
  pen.arc(0, 0, 2.5, 0, Math.PI * 2)
  pen.fillStyle = '#10201a'
  pen.fill()
  pen.lineWidth = 1
  pen.strokeStyle = '#ffffff'
  pen.stroke()
  pen.restore()
}

/** A speech bubble; (x, y) is its tip. */
export const drawNote = (pen: CanvasRenderingContext2D, x: number, y: number): void => {
  pen.save()
  pen.translate(x, y)
  pen.fillStyle = '#ffffff'
  pen.strokeStyle = '#10252d'
  pen.lineWidth = 1.5
  pen.lineJoin = 'round'
  pen.stroke(pathOf(NOTE_BUBBLE))
  pen.fill(pathOf(NOTE_BUBBLE))
  pen.stroke(pathOf('M-8-21H8M-8-16H8M-8-11h9'))
  pen.restore()
}
const NOTE_BUBBLE = 'M-11-28h22a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H5L0 0l-5-6h-6a4 4 0 0 1-4-4v-14a4 4 0 0 1 4-4z'

/** A small white plate with a glyph: a place. */
export const drawPlate = (
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  glyph: string,
  ink = '#10252d',
  ground = '#ffffff',
): void => {
  pen.beginPath()
  pen.roundRect(x - 14, y - 14, 28, 28, 8)
  pen.fillStyle = ground
  pen.fill()
  pen.lineWidth = 1.5
  pen.strokeStyle = ink
  pen.stroke()
  drawGlyph(pen, glyph, x, y, 18, ink)
}
