/** Curves of a drawing as chords. The largest distance between a curve and its chords is an error in units of the drawing. */
import { chordCount } from '../arcs.ts'

export type Place = readonly [number, number]

/** However small a circle is, it is seen to be round. */
const LEAST_CHORDS = 8
const MOST_CHORDS = 5_000

/** @param minor radius of the shorter axis, and the direction of the longer: without them a circle */
export const arc = (
  error: number,
  [x, y]: Place,
  radius: number,
  from: number,
  sweep: number,
  { minor = radius, turned = 0 }: { readonly minor?: number; readonly turned?: number } = {},
): Place[] => {
  const least = Math.max(2, Math.ceil((Math.abs(sweep) / (2 * Math.PI)) * LEAST_CHORDS))
  // An ellipse is a circle of its longer radius that is pressed together, and so are its chords.
  const count = chordCount(Math.max(Math.abs(radius), Math.abs(minor)), sweep, error)
  const steps = Math.max(least, Math.min(MOST_CHORDS, count || 0))
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)]
  return Array.from({ length: steps + 1 }, (_, i): Place => {
    const angle = from + (sweep * i) / steps
    const [u, v] = [radius * Math.cos(angle), minor * Math.sin(angle)]
    return [x + u * cos - v * sin, y + u * sin + v * cos]
  })
}

/** The way from one angle to another, counter-clockwise, at most one turn; equal angles are a full turn. */
export const sweepOf = (from: number, to: number): number => {
  const turn = 2 * Math.PI
  const sweep = (((to - from) % turn) + turn) % turn
  return sweep < 1e-9 ? turn : sweep
}

/** The arc between two vertices: its bulge is the tangent of a quarter of its angle. */
export const bulged = (error: number, from: Place, to: Place, bulge: number): Place[] => {
  const sweep = 4 * Math.atan(bulge)
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const chord = Math.hypot(dx, dy)
  if (chord === 0 || Math.abs(sweep) < 1e-6) return [to]
  const radius = chord / (2 * Math.sin(sweep / 2))
  const away = radius * Math.cos(sweep / 2)
  const centre: Place = [(from[0] + to[0]) / 2 - (dy / chord) * away, (from[1] + to[1]) / 2 + (dx / chord) * away]
  const start = Math.atan2(from[1] - centre[1], from[0] - centre[0])
  return arc(error, centre, Math.abs(radius), start, sweep).slice(1)
}

interface Spline {
  readonly degree: number
  readonly knots: readonly number[]
  readonly points: readonly Place[]
  /** Of a rational spline, one for each point. */
  readonly weights?: readonly number[]
}

type Weighted = readonly [x: number, y: number, weight: number]

const between = ([x, y, w]: Weighted, [toX, toY, toW]: Weighted, share: number): Weighted => [
  x + (toX - x) * share,
  y + (toY - y) * share,
  w + (toW - w) * share,
]

/** One point of the curve by de Boor's algorithm. */
const pointAt = ({ degree, knots, points, weights = [] }: Spline, span: number, t: number): Place => {
  const near = Array.from({ length: degree + 1 }, (_, j): Weighted => {
    const [[x, y], w] = [points[span - degree + j] ?? [0, 0], weights[span - degree + j] ?? 1]
    return [x * w, y * w, w]
  })
  for (let round = 1; round <= degree; round++)
    for (let j = degree; j >= round; j--) {
      const low = knots[span - degree + j] ?? 0
      const high = knots[span + 1 + j - round] ?? 0
      const share = high === low ? 0 : (t - low) / (high - low)
      near[j] = between(near[j - 1] ?? [0, 0, 1], near[j] ?? [0, 0, 1], share)
    }
  const [x, y, w] = near[degree] ?? [0, 0, 1]
  return [x / w, y / w]
}

/** From a place to the line between two others. */
const awayFrom = (start: Place, end: Place, [x, y]: Place): number => {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - start[0]) * dx + (y - start[1]) * dy) / length))
  return Math.hypot(start[0] + dx * share - x, start[1] + dy * share - y)
}

const FIRST_PIECES = 4
const MOST_HALVINGS = 10

/** The places of a piece of a curve after its first one: halved until it is near its chord at three places between its ends. */
const flattened = (at: (t: number) => Place, from: number, to: number, error: number, halvings = 0): Place[] => {
  const [start, end] = [at(from), at(to)]
  const isFlat = [1, 2, 3].every(i => awayFrom(start, end, at(from + ((to - from) * i) / 4)) <= error)
  if (isFlat || halvings >= MOST_HALVINGS) return [end]
  const middle = (from + to) / 2
  return [...flattened(at, from, middle, error, halvings + 1), ...flattened(at, middle, to, error, halvings + 1)]
}

/** The curve of a B-spline; the polygon of its control points where its knots or weights do not fit. */
export const splinePath = (error: number, spline: Spline): Place[] => {
  const { degree, knots, points, weights = [] } = spline
  const fits =
    degree >= 1 &&
    degree <= 10 &&
    points.length > degree &&
    knots.length === points.length + degree + 1 &&
    (weights.length === 0 || (weights.length === points.length && weights.every(weight => weight > 0)))
  if (!fits) return [...points]
  const path: Place[] = []
  for (let span = degree; span < points.length; span++) {
    const [from, to] = [knots[span] ?? 0, knots[span + 1] ?? 0]
    if (to <= from) continue
    const at = (t: number): Place => pointAt(spline, span, t)
    if (path.length === 0) path.push(at(from))
    // A spline of thousands of points is drawn point by point.
    const pieces = path.length < MOST_CHORDS ? FIRST_PIECES : 1
    for (let i = 0; i < pieces; i++) {
      const [start, end] = [from + ((to - from) * i) / pieces, from + ((to - from) * (i + 1)) / pieces]
      for (const place of path.length < MOST_CHORDS ? flattened(at, start, end, error) : [at(end)]) path.push(place)
    }
  }
  return path
}
