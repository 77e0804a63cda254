/** What a stop of a mower leaves in its mission's log, the audit log and the notifications. */
import type { StopOutcome } from '@greensward/vehicle'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import { partOf, stopWhy } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { auditCommand, type Happened, recordLine } from '../mission/recordMove.ts'
import { notifyOfMower } from './mowerEvents.ts'
import { meaningOfStop, type UnheardStop } from './stopAnswer.ts'

interface NotedStop {
  readonly mowerId: string
  readonly mission: ActiveMission | undefined
  readonly actor: Actor
  readonly stop: StopOutcome | UnheardStop
  /** For the audit log. */
  readonly details: object
}

/** @returns what happened to the mission by it */
export const noteStop = (
  parts: Pick<FleetParts, 'ctx' | 'journal' | 'garage'>,
  { mowerId, mission, actor, stop, details }: NotedStop,
): Happened | undefined => {
  const meant = mission === undefined ? undefined : meaningOfStop(mission, actor, stop)
  if (mission !== undefined && meant?.kind === 'line') recordLine(parts, mission, actor, meant.why)
  if (!stop.acknowledged && stop.reason !== 'neverReceived')
    notifyOfMower(parts, mowerId, 'alarm', 'stopNotConfirmed', { reason: partOf(stopWhy(stop)) })
  auditCommand(parts, 'mower.stop', mowerId, actor, { ...stop, ...details })
  return meant?.kind === 'move' ? meant.move : undefined
}
