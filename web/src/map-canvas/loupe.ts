/**
 * A round window above the finger that shows, enlarged, what the finger hides: the map as it is on the screen, with
 * what is drawn upon it.
 */

export interface LoupePlace {
  readonly x: number
  readonly y: number
  readonly radiusPx: number
}

const RADIUS_PX = 58
/** Clear of the tip of a finger in a glove. */
const AWAY_PX = 112
const MARGIN_PX = 8
const ENLARGED = 2

/**
 * Above the finger; beside it without room above, on the side with more room.
 * @param isFree whether nothing covers the map at a position
 */
export const loupePlace = (
  x: number,
  y: number,
  widthPx: number,
  isFree: (x: number, y: number) => boolean,
): LoupePlace => {
  const radiusPx = RADIUS_PX
  const least = radiusPx + MARGIN_PX
  const within = (at: number): number => Math.min(Math.max(least, at), Math.max(least, widthPx - least))
  const above = y - AWAY_PX
  if (above >= least && isFree(within(x), above - radiusPx)) return { x: within(x), y: above, radiusPx }
  return { x: within(x < widthPx / 2 ? x + AWAY_PX : x - AWAY_PX), y: Math.max(least, y), radiusPx }
}

/** The picture that OpenLayers keeps in a canvas is put in its place by a matrix, ours by width and height. */
const intoPlace = (pen: CanvasRenderingContext2D, canvas: HTMLCanvasElement): void => {
  const { transform } = canvas.style
  if (transform.startsWith('matrix')) {
    const matrix = new DOMMatrix(transform)
    pen.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return
  }
  const share = canvas.width === 0 ? 1 : canvas.clientWidth / canvas.width
  pen.scale(share, share)
}

const opacityOf = (canvas: HTMLCanvasElement): number => {
  const set = canvas.style.opacity || canvas.parentElement?.style.opacity || ''
  return set === '' ? 1 : Number(set)
}

/**
 * @param at the hidden position, in pixels of the map
 * @param layers the map's canvases, the lowest first
 * @param drawOn draws upon it, in pixels of the map
 */
export const drawLoupe = (
  pen: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  place: LoupePlace,
  layers: readonly HTMLCanvasElement[],
  drawOn: () => void,
): void => {
  pen.save()
  pen.beginPath()
  pen.arc(place.x, place.y, place.radiusPx, 0, 2 * Math.PI)
  pen.fillStyle = '#4d6b4f'
  pen.fill()
  pen.clip()
  pen.translate(place.x, place.y)
  pen.scale(ENLARGED, ENLARGED)
  pen.translate(-x, -y)
  for (const canvas of layers) {
    if (canvas === pen.canvas || canvas.width === 0 || canvas.height === 0) continue
    pen.save()
    pen.globalAlpha = opacityOf(canvas)
    intoPlace(pen, canvas)
    pen.drawImage(canvas, 0, 0)
    pen.restore()
  }
  drawOn()
  pen.restore()
  // Cross hairs say which point is meant; the corner itself would hide the map below it.
  pen.beginPath()
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    pen.moveTo(place.x + dx * 4, place.y + dy * 4)
    pen.lineTo(place.x + dx * 14, place.y + dy * 14)
  }
  pen.lineWidth = 4
  pen.strokeStyle = '#10252d'
  pen.stroke()
  pen.lineWidth = 2
  pen.strokeStyle = '#ffffff'
  pen.stroke()
  pen.beginPath()
  pen.arc(place.x, place.y, place.radiusPx, 0, 2 * Math.PI)
  pen.lineWidth = 5
  pen.strokeStyle = '#10252d'
  pen.stroke()
  pen.lineWidth = 3
  pen.strokeStyle = '#ffffff'
  pen.stroke()
}
