/** What a mower still has to drive, judged on the map as it is now. */
import type { PlanViolation, Position } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { approachAhead, isOnApproach, type PlanPosition, positionInPlan } from '../mission/missionDrive.ts'
import { positionOf, positionText } from './driveAhead.ts'

type Parts = Pick<FleetParts, 'garage' | 'planner' | 'view'>

/** Whether a segment is ahead of the mower, or the one that it drives. A leg's segments count from one more with a way to it. */
const isAhead =
  ({ leg, point }: PlanPosition) =>
  ({ path, segment }: PlanViolation): boolean =>
    path > leg || (path === leg && segment >= point - 1)

/** The whole plan is judged, as before its start, so that what counted as safe there does here. Mowers are not on the map. */
const violations = async (
  { garage, planner }: Parts,
  { mowerId, plan, target }: ActiveMission,
): Promise<readonly PlanViolation[]> => {
  const mower = garage.mowers.get(mowerId)
  if (mower === undefined) return []
  const lines = plan.legs.map(({ points }) => points)
  return target.kind === 'drive' ? planner.checkDrive(lines, [], mower) : planner.checkPlan(plan, target, mower)
}

/** Where the way to the plan is not clear any more. */
const blockedAt = async (parts: Parts, active: ActiveMission): Promise<Position | undefined> => {
  const round = approachAhead(active)
  const first = active.plan.legs[active.from.leg]?.points[active.from.point]
  const points = round.length > 0 || first === undefined ? round : [first]
  const at = positionOf(parts, active.mowerId)
  const path = at === null ? points : [at, ...points]
  for (const [index, to] of path.entries()) {
    const from = path[index - 1]
    if (from !== undefined && (await parts.planner.way(from, to, 0))?.kind !== 'straight') return from
  }
  return undefined
}

/** Undefined where all that it has ahead is safe. */
export const faultAhead = async (parts: Parts, active: ActiveMission): Promise<Said | undefined> => {
  const onApproach = isOnApproach(active)
  const onPlan = onApproach ? active.from : positionInPlan(active, active.seq)
  const from = onPlan === undefined || onPlan === 'approach' ? active.from : onPlan
  const found = (await violations(parts, active)).find(isAhead(from))
  if (found !== undefined)
    return why('mapAhead', { reason: found.kind, title: found.title, near: positionText(found.at) })
  // The way to a drive without mowing is a part of its plan.
  if (!onApproach || active.target.kind === 'drive') return undefined
  const blocked = await blockedAt(parts, active)
  return blocked && why('mapApproach', { near: positionText(blocked) })
}
