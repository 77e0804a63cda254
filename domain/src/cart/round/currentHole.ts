/** Which hole a cart is on: the nearest one, once it has been that for the settings' delay. */
import { distanceToLineM, type PolylineXY, type XY } from '@greensward/geometry'
import { ASSUMED_ACCURACY_M, type CartFix } from '../acceptFix.ts'

export interface HoleLine {
  readonly id: string
  /** From tee to green. */
  readonly line: PolylineXY
}

/** Farther from every line of play than this a cart is on no hole. */
const FARTHEST_M = 80
/** Where two holes are side by side, the one that a cart is on is kept until another is nearer by this. */
const NEARER_BY_M = 5
/** A fix worse than this does not distinguish holes well enough. */
const WORST_ACCURACY_M = 30

export interface HoleWatch {
  readonly holeId: string | null
  /** When the cart came to it, which is the delay before it became the current one. */
  readonly sinceMs: number | null
  /** Another one that is nearer, and since when. */
  readonly next: { readonly holeId: string | null; readonly sinceMs: number } | null
}

export const NEW_HOLE_WATCH: HoleWatch = { holeId: null, sinceMs: null, next: null }

const nearestHole = (holes: readonly HoleLine[], at: XY, current: string | null): string | null => {
  let best: { id: string; distance: number } | undefined
  for (const { id, line } of holes) {
    const distance = distanceToLineM(line, at) - (id === current ? NEARER_BY_M : 0)
    if (best === undefined || distance < best.distance) best = { id, distance }
  }
  return best === undefined || best.distance > FARTHEST_M ? null : best.id
}

export const watchHole = (
  watch: HoleWatch,
  fix: CartFix,
  holes: readonly HoleLine[],
  applyHoleDelayS: number,
): HoleWatch => {
  if ((fix.accuracyM ?? ASSUMED_ACCURACY_M) > WORST_ACCURACY_M) return watch
  const nearest = nearestHole(holes, fix.at, watch.holeId)
  if (nearest === watch.holeId) return { ...watch, next: null }
  const sinceMs = watch.next?.holeId === nearest ? watch.next.sinceMs : fix.atMs
  // The first hole of a round waits like any other: a cart that crosses the practice ground is on no hole.
  return fix.atMs - sinceMs >= applyHoleDelayS * 1_000
    ? { holeId: nearest, sinceMs, next: null }
    : { ...watch, next: { holeId: nearest, sinceMs } }
}
