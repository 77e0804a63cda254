/** Applies a position of a mower to the mission that it drives. */
import { driveCorridor, type Position, type Telemetry } from '@greensward/domain'
import type { RemoteGateway } from '@greensward/vehicle/thread'
import type { FleetParts } from '../fleetParts.ts'
import type { OwnMission } from './activeMission.ts'
import { isInside } from './insideRing.ts'
import { isOnApproach, isOnBoard, wayToPlan } from './missionDrive.ts'

type Parts = Pick<FleetParts, 'gateway' | 'garage'>

/** Nothing is watched while the mower is sent its mission. */
export const watchNothing = (gateway: RemoteGateway, mission: OwnMission): void => {
  mission.isInside = false
  mission.wayEndSeq = undefined
  gateway.setBoundary(mission.mowerId, null)
}

/** From where the mower is to its plan: the corridor around that way, which may cross a corner of the zone and leave it again. */
export const watchWay = ({ gateway, garage }: Parts, mission: OwnMission, at: Position | null): void => {
  watchNothing(gateway, mission)
  const mower = garage.mowers.get(mission.mowerId)
  const { points, endSeq } = wayToPlan(mission)
  if (mower === undefined || at === null || points.length === 0) return
  mission.wayEndSeq = endSeq
  const way = { kind: 'transit' as const, bladeOn: false, speedMps: mower.transitSpeedMps, points: [at, ...points] }
  gateway.setBoundary(mission.mowerId, driveCorridor({ legs: [way] }, mower))
}

/** A mower on its plan that does not come from a start of this server, or is past the way from it, has to be inside by now. */
const mustBeInside = ({ wayEndSeq, seq }: OwnMission): boolean => wayEndSeq === undefined || seq > wayEndSeq

const watchRings = (parts: Parts, mission: OwnMission, at: Position): void => {
  if (mission.isInside) return
  if (isOnApproach(mission)) {
    if (mission.wayEndSeq === undefined) watchWay(parts, mission, at)
    return
  }
  const { boundary, bladeOffBoundary } = mission
  if (!mustBeInside(mission) && (boundary === null || !isInside(at, boundary))) return
  mission.isInside = true
  parts.gateway.setBoundary(mission.mowerId, boundary, bladeOffBoundary)
}

export const followPosition = (parts: Parts, mission: OwnMission, telemetry: Telemetry): void => {
  if (telemetry.position === null || telemetry.mode !== 'auto') return
  if (telemetry.missionSeq !== null && telemetry.missionSeq > 0) mission.seq = telemetry.missionSeq
  mission.leftAt = telemetry.position
  mission.progress.note(telemetry.position, telemetry.bladeOn === true)
  watchRings(parts, mission, telemetry.position)
}

/**
 * Another ground station may give a mower another mission while it drives, and it would follow that one, blade included.
 * Each mission that is read from it is compared once. A part of one that is longer than its memory only the gateway can
 * tell from another mission.
 */
export const watchOnBoard = (gateway: RemoteGateway, mission: OwnMission, onAnother: () => void): void => {
  const { mowerId, drive } = mission
  const state = gateway.state(mowerId)
  const onBoard = state?.mission ?? null
  if (state === undefined || onBoard === null || onBoard === mission.comparedOnBoard) return
  mission.comparedOnBoard = onBoard
  if (isOnBoard(drive, onBoard)) return
  if (drive.items.length <= state.capacity.missionItems) {
    onAnother()
    return
  }
  void gateway.adoptMission(mowerId, drive.items).then(outcome => {
    if (outcome.outcome === 'accepted') return
    if (outcome.outcome === 'rejected' && outcome.reason === 'anotherMission') onAnother()
    // Busy or silent: asked again.
    else mission.comparedOnBoard = undefined
  })
}

/** The gateway has started again: what the mower holds and does has to be read from it. */
export const forgetOnBoard = (mission: OwnMission, isStarting: boolean): void => {
  mission.progress.interrupt()
  mission.adoption = undefined
  mission.isInside = false
  mission.wayEndSeq = undefined
  if (!isStarting) mission.isUnconfirmed = true
}
