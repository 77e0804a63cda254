/** The rest of a mower's drive, as it is compared with that of another. */
import { type DriveAhead, driveTimeFactor, type MissionPlan, type Mower, type Position } from '@greensward/domain'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { approachAhead, positionInPlan, restOfPlan } from '../mission/missionDrive.ts'

type View = Pick<FleetParts, 'view'>

/** Where a mower is; null where that is not known. */
export const positionOf = ({ view }: View, mowerId: string): Position | null =>
  view.telemetryOf(mowerId)?.position ?? null

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
