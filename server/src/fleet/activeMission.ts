/** A mission that a mower belongs to, as the fleet holds it in memory: enough to stop and to follow it without a database. */
import type { MissionPlan, MissionStatus, MissionTarget, Mower, Position } from '@greensward/domain'
import type { TranslatedMission } from '@greensward/vehicle'
import { type MissionRow, targetOf } from '../missionLife/missionsStore.ts'
import { driveOf, type PlanPlace, restOfPlan } from './missionDrive.ts'
import type { ProgressTracker } from './progressTracker.ts'

export interface ActiveMission {
  readonly id: string
  readonly title: string
  readonly mowerId: string
  readonly bladeId: string
  readonly target: MissionTarget
  readonly createdBy: string
  readonly plan: MissionPlan
  /** Driven before the plan itself, round what is in the way from where the mower was; empty where the way is straight. */
  approach: readonly Position[]
  /** Where in the plan the drive begins, once a resume took a way round; its approach then ends where the plan is taken up. */
  from: PlanPlace
  /** All of it, of which the mower may hold a part only. */
  drive: TranslatedMission
  /** Outer ring that the mower stays in once it has come there; null for a road. */
  readonly boundary: readonly Position[] | null
  /** The wider ring for the blade off, beside `boundary` for the blade on. */
  readonly bladeOffBoundary: readonly Position[] | null
  readonly progress: ProgressTracker
  /** What the database says or is about to say: changed here first, written right after. */
  status: MissionStatus
  /** The item being driven to when it last drove: where a resume goes on. */
  seq: number
  /** The place where it was last seen driving the mission; null before it drove. */
  leftAt: Position | null
  /** After a restart: what the mower really does is not known yet, so nothing is concluded. */
  isUnconfirmed: boolean
  /** Whether the gateway was asked to take what is on board for this mission, one longer than the mower's memory. */
  adoption?: 'asked' | 'refused' | undefined
  /** A resume, or a start that broke off once the mower may have driven: what fails then leaves a stopped mission. */
  mayHaveMoved: boolean
  /** The mower has come into its boundary, which is watched from then on. */
  isInside: boolean
}

export interface ActiveMissionInput {
  readonly row: MissionRow
  readonly plan: MissionPlan
  readonly mower: Mower
  readonly boundary: readonly Position[] | null
  readonly bladeOffBoundary: readonly Position[] | null
  readonly progress: ProgressTracker
  readonly approach: readonly Position[]
  readonly from: PlanPlace
  readonly seq: number
  readonly leftAt: Position | null
  readonly isUnconfirmed: boolean
}

export const activeMission = (input: ActiveMissionInput): ActiveMission => {
  const { row, plan, mower, boundary, bladeOffBoundary, progress, approach, from, seq, leftAt, isUnconfirmed } = input
  return {
    id: row.id,
    title: row.title,
    mowerId: row.mowerId,
    bladeId: row.bladeId,
    target: targetOf(row),
    createdBy: row.createdBy,
    plan,
    approach,
    from,
    drive: driveOf(restOfPlan(plan, from, approach.at(-1)), mower, approach),
    boundary,
    bladeOffBoundary,
    progress,
    status: row.status,
    seq,
    leftAt,
    isUnconfirmed,
    mayHaveMoved: row.status !== 'planned',
    isInside: false,
  }
}
