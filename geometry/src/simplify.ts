/** Lines and rings with no more points than they need (Douglas-Peucker). */
import { distanceM } from './polyline.ts'
import type { PolylineXY, Ring, XY } from './units.ts'

/**
 * Leaves out the points that a line does not need to stay within `toleranceM` of itself. The ends stay.
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
