import type { PolylineXY, Ring, XY } from './units.ts'

/** Distance between two places, metres. */
export const distanceM = (a: XY, b: XY): number => {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  // Several times as quick as Math.hypot, whose care for overflow metres do not need.
  return Math.sqrt(dx * dx + dy * dy)
}

/** Length of a line, metres; 0 for fewer than two points. */
export const lengthM = (line: PolylineXY): number => {
  let sum = 0
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]
    const b = line[i]
    if (a !== undefined && b !== undefined) sum += distanceM(a, b)
  }
  return sum
}

/** The place `alongM` metres from the start of a line, held at its ends; undefined for a line without points. */
export const pointAlong = (line: PolylineXY, alongM: number): XY | undefined => {
  let left = alongM
  let previous = line[0]
  if (previous === undefined || left <= 0) return previous
  for (const point of line) {
    const step = distanceM(previous, point)
    if (step >= left && step > 0) {
      const t = left / step
      return [previous[0] + (point[0] - previous[0]) * t, previous[1] + (point[1] - previous[1]) * t]
    }
    left -= step
    previous = point
  }
  return previous
}

/** The point of the segment a-b nearest to `p`. */
export const nearestOnSegment = (a: XY, b: XY, p: XY): XY => {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const square = dx * dx + dy * dy
  if (square === 0) return a
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
  return [a[0] + t * dx, a[1] + t * dy]
}

/** Where a line comes nearest to a point. */
export interface NearestOnLine {
  readonly point: XY
  readonly distanceM: number
  /** Metres along the line from its start. */
  readonly alongM: number
  /** The point is on the segment from corner `segment` to corner `segment + 1`. */
  readonly segment: number
}

/** The place of a line nearest to `p`; undefined for a line without points. */
export const nearestOnLine = (line: PolylineXY, p: XY): NearestOnLine | undefined => {
  const first = line[0]
  if (first === undefined) return undefined
  let best: NearestOnLine = { point: first, distanceM: distanceM(first, p), alongM: 0, segment: 0 }
  let soFarM = 0
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]
    const b = line[i]
    if (a === undefined || b === undefined) continue
    const point = nearestOnSegment(a, b, p)
    const away = distanceM(point, p)
    if (away < best.distanceM) best = { point, distanceM: away, alongM: soFarM + distanceM(a, point), segment: i - 1 }
    soFarM += distanceM(a, b)
  }
  return best
}

/** Distance from a point to a line, metres; infinite for a line without points. */
export const distanceToLineM = (line: PolylineXY, p: XY): number =>
  nearestOnLine(line, p)?.distanceM ?? Number.POSITIVE_INFINITY

/**
 * Leaves out the points that a line does not need to stay within `toleranceM` of itself (Douglas-Peucker). The ends stay.
 */
export const simplifyLine = (line: PolylineXY, toleranceM: number): PolylineXY => {
  if (line.length < 3) return line
  const keep = new Uint8Array(line.length)
  markNeeded(line, 0, line.length - 1, toleranceM, keep)
  return line.filter((_, i) => keep[i] === 1)
}

/** A closed ring thinned the same way; it keeps the corner that is farthest from its first one, and at least three. */
export const simplifyRing = (ring: Ring, toleranceM: number): Ring => {
  const first = ring[0]
  if (first === undefined || ring.length < 5) return ring
  let far = 0
  let farM = 0
  for (let i = 1; i < ring.length; i++) {
    const away = distanceM(first, ring[i] ?? first)
    if (away > farM) {
      farM = away
      far = i
    }
  }
  const keep = new Uint8Array(ring.length + 1)
  markNeeded(ring, 0, far, toleranceM, keep)
  markNeeded(ring, far, ring.length, toleranceM, keep)
  const thin: XY[] = []
  for (let i = 0; i < ring.length; i++) {
    const corner = ring[i]
    if (corner !== undefined && keep[i] === 1) thin.push(corner)
  }
  return thin.length < 3 ? ring : thin
}

/** Marks the points between two of a line that it needs, and these; after the last point comes the first again. */
const markNeeded = (line: PolylineXY, first: number, last: number, toleranceM: number, keep: Uint8Array): void => {
  keep[first] = 1
  keep[last] = 1
  const at = (i: number): XY => line[i < line.length ? i : 0] ?? [0, 0]
  // A stack instead of recursion, so that a line of 100 000 points cannot overflow.
  const stack = [first, last]
  while (stack.length > 0) {
    const to = stack.pop() ?? 0
    const from = stack.pop() ?? 0
    const [ax, ay] = at(from)
    const [bx, by] = at(to)
    let worst = toleranceM * toleranceM
    let farthest = -1
    const dx = bx - ax
    const dy = by - ay
    const square = dx * dx + dy * dy
    for (let i = from + 1; i < to; i++) {
      const p = line[i]
      if (p === undefined) continue
      const px = p[0] - ax
      const py = p[1] - ay
      const t = square === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / square))
      const sx = px - t * dx
      const sy = py - t * dy
      const away = sx * sx + sy * sy
      if (away > worst) {
        worst = away
        farthest = i
      }
    }
    if (farthest < 0) continue
    keep[farthest] = 1
    if (farthest - from > 1) stack.push(from, farthest)
    if (to - farthest > 1) stack.push(farthest, to)
  }
}

/** The line with points that follow each other closer than `nearM` taken for one. The last point stays. */
export const withoutRepeats = (line: PolylineXY, nearM = 1e-9): XY[] => {
  const out: XY[] = []
  for (const point of line) {
    const last = out[out.length - 1]
    if (last === undefined || distanceM(last, point) > nearM) out.push(point)
  }
  const end = line[line.length - 1]
  if (end !== undefined && out.length > 1) out[out.length - 1] = end
  return out
}
