/**
 * Where a vehicle is drawn between two fixes. It glides from where it is drawn to the newest fix within the time
 * that lay between the last two fixes, and waits there: it is never drawn where no fix has been.
 */
import type { Coordinate } from './project.ts'

export interface Pose {
  readonly at: Coordinate
  /** Degrees clockwise from north; null when unknown. */
  readonly headingDeg: number | null
}

export interface Motion {
  readonly from: Pose
  readonly to: Pose
  readonly startedAtMs: number
  readonly durationMs: number
}

/** Longer gaps are jumped: a glide over seconds would show an old position as the current one. */
const LONGEST_GLIDE_MS = 1_500
/** A farther jump between two fixes is a new position, not a drive. */
const FARTHEST_GLIDE_M = 40

export const restingAt = (pose: Pose, nowMs: number): Motion => ({
  from: pose,
  to: pose,
  startedAtMs: nowMs,
  durationMs: 0,
})

const shortestTurnDeg = (from: number, to: number): number => ((to - from + 540) % 360) - 180

export const poseAt = (motion: Motion, nowMs: number): Pose => {
  const share = motion.durationMs <= 0 ? 1 : Math.min(1, Math.max(0, (nowMs - motion.startedAtMs) / motion.durationMs))
  if (share >= 1) return motion.to
  const { from, to } = motion
  const headingDeg =
    from.headingDeg === null || to.headingDeg === null
      ? to.headingDeg
      : (from.headingDeg + shortestTurnDeg(from.headingDeg, to.headingDeg) * share + 360) % 360
  return {
    at: [from.at[0] + (to.at[0] - from.at[0]) * share, from.at[1] + (to.at[1] - from.at[1]) * share],
    headingDeg,
  }
}

export const isMoving = (motion: Motion, nowMs: number): boolean =>
  motion.durationMs > 0 && nowMs < motion.startedAtMs + motion.durationMs

/** A turn of a mark that is as easy to see as a pixel of its way. */
const SEEN_TURN_DEG = 3

/** A smaller part of a pixel or of a turn is not seen: receivers and compasses of parked machines tremble. */
const LEAST_SEEN = 0.25

/** Whether two poses look different on a map of this many units to a pixel. */
export const looksMoved = (from: Pose, to: Pose, unitsPerPixel: number): boolean =>
  seenSteps(from, to, unitsPerPixel) >= LEAST_SEEN

/** Pixels or visible turns between two poses, whichever are more. */
const seenSteps = (from: Pose, to: Pose, unitsPerPixel: number): number => {
  const pixels = Math.hypot(to.at[0] - from.at[0], to.at[1] - from.at[1]) / unitsPerPixel
  const turns =
    from.headingDeg === null || to.headingDeg === null
      ? 0
      : Math.abs(shortestTurnDeg(from.headingDeg, to.headingDeg)) / SEEN_TURN_DEG
  return Math.max(pixels, turns)
}

/**
 * Milliseconds until the vehicle is drawn a pixel farther on or turned to see; infinite when it rests.
 * @param unitsPerPixel of the map as it is shown
 */
export const nextChangeMs = (motion: Motion, nowMs: number, unitsPerPixel: number): number => {
  if (!isMoving(motion, nowMs)) return Number.POSITIVE_INFINITY
  const { from, to, startedAtMs, durationMs } = motion
  const steps = seenSteps(from, to, unitsPerPixel)
  if (steps < LEAST_SEEN) return Number.POSITIVE_INFINITY
  return Math.min(durationMs / steps, startedAtMs + durationMs - nowMs)
}

/** The motion after a new fix that came `nowMs`, the one before having come at `motion.startedAtMs`. */
export const withFix = (motion: Motion | undefined, fix: Pose, nowMs: number, still: boolean): Motion => {
  if (motion === undefined || still) return restingAt(fix, nowMs)
  const drawn = poseAt(motion, nowMs)
  const gapMs = nowMs - motion.startedAtMs
  const farM = Math.hypot(fix.at[0] - drawn.at[0], fix.at[1] - drawn.at[1])
  if (farM > FARTHEST_GLIDE_M || gapMs > LONGEST_GLIDE_MS * 2) return restingAt(fix, nowMs)
  return { from: drawn, to: fix, startedAtMs: nowMs, durationMs: Math.min(gapMs, LONGEST_GLIDE_MS) }
}
