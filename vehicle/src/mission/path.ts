import { type LonLat, localFrame, type XY } from '@greensward/geometry'

/** Metres from a place to the straight line between two others, its ends included. */
export const distanceToSegmentM = (place: LonLat, from: LonLat, to: LonLat): number => {
  const frame = localFrame(from)
  const p = frame.toLocal(place)
  const end = frame.toLocal(to)
  const lengthSquared = end[0] ** 2 + end[1] ** 2
  const along = lengthSquared === 0 ? 0 : Math.max(0, Math.min(1, (p[0] * end[0] + p[1] * end[1]) / lengthSquared))
  return Math.hypot(p[0] - along * end[0], p[1] - along * end[1])
}

/** Whether a place lies within a ring of corners (even-odd rule); the closing corner may be repeated or not. */
export const isInside = (place: LonLat, ring: readonly LonLat[]): boolean => {
  const [x, y] = place
  let inside = false
  let before: XY | undefined = ring.at(-1)
  for (const corner of ring) {
    if (before !== undefined && corner[1] > y !== before[1] > y) {
      const crossing = ((before[0] - corner[0]) * (y - corner[1])) / (before[1] - corner[1]) + corner[0]
      if (x < crossing) inside = !inside
    }
    before = corner
  }
  return inside
}
