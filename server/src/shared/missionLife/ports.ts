/** The functions that missions and driving provide to each other; `operations.ts` connects them. */

import type { CommandOutcome } from '@greensward/contract'
import type { GateLine, MissionTarget, Position } from '@greensward/domain'
import type { Actor } from './moveMission.ts'
import type { PlannedMission } from './planner.ts'

export interface FleetPort {
  /** The position of the mower, undefined when it is unknown. */
  positionOf(mowerId: string): Position | undefined
  /** The pre-start checks for a plan that is not stored yet. */
  gateOfPreview(target: MissionTarget, planned: PlannedMission): Promise<readonly GateLine[]>
  /** Missions that drive, or are about to. */
  driving(): { id: string; title: string; mowerName: string }[]
  /** Stops every mower that drives a mission or is about to. @returns those that did not confirm it */
  holdAll(actor: Actor): Promise<{ name: string; reason: string }[]>
  /** Stops and erases an active mission on its mower, or just cancels a planned one. @throws Refusal missionState */
  cancel(missionId: string, actor: Actor): Promise<CommandOutcome>
}
