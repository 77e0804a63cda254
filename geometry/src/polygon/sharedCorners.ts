import type { PolygonXY, Ring, XY } from '../units.ts'
import { type Contact, sweepContacts } from './sweep.ts'
import { distinctCorners, touchToleranceOf } from './validity.ts'

/** More touches than this are a scribble, which no program reads alike. */
const MOST_TOUCHES = 1_000

const hasCorner = (ring: Ring, [x, y]: XY): boolean => ring.some(corner => corner[0] === x && corner[1] === y)

/** The ring with one more corner, on the edge that passes through it. */
const withCorner = (ring: Ring, [x, y]: XY, tolerance: number): Ring => {
  const before = ring.findIndex(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length] ?? [ax, ay]
    const length = Math.hypot(bx - ax, by - ay)
    const side = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
    const along = ((bx - ax) * (x - ax) + (by - ay) * (y - ay)) / length
    return Math.abs(side) <= 2 * tolerance && along > 0 && along < length
  })
  return before < 0 ? ring : [...ring.slice(0, before + 1), [x, y], ...ring.slice(before + 1)]
}

/**
 * The polygon with a corner in both rings wherever two of its rings touch. A corner that is on the edge of another ring is, by
 * the rounding of its numbers, on one side of that edge or the other, and exact programs then call it a crossing. A corner
 * that both rings have is the same number in both.
 */
export const withSharedCorners = (polygon: PolygonXY): PolygonXY => {
  if (polygon.holes.length === 0) return polygon
  const rings = [polygon.outer, ...polygon.holes].map(distinctCorners)
  const tolerance = touchToleranceOf(polygon.outer)
  const touches: Contact[] = []
  let isTouching = true
  sweepContacts(rings, tolerance, contact => {
    isTouching = contact.how === 'touch' && contact.ringA !== contact.ringB && touches.push(contact) <= MOST_TOUCHES
    return isTouching ? 'continue' : 'stop'
  })
  if (!isTouching) return polygon
  let changed = false
  for (const { at, ringA, ringB } of touches) {
    for (const index of [ringA, ringB]) {
      const ring = rings[index] ?? []
      if (hasCorner(ring, at)) continue
      rings[index] = withCorner(ring, at, tolerance)
      changed = true
    }
  }
  const [outer = polygon.outer, ...holes] = rings
  return changed ? { outer, holes } : polygon
}
