/** Mowing directions as greenkeepers name them: by the clock face, 12 being the line of play. */
import { z } from 'zod'

export const direction = z.enum(['12-6', '2-8', '3-9', '10-4', 'diagonal-left', 'diagonal-right'])
export type Direction = z.infer<typeof direction>

/** Degrees clockwise from the line of play. */
export const DIRECTION_ANGLE_DEG: Readonly<Record<Direction, number>> = {
  '12-6': 0,
  'diagonal-left': 45,
  '2-8': 60,
  '3-9': 90,
  '10-4': 120,
  'diagonal-right': 135,
}

/** Heading of the swaths: line of play plus the direction's angle plus the mission's own offset, 0 <= h < 360. */
export const swathHeadingDeg = (baseAngleDeg: number, chosen: Direction, angleOffsetDeg: number): number =>
  (((baseAngleDeg + DIRECTION_ANGLE_DEG[chosen] + angleOffsetDeg) % 360) + 360) % 360

/** Angle between two lines without sense of travel, 0 to 90 degrees. */
const lineAngleDeg = (a: number, b: number): number => {
  const difference = Math.abs(a - b) % 180
  return Math.min(difference, 180 - difference)
}

/** The direction of the clock face that a line on the ground comes nearest to. */
export const nearestDirection = (headingDeg: number, baseAngleDeg: number): Direction =>
  direction.options.reduce((best, candidate) =>
    lineAngleDeg(baseAngleDeg + DIRECTION_ANGLE_DEG[candidate], headingDeg) <
    lineAngleDeg(baseAngleDeg + DIRECTION_ANGLE_DEG[best], headingDeg)
      ? candidate
      : best,
  )

/** The third power makes one near repetition weigh more than several middling ones, so that directions go round. */
const closeness = (a: Direction, b: Direction): number =>
  ((90 - lineAngleDeg(DIRECTION_ANGLE_DEG[a], DIRECTION_ANGLE_DEG[b])) / 90) ** 3

/**
 * Of the allowed directions the one farthest from the last three mowed, so that no ruts form; the latest counts most, and
 * it is never taken again while another is allowed.
 * @param lastMowed newest first
 */
export const autoDirection = (
  allowed: readonly Direction[],
  lastMowed: readonly Direction[],
): Direction | undefined => {
  const recent = lastMowed.slice(0, 3)
  const strain = (candidate: Direction): number =>
    recent.reduce((sum, past, age) => sum + closeness(candidate, past) / (age + 1), 0)
  return allowed.reduce<Direction | undefined>(
    (best, candidate) => (best === undefined || strain(candidate) < strain(best) ? candidate : best),
    undefined,
  )
}
