/** The functions that missions and driving provide to each other; `operations.ts` connects them. */

import type { CommandOutcome, calls, LiveVehicle, ResultOf } from '@greensward/contract'
import type { CourseFeature, GateLine, MissionStatus, MissionTarget, Position } from '@greensward/domain'
import type { Actor } from './moveMission.ts'
import type { PlannedMission } from './planner.ts'

export interface FleetPort {
  /** The position of the mower, undefined when it is unknown. */
  positionOf(mowerId: string): Position | undefined
  /** The pre-start checks for a plan that is not stored yet. */
  gateOfPreview(target: MissionTarget, planned: PlannedMission): Promise<readonly GateLine[]>
  /** Names of the mowers of the garage that are on a target or have a mission there, and of carts that were there a minute ago. */
  othersOn(target: CourseFeature): Promise<{ readonly mowers: readonly string[]; readonly carts: readonly string[] }>
  /** Missions that drive, or are about to. */
  driving(): { id: string; title: string; mowerName: string }[]
  /** Stops every mower that drives a mission or is about to. @returns those that did not confirm it */
  holdAll(actor: Actor): Promise<{ name: string; reason: string }[]>
  /** Stops and erases an active mission on its mower, or just cancels a planned one. @throws Refusal missionState */
  cancel(missionId: string, actor: Actor): Promise<CommandOutcome>
}

/** A mower as other programs get to know it. */
export interface MowerNow {
  readonly id: string
  readonly name: string
  readonly vehicle: LiveVehicle
  /** Whether it stands at its base; null where its position or its base is unknown. */
  readonly isAtBase: boolean | null
  /** The mission that it belongs to. */
  readonly mission: { readonly title: string; readonly status: MissionStatus; readonly goal: MissionGoal } | null
}
/** `home` is a drive to the mower's base, `point` one to anywhere else. */
export type MissionGoal = 'mow' | 'home' | 'point'

/** Commands that do not come from a person at a screen. Each throws the refusals of the same command of a person. */
export interface MachinePort {
  mowers(): readonly MowerNow[]
  /**
   * Starts the next planned mission. A stopped mission is not resumed: that takes a person.
   * @param askedAtMs when the command was sent, in milliseconds since 1970
   * @throws Refusal commandExpired, onMissionAlready, nothingPlanned, gateShut, ...
   */
  start(mowerId: string, actor: Actor, askedAtMs: number): Promise<CommandOutcome>
  /** Sends it home. @throws Refusal commandExpired, noBase, gateShut, ... */
  dock(mowerId: string, actor: Actor, askedAtMs: number): Promise<CommandOutcome>
  stop(mowerId: string, actor: Actor): Promise<CommandOutcome>
  stopAll(actor: Actor): Promise<ResultOf<typeof calls.mowers.stopAll>>
}
