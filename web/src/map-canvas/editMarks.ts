/** Paints the editor's drawing: outlines, corners to drag, snap targets, sizes. */
import type { Position } from '@greensward/domain'
import type { Drawing, DrawnCircle, DrawnMark, DrawnPath, DrawnThing, DrawnTone } from '../map-editor/drawingOf.ts'
import { fontOf } from './glyphs.ts'
import { drawLoupe, type LoupePlace, loupePlace } from './loupe.ts'
import type { Plane } from './plane.ts'
import { type Coordinate, groundMetresPerUnit, toMap } from './project.ts'

const LINE: Readonly<Record<DrawnTone, string>> = {
  selected: '#0b7390',
  busy: '#5b717b',
  sketch: '#0b7390',
  cut: '#af453e',
  fault: '#af453e',
}
const FILL: Readonly<Record<DrawnTone, string>> = {
  selected: 'rgb(11 115 144 / 14%)',
  busy: 'rgb(91 113 123 / 14%)',
  sketch: 'rgb(11 115 144 / 20%)',
  cut: 'rgb(175 69 62 / 22%)',
  fault: 'rgb(175 69 62 / 18%)',
}

/** Handles nearer to each other than this would be one blot. */
const HANDLE_GAP_PX = { mouse: 9, touch: 18 } as const
const HANDLE_PX = { mouse: 5, touch: 10 } as const
/** Edges that are long enough on the screen show where a new corner can be pulled out. */
const LEAST_EDGE_PX = 56
/** How high the plate with a size is. */
const LABEL_PX = 26

const flattened = new WeakMap<readonly Position[], Float64Array>()

/** The points on the plane of the map, worked out once for each list of points. */
const onMap = (points: readonly Position[]): Float64Array => {
  const known = flattened.get(points)
  if (known !== undefined) return known
  const xy = new Float64Array(2 * points.length)
  for (const [i, point] of points.entries()) {
    const [x, y] = toMap(point)
    xy[2 * i] = x
    xy[2 * i + 1] = y
  }
  flattened.set(points, xy)
  return xy
}

/** The points of a path on the screen; one of them may be elsewhere, or all of them shifted. */
const onScreen = (
  plane: Plane,
  path: DrawnPath,
  moved: { readonly index: number; readonly at: Position } | null,
  shift: readonly [number, number] | null,
): Float64Array => {
  const xy = onMap(path.points)
  const out = new Float64Array(xy.length)
  const [ox = 0, oy = 0] = xy
  const origin: Coordinate = [ox, oy]
  // From three points to the linear map between the planes: 5,000 corners then cost multiplications and nothing else.
  const [px, py] = plane.toPixel(origin)
  const [ex, ey] = plane.toPixel([ox + 1_000, oy])
  const [nx, ny] = plane.toPixel([ox, oy + 1_000])
  const [axx, axy, ayx, ayy] = [(ex - px) / 1_000, (ey - py) / 1_000, (nx - px) / 1_000, (ny - py) / 1_000]
  const perMetre = 1 / groundMetresPerUnit(oy)
  const [sx, sy] = shift === null ? [0, 0] : [shift[0] * perMetre, shift[1] * perMetre]
  for (let i = 0; i < xy.length; i += 2) {
    const x = (xy[i] ?? 0) - ox + sx
    const y = (xy[i + 1] ?? 0) - oy + sy
    out[i] = px + axx * x + ayx * y
    out[i + 1] = py + axy * x + ayy * y
  }
  if (moved !== null) {
    const [x, y] = plane.toPixel(toMap(moved.at))
    const put = (index: number): void => {
      out[2 * index] = x
      out[2 * index + 1] = y
    }
    put(moved.index)
    // A ring repeats its first corner at its end.
    if (path.isRing && moved.index === 0) put(path.points.length - 1)
  }
  return out
}

const trace = (pen: CanvasRenderingContext2D, xy: Float64Array, closes: boolean): void => {
  for (let i = 0; i < xy.length; i += 2) {
    if (i === 0) pen.moveTo(xy[0] ?? 0, xy[1] ?? 0)
    else pen.lineTo(xy[i] ?? 0, xy[i + 1] ?? 0)
  }
  if (closes) pen.closePath()
}

const strokeTwice = (pen: CanvasRenderingContext2D, tone: DrawnTone, dashed: boolean): void => {
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  pen.setLineDash([])
  pen.strokeStyle = 'rgb(255 255 255 / 90%)'
  pen.lineWidth = 5.5
  pen.stroke()
  if (dashed) pen.setLineDash([9, 6])
  pen.strokeStyle = LINE[tone]
  pen.lineWidth = 2.5
  pen.stroke()
  pen.setLineDash([])
}

const dot = (pen: CanvasRenderingContext2D, x: number, y: number, radius: number, fill: string, edge: string): void => {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fillStyle = fill
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = edge
  pen.stroke()
}

const drawHandles = (
  pen: CanvasRenderingContext2D,
  plane: Plane,
  xy: Float64Array,
  isRing: boolean,
  active: number | null,
  touch: boolean,
): void => {
  const count = xy.length / 2 - (isRing ? 1 : 0)
  const size = touch ? HANDLE_PX.touch : HANDLE_PX.mouse
  const gap = touch ? HANDLE_GAP_PX.touch : HANDLE_GAP_PX.mouse
  const inView = (x: number, y: number): boolean =>
    x > -20 && y > -20 && x < plane.widthPx + 20 && y < plane.heightPx + 20
  const edges = isRing ? count : count - 1
  pen.beginPath()
  for (let i = 0; i < edges; i++) {
    const [ax, ay, bx, by] = [xy[2 * i] ?? 0, xy[2 * i + 1] ?? 0, xy[2 * i + 2] ?? 0, xy[2 * i + 3] ?? 0]
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2]
    if (!inView(x, y) || Math.hypot(bx - ax, by - ay) < LEAST_EDGE_PX) continue
    pen.moveTo(x + size * 0.6, y)
    pen.arc(x, y, size * 0.6, 0, 2 * Math.PI)
  }
  pen.fillStyle = 'rgb(255 255 255 / 80%)'
  pen.fill()
  pen.lineWidth = 1.5
  pen.strokeStyle = 'rgb(11 115 144 / 75%)'
  pen.stroke()
  // All corners in one go: thousands of single ones would cost more than the whole map below.
  let [lastX, lastY] = [Number.NEGATIVE_INFINITY, 0]
  pen.beginPath()
  for (let i = 0; i < count; i++) {
    const [x, y] = [xy[2 * i] ?? 0, xy[2 * i + 1] ?? 0]
    if (!inView(x, y) || Math.abs(x - lastX) + Math.abs(y - lastY) < gap) continue
    lastX = x
    lastY = y
    pen.moveTo(x + size, y)
    pen.arc(x, y, size, 0, 2 * Math.PI)
  }
  pen.fillStyle = '#ffffff'
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = '#0b7390'
  pen.stroke()
  if (active !== null && active < count)
    dot(pen, xy[2 * active] ?? 0, xy[2 * active + 1] ?? 0, size + 2.5, '#0b7390', '#ffffff')
}

const drawThing = (pen: CanvasRenderingContext2D, plane: Plane, thing: DrawnThing, touch: boolean): void => {
  const { paths, tone, moved, shift } = thing
  const lines = paths.map((path, i) =>
    onScreen(plane, path, moved?.ref.path === i ? { index: moved.ref.index, at: moved.at } : null, shift),
  )
  pen.beginPath()
  for (const [i, line] of lines.entries()) trace(pen, line, paths[i]?.isRing === true)
  if (thing.filled) {
    pen.fillStyle = FILL[tone]
    pen.fill('evenodd')
  }
  strokeTwice(pen, tone, tone === 'cut')
  if (!thing.hasHandles) return
  for (const [i, line] of lines.entries()) {
    const active = moved?.ref.path === i ? moved.ref.index : thing.active?.path === i ? thing.active.index : null
    drawHandles(pen, plane, line, paths[i]?.isRing === true, active, touch)
  }
}

const shiftedTo = (at: Position, shift: readonly [number, number] | null): Coordinate => {
  const [x, y] = toMap(at)
  const perMetre = shift === null ? 0 : 1 / groundMetresPerUnit(y)
  return shift === null ? [x, y] : [x + shift[0] * perMetre, y + shift[1] * perMetre]
}

const drawCircle = (pen: CanvasRenderingContext2D, plane: Plane, circle: DrawnCircle, touch: boolean): void => {
  const at = shiftedTo(circle.centre, circle.shift)
  const [x, y] = plane.toPixel(at)
  const size = touch ? HANDLE_PX.touch : HANDLE_PX.mouse
  if (circle.radiusM === 0) {
    pen.beginPath()
    pen.arc(x, y, 20, 0, 2 * Math.PI)
    strokeTwice(pen, circle.tone, false)
    return
  }
  const units = circle.radiusM / groundMetresPerUnit(at[1])
  const [rimX, rimY] = plane.toPixel([at[0] + units, at[1]])
  pen.beginPath()
  pen.arc(x, y, Math.hypot(rimX - x, rimY - y), 0, 2 * Math.PI)
  pen.fillStyle = FILL[circle.tone]
  pen.fill()
  strokeTwice(pen, circle.tone, false)
  dot(pen, x, y, size, '#ffffff', '#0b7390')
  if (circle.hasHandle) dot(pen, rimX, rimY, size + 1, '#0b7390', '#ffffff')
}

const drawMark = (pen: CanvasRenderingContext2D, plane: Plane, { at, role }: DrawnMark, touch: boolean): void => {
  const [x, y] = plane.toPixel(toMap(at))
  const size = touch ? HANDLE_PX.touch : HANDLE_PX.mouse
  switch (role) {
    case 'corner':
    case 'point':
      dot(pen, x, y, size, '#ffffff', '#0b7390')
      return
    case 'first':
      dot(pen, x, y, size + 2, '#ffffff', '#0b7390')
      dot(pen, x, y, size - 2, '#0b7390', '#0b7390')
      return
    case 'rim':
      dot(pen, x, y, size + 1, '#0b7390', '#ffffff')
      return
    case 'hot':
      dot(pen, x, y, size + 3, '#ffffff', '#0b7390')
      return
    case 'tee':
      dot(pen, x, y, size + 1, '#ffffff', '#10252d')
      return
    case 'green':
      dot(pen, x, y, size + 1, '#17a73f', '#ffffff')
      return
    case 'fault':
      dot(pen, x, y, 9, '#af453e', '#ffffff')
      pen.fillStyle = '#ffffff'
      pen.font = fontOf(13, true)
      pen.textAlign = 'center'
      pen.textBaseline = 'middle'
      pen.fillText('!', x, y + 0.5)
      return
    case 'snapCorner':
    case 'snapEdge': {
      pen.beginPath()
      if (role === 'snapCorner') pen.rect(x - 7, y - 7, 14, 14)
      else pen.arc(x, y, 7, 0, 2 * Math.PI)
      pen.lineWidth = 4
      pen.strokeStyle = '#10252d'
      pen.stroke()
      pen.lineWidth = 2
      pen.strokeStyle = '#fff90b'
      pen.stroke()
    }
  }
}

const drawLabel = (
  pen: CanvasRenderingContext2D,
  plane: Plane,
  at: Position,
  text: string,
  touch: boolean,
  loupe: LoupePlace | null,
): void => {
  const [x, y] = plane.toPixel(toMap(at))
  pen.font = fontOf(14, true)
  const width = pen.measureText(text).width + 20
  // Above a finger and its loupe, beside a mouse, and never beyond the edge.
  const wantedLeft = loupe !== null ? loupe.x - width / 2 : touch ? x - width / 2 : x + 16
  const left = Math.min(Math.max(4, wantedLeft), plane.widthPx - width - 4)
  const above = loupe === null ? 0 : loupe.y - loupe.radiusPx - LABEL_PX - 6
  const top = loupe === null ? Math.max(4, touch ? y - 74 : y - 34) : above >= 4 ? above : loupe.y + loupe.radiusPx + 6
  pen.beginPath()
  pen.roundRect(left, top, width, LABEL_PX, 6)
  pen.fillStyle = 'rgb(16 37 45 / 92%)'
  pen.fill()
  pen.fillStyle = '#ffffff'
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  pen.fillText(text, left + 10, top + 13.5)
}

/** The map that a loupe enlarges; used while a finger hides a part of it. */
export interface MapBelow {
  /** The lowest first. */
  readonly layers: () => readonly HTMLCanvasElement[]
  /** Whether nothing covers the map at this pixel. */
  readonly isFree: (x: number, y: number) => boolean
}

export const drawEdit = (pen: CanvasRenderingContext2D, plane: Plane, drawing: Drawing, below: MapBelow): void => {
  const { things, circles, marks, box, label, hiddenAt, touch } = drawing
  for (const thing of things) drawThing(pen, plane, thing, touch)
  for (const circle of circles) drawCircle(pen, plane, circle, touch)
  for (const mark of marks) drawMark(pen, plane, mark, touch)
  if (box !== null) {
    const [ax, ay] = plane.toPixel(toMap(box.corners[0]))
    const [bx, by] = plane.toPixel(toMap(box.corners[1]))
    pen.beginPath()
    pen.rect(Math.min(ax, bx), Math.min(ay, by), Math.abs(bx - ax), Math.abs(by - ay))
    pen.fillStyle = FILL.selected
    pen.fill()
    // The dashed line lets things through.
    strokeTwice(pen, 'selected', box.takesTouched)
  }
  let loupe: LoupePlace | null = null
  if (hiddenAt !== null) {
    const [x, y] = plane.toPixel(toMap(hiddenAt))
    loupe = loupePlace(x, y, plane.widthPx, below.isFree)
    drawLoupe(pen, [x, y], loupe, below.layers(), () => {
      for (const thing of things) drawThing(pen, plane, { ...thing, hasHandles: false }, touch)
      for (const circle of circles) drawCircle(pen, plane, { ...circle, hasHandle: false }, touch)
      for (const mark of marks) {
        if (mark.role === 'snapCorner' || mark.role === 'snapEdge') drawMark(pen, plane, mark, touch)
      }
    })
  }
  if (label !== null) drawLabel(pen, plane, label.at, label.text, touch, loupe)
}
