/** A mission that a mower belongs to, as the fleet holds it in memory: enough to stop and to follow it without a database. */
import type { MissionPlan, MissionStatus, MissionTarget, Mower, Position } from '@greensward/domain'
import type { TranslatedMission } from '@greensward/vehicle'
import type { MissionRow } from '../missionLife/missionsStore.ts'
import { partsOf } from './missionDrive.ts'
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
  parts: readonly TranslatedMission[]
  /** Outer ring that the mower stays in once it has come there; null for a road. */
  readonly boundary: readonly Position[] | null
  readonly progress: ProgressTracker
  /** What the database says or is about to say: changed here first, written right after. */
  status: MissionStatus
  /** The part that is on board or is being sent. */
  part: number
  /** The item being driven to when it last drove: where a resume goes on. */
  seq: number
  /** After a restart: what the mower really does is not known yet, so nothing is concluded. */
  isUnconfirmed: boolean
  /** The mower has come into its boundary, which is watched from then on. */
  isInside: boolean
}

export interface ActiveMissionInput {
  readonly row: MissionRow
  readonly plan: MissionPlan
  readonly mower: Mower
  readonly boundary: readonly Position[] | null
  readonly progress: ProgressTracker
  readonly approach: readonly Position[]
  readonly part: number
  readonly seq: number
  readonly isUnconfirmed: boolean
}

export const activeMission = (input: ActiveMissionInput): ActiveMission => {
  const { row, plan, mower, boundary, progress, approach, part, seq, isUnconfirmed } = input
  return {
    id: row.id,
    title: row.title,
    mowerId: row.mowerId,
    bladeId: row.bladeId,
    target: { kind: row.targetKind, featureId: row.targetId },
    createdBy: row.createdBy,
    plan,
    approach,
    parts: partsOf(plan, mower, approach),
    boundary,
    progress,
    status: row.status,
    part,
    seq,
    isUnconfirmed,
    isInside: false,
  }
}
