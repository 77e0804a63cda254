/** Applies a position of a mower to the mission that it drives. */
import type { Telemetry } from '@greensward/domain'
import type { RemoteGateway } from '@greensward/vehicle/thread'
import type { OwnMission } from './activeMission.ts'
import { isInside } from './insideRing.ts'
import { isOnApproach } from './missionDrive.ts'

/** Nothing is watched on the approach to the boundary. */
export const watchBoundary = (gateway: RemoteGateway, mission: OwnMission, isWatched: boolean): void => {
  mission.isInside = isWatched
  if (isWatched) gateway.setBoundary(mission.mowerId, mission.boundary, mission.bladeOffBoundary)
  else gateway.setBoundary(mission.mowerId, null)
}

export const followPosition = (gateway: RemoteGateway, mission: OwnMission, telemetry: Telemetry): void => {
  if (telemetry.position === null || telemetry.mode !== 'auto') return
  if (telemetry.missionSeq !== null && telemetry.missionSeq > 0) mission.seq = telemetry.missionSeq
  mission.leftAt = telemetry.position
  mission.progress.note(telemetry.position, telemetry.bladeOn === true)
  // The approach may cross a corner of the zone and leave it again: it is watched from the plan itself on.
  if (isOnApproach(mission) || mission.isInside || mission.boundary === null) return
  if (isInside(telemetry.position, mission.boundary)) watchBoundary(gateway, mission, true)
}

/** The gateway has started again: what the mower holds and does has to be read from it. */
export const forgetOnBoard = (mission: OwnMission, isStarting: boolean): void => {
  mission.progress.interrupt()
  mission.adoption = undefined
  mission.isInside = false
  if (!isStarting) mission.isUnconfirmed = true
}
