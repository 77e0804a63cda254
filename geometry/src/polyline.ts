import type { PolylineXY, XY } from './units.ts'

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
