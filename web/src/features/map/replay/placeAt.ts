/** Where things were at a moment of the past, from what was recorded of it. */
import { type Position, type ReplayPlace, STALE_AFTER_MS } from '@greensward/domain'

/** Recorded positions with the time of step 0. */
export interface Recorded {
  /** Milliseconds since 1970. */
  readonly fromMs: number
  readonly stepS: number
  /** In the order of their steps. */
  readonly places: readonly ReplayPlace[]
}

export interface PlaceThen {
  readonly position: Position
  readonly headingDeg: number | null
  readonly bladeOn: boolean | null
  /** Age of the last position at the moment; 0 between two positions without a gap. */
  readonly ageMs: number
}

export const momentOfStep = ({ fromMs, stepS }: Omit<Recorded, 'places'>, step: number): number =>
  fromMs + step * stepS * 1_000

/** The index of the last position at or before a moment; -1 before all of them. */
const lastBefore = (recorded: Recorded, atMs: number): number => {
  let [low, high] = [0, recorded.places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const place = recorded.places[middle]
    if (place !== undefined && momentOfStep(recorded, place.step) <= atMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

const turned = (from: number, to: number, share: number): number =>
  (from + (((to - from + 540) % 360) - 180) * share + 360) % 360

/**
 * Between two positions without a gap the vehicle moves evenly; across a gap it
 * stays at its last known position.
 */
export const placeAt = (recorded: Recorded, atMs: number): PlaceThen | null => {
  const at = lastBefore(recorded, atMs)
  const [before, after] = [recorded.places[at], recorded.places[at + 1]]
  if (before === undefined) return null
  const lastMs = momentOfStep(recorded, before.step)
  const gapMs = after === undefined ? Number.POSITIVE_INFINITY : momentOfStep(recorded, after.step) - lastMs
  if (after === undefined || gapMs > Math.max(STALE_AFTER_MS, recorded.stepS * 1_000))
    return { ...before, ageMs: atMs - lastMs }
  const share = (atMs - lastMs) / gapMs
  const [from, to] = [before.position, after.position]
  return {
    position: [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share],
    headingDeg:
      before.headingDeg === null || after.headingDeg === null
        ? before.headingDeg
        : turned(before.headingDeg, after.headingDeg, share),
    bladeOn: before.bladeOn,
    ageMs: 0,
  }
}

/** A stretch of time, milliseconds since 1970; the end is not part of it. */
export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

/** The lines that a running blade left within some stretches of time, up to a moment. */
export const mownUpTo = (recorded: Recorded, within: readonly Stretch[], atMs: number): Position[][] => {
  const lines: Position[][] = []
  let [isOpen, lastMs] = [false, 0]
  for (const place of recorded.places) {
    const ms = momentOfStep(recorded, place.step)
    if (ms > atMs) break
    const cuts = place.bladeOn === true && within.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs)
    if (!cuts) {
      isOpen = false
      continue
    }
    if (!isOpen || ms - lastMs > Math.max(STALE_AFTER_MS, recorded.stepS * 1_000)) lines.push([])
    lines.at(-1)?.push(place.position)
    ;[isOpen, lastMs] = [true, ms]
  }
  return lines.filter(line => line.length > 1)
}
