/** Curves of a drawing as chords. */
export type Place = readonly [number, number]

/** Chords of an arc for each full turn. */
const CHORDS = 64
/** Chords between two knots of a spline. */
const SPAN_CHORDS = 8
const MOST_CHORDS = 5_000

/** @param minor radius of the shorter axis, and the direction of the longer: without them a circle */
export const arc = (
  [x, y]: Place,
  radius: number,
  from: number,
  sweep: number,
  { minor = radius, turned = 0 }: { readonly minor?: number; readonly turned?: number } = {},
): Place[] => {
  const steps = Math.max(2, Math.ceil((Math.abs(sweep) / (2 * Math.PI)) * CHORDS))
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
export const bulged = (from: Place, to: Place, bulge: number): Place[] => {
  const sweep = 4 * Math.atan(bulge)
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const chord = Math.hypot(dx, dy)
  if (chord === 0 || Math.abs(sweep) < 1e-6) return [to]
  const radius = chord / (2 * Math.sin(sweep / 2))
  const away = radius * Math.cos(sweep / 2)
  const centre: Place = [(from[0] + to[0]) / 2 - (dy / chord) * away, (from[1] + to[1]) / 2 + (dx / chord) * away]
  const start = Math.atan2(from[1] - centre[1], from[0] - centre[0])
  return arc(centre, Math.abs(radius), start, sweep).slice(1)
}

interface Spline {
  readonly degree: number
  readonly knots: readonly number[]
  readonly points: readonly Place[]
}

/** One point of the curve by de Boor's algorithm. */
const pointAt = ({ degree, knots, points }: Spline, span: number, t: number): Place => {
  const near = Array.from({ length: degree + 1 }, (_, j): [number, number] => {
    const [x, y] = points[span - degree + j] ?? [0, 0]
    return [x, y]
  })
  for (let round = 1; round <= degree; round++)
    for (let j = degree; j >= round; j--) {
      const low = knots[span - degree + j] ?? 0
      const high = knots[span + 1 + j - round] ?? 0
      const share = high === low ? 0 : (t - low) / (high - low)
      const before: Place = near[j - 1] ?? [0, 0]
      const here: Place = near[j] ?? [0, 0]
      near[j] = [before[0] + (here[0] - before[0]) * share, before[1] + (here[1] - before[1]) * share]
    }
  return near[degree] ?? [0, 0]
}

/** The curve of a B-spline; the polygon of its control points where its knots do not fit. Weights count as equal. */
export const splinePath = (spline: Spline): Place[] => {
  const { degree, knots, points } = spline
  const isWhole = degree >= 1 && degree <= 10 && points.length > degree && knots.length === points.length + degree + 1
  if (!isWhole) return [...points]
  const chords = Math.max(1, Math.min(SPAN_CHORDS, Math.floor(MOST_CHORDS / points.length)))
  const path: Place[] = []
  for (let span = degree; span < points.length; span++) {
    const [from, to] = [knots[span] ?? 0, knots[span + 1] ?? 0]
    if (to <= from) continue
    for (let i = path.length === 0 ? 0 : 1; i <= chords; i++)
      path.push(pointAt(spline, span, from + ((to - from) * i) / chords))
  }
  return path
}
