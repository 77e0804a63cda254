import type { Position } from '@greensward/domain'

/** Whether a position is within a closed or open ring of corners, by the even-odd rule. */
export const isInside = ([x, y]: Position, ring: readonly Position[]): boolean => {
  let inside = false
  let before = ring.at(-1)
  for (const corner of ring) {
    if (before !== undefined && corner[1] > y !== before[1] > y) {
      if (x < ((before[0] - corner[0]) * (y - corner[1])) / (before[1] - corner[1]) + corner[0]) inside = !inside
    }
    before = corner
  }
  return inside
}
