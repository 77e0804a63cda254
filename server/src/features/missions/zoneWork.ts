/** The plan of a mission as the figures that a plan of the course is made of. */
import type { MowerHome, ZoneWork } from '@greensward/domain'
import { farthestFrom } from '../../shared/missionLife/pathLength.ts'
import type { PlannedMission } from '../../shared/missionLife/planner.ts'

/** Undefined for a plan without a path. */
export const zoneWorkOf = (
  { plan, swathHeadingDeg, resolvedDirection }: PlannedMission,
  home: MowerHome | undefined,
): ZoneWork | undefined => {
  const points = plan.legs.flatMap(leg => leg.points)
  const [entry, exit] = [points[0], points.at(-1)]
  if (entry === undefined || exit === undefined) return undefined
  const { durationS, lengthM, areaM2 } = plan.stats
  return {
    durationS,
    lengthM,
    areaM2,
    entry,
    exit,
    ...(home === undefined ? {} : { farthest: farthestFrom(points, home.at, entry) }),
    headingDeg: swathHeadingDeg,
    direction: resolvedDirection,
  }
}
