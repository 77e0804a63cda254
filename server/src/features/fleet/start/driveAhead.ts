/** The rest of a mower's drive, as it is compared with that of another. */
import { type DriveAhead, driveTimeFactor, type MissionPlan, type Mower, type Position } from '@greensward/domain'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { approachAhead, type PlanPosition, positionInPlan, restOfPlan } from '../mission/missionDrive.ts'

type View = Pick<FleetParts, 'view'>

/** Where a mower is; null where that is not known. */
export const positionOf = ({ view }: View, mowerId: string): Position | null =>
  view.telemetryOf(mowerId)?.position ?? null

export const positionText = ([lon, lat]: Position): string => `${lat.toFixed(6)}, ${lon.toFixed(6)}`

/** The part of its plan that an active mission still has to drive; all of it during the approach. */
export const legsAhead = (active: ActiveMission, at: Position): Pick<MissionPlan, 'legs'> => {
  const onPlan = active.seq === 0 ? 'approach' : positionInPlan(active, active.seq)
  if (onPlan === undefined || onPlan === 'approach') return restOfPlan(active.plan, active.from, active.approach.at(-1))
  return restOfPlan(active.plan, onPlan, at)
}

export const aheadOf = (
  mower: Pick<Mower, 'widthM' | 'transitSpeedMps' | 'driveTime'>,
  at: Position,
  legs: MissionPlan['legs'],
  approach: readonly Position[] | undefined,
): DriveAhead => {
  const first = legs[0]?.points[0]
  const factor = driveTimeFactor(mower)
  return {
    widthM: mower.widthM,
    at,
    way: approach ?? (first === undefined ? [] : [at, first]),
    waySpeedMps: mower.transitSpeedMps / factor,
    legs: legs.map(({ points, speedMps }) => ({ points, speedMps: speedMps / factor })),
  }
}

/** The path that an active mission still has ahead: its approach, around obstacles, and its drive. */
export const stillAhead = (mower: Mower, active: ActiveMission, at: Position): DriveAhead => {
  const approach = approachAhead(active)
  return aheadOf(mower, at, legsAhead(active, at).legs, approach.length === 0 ? undefined : [at, ...approach])
}

/** It drives, or is about to. */
export const isDriving = ({ status }: Pick<ActiveMission, 'status'>): boolean =>
  status === 'working' || status === 'uploading'

/**
 * Where another mower is, or was last seen, also before this server started. Of one that drives only what it reports counts.
 */
export const positionOfOther = ({ view }: View, mowerId: string): Position | null => {
  const active = view.missionOf(mowerId)
  return active !== undefined && isDriving(active) ? positionOf({ view }, mowerId) : view.lastPositionOf(mowerId)
}

/** How a mission gets to where it begins; see `FoundApproach`. */
interface Found {
  readonly route: { readonly points: readonly Position[] }
  readonly approach: { readonly kind: 'asItWas' } | { readonly kind: 'fullUpload'; readonly from: PlanPosition }
}

/**
 * A mission as it would begin, or be resumed, at this moment.
 * @param found null where no way is known
 */
export const beginningAhead = (
  mower: Mower,
  at: Position,
  { plan, stopped }: { readonly plan: MissionPlan; readonly stopped: ActiveMission | undefined },
  found: Found | null,
): DriveAhead => {
  if (found?.approach.kind === 'fullUpload') {
    const { points } = found.route
    return aheadOf(mower, at, restOfPlan(plan, found.approach.from, points.at(-1)).legs, points)
  }
  return stopped === undefined ? aheadOf(mower, at, plan.legs, []) : stillAhead(mower, stopped, at)
}

/** A drive, whose way to where it was stopped is driven like the rest of it. */
export const asOneDrive = (ahead: DriveAhead): DriveAhead =>
  ahead.way.length < 2
    ? ahead
    : { ...ahead, way: [], legs: [{ points: [...ahead.way], speedMps: ahead.waySpeedMps }, ...ahead.legs] }
