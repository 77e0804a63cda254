/** Which ground a mission's map shows as not cut. */
import { isActive, type MissionStatus, type PolygonGeometry } from '@greensward/domain'

export const hasEnded = (status: MissionStatus): boolean => status !== 'planned' && !isActive(status)

const NONE: readonly PolygonGeometry[] = []

/**
 * While a mission can still mow, only the ground that its plan leaves out: the rest is yet to come, and drawing all of it
 * as uncut would hide the plan. Once it has ended, the ground that it really left.
 */
export const uncoveredOf = (
  status: MissionStatus,
  ofPlan: readonly PolygonGeometry[] | undefined,
  ofTrack: readonly PolygonGeometry[] | undefined,
): readonly PolygonGeometry[] => (hasEnded(status) ? ofTrack : ofPlan) ?? NONE
