/** A mission that a mower belongs to, as the fleet holds it in memory: enough to stop and to follow it without a database. */
import {
  type CourseFeature,
  cellOf,
  driveCorridor,
  type MissionPlan,
  type MissionStatus,
  type MissionTarget,
  type Mower,
  type Position,
  targetFeature,
  watchedBoundary,
} from '@greensward/domain'
import type { MissionItem, TranslatedMission } from '@greensward/vehicle'
import type { Context } from '../../../platform/context.ts'
import type { CurrentCourse } from '../../../shared/course/currentCourse.ts'
import { type MissionRow, readPlan, readProgress, targetOf } from '../../../shared/missionLife/missionsStore.ts'
import type { Garage } from '../garage.ts'
import { extentOf } from './extent.ts'
import { driveOf, type PlanPosition, restOfPlan } from './missionDrive.ts'
import { createProgressTracker, type ProgressTracker } from './progressTracker.ts'

/** As the one that writes it sees it: the controller of its mower. */
export interface OwnMission {
  readonly id: string
  readonly title: string
  readonly mowerId: string
  readonly bladeId: string
  readonly target: MissionTarget
  readonly createdBy: string
  readonly plan: MissionPlan
  /** The approach before the plan itself, round obstacles from where the mower was; empty where the route is straight. */
  approach: readonly Position[]
  /** The point of the plan at which the drive begins, once a resume took a detour; its approach then ends at that point. */
  from: PlanPosition
  /** All of it, of which the mower may hold a part only. */
  drive: TranslatedMission
  /** Outer ring that the mower stays in once it has entered it, round a drive and on a road its corridor. */
  readonly boundary: readonly Position[] | null
  /** The wider ring for the blade off, beside `boundary` for the blade on. */
  readonly bladeOffBoundary: readonly Position[] | null
  readonly progress: ProgressTracker
  /** The state that the database has or gets next: changed here first, written right after. */
  status: MissionStatus
  /** The item it was driving to when it last drove: a resume continues there. */
  seq: number
  /** The position where it was last seen driving the mission; null before it drove. */
  leftAt: Position | null
  /** After a restart: what the mower really does is not known yet, so nothing is concluded. */
  isUnconfirmed: boolean
  /** Whether the gateway was asked to take what is on board for this mission, one longer than the mower's memory. */
  adoption?: 'asked' | 'refused' | undefined
  /** The mission on board that was compared with this one last. */
  comparedOnBoard?: readonly MissionItem[] | undefined
  /** A resume, or a start that broke off once the mower may have driven: what fails then leaves a stopped mission. */
  mayHaveMoved: boolean
  /** Of a start: it has been compared with the others for the last time, and drives or is about to. */
  isCleared?: boolean
  /** Of a start: where its checks saw the mower; null where they did not. */
  checkedAt?: Position | null
  /** A released shift started it last: people see its start and its end on the day board. */
  isOfShift?: boolean
  /** When the release that started it last ends, monotonic; undefined where a person started it. */
  releaseEndsAtMs?: number | undefined
  /** The mower has entered its boundary, or should have by now: it is watched from then on. */
  isInside: boolean
  /** Until then: the last item of the way from its start to the plan, whose corridor is watched; undefined where none is. */
  wayEndSeq?: number | undefined
}

export type ActiveMission = Readonly<OwnMission>

/** The rings that a mower stays in with the blade on, and with it off: of its zone or, on a road or a drive, its corridor. */
export const ringsOf = (
  target: MissionTarget,
  feature: CourseFeature | undefined,
  plan: MissionPlan,
  mower: Pick<Mower, 'minTurnRadiusM'>,
): Pick<OwnMission, 'boundary' | 'bladeOffBoundary'> => {
  const isLine = target.kind === 'drive' || target.kind === 'road'
  const corridor = isLine ? driveCorridor(plan, mower) : null
  const cell = cellOf(target)
  return {
    boundary: corridor ?? watchedBoundary(feature, cell, 'bladeOn'),
    bladeOffBoundary: corridor ?? watchedBoundary(feature, cell, 'bladeOff', plan.legs),
  }
}

/** Undefined where its mower or its plan is gone. */
export const loadActive = async (
  parts: { readonly ctx: Context; readonly course: CurrentCourse; readonly garage: Garage },
  row: MissionRow,
  isUnconfirmed: boolean,
): Promise<OwnMission | undefined> => {
  const { ctx, course, garage } = parts
  const mower = garage.mowers.get(row.mowerId)
  const stored = await readPlan(ctx.db, row.id)
  if (mower === undefined || stored === undefined) return undefined
  const { plan } = stored
  const kept = await readProgress(ctx.db, row.id)
  const map = await course.read()
  const target = targetOf(row)
  const feature = targetFeature(map.features, target)
  const approach = kept?.approach ?? []
  const from = { leg: kept?.fromLeg ?? 0, point: kept?.fromPoint ?? 0 }
  return {
    id: row.id,
    title: row.title,
    mowerId: row.mowerId,
    bladeId: row.bladeId,
    target,
    createdBy: row.createdBy,
    plan,
    approach,
    from,
    drive: driveOf(restOfPlan(plan, from, approach.at(-1)), mower, approach),
    ...ringsOf(target, feature, plan, mower),
    progress: createProgressTracker(await extentOf(parts, row, plan, kept?.mown ?? null)),
    status: row.status,
    seq: kept?.seq ?? 0,
    leftAt: kept?.leftAt ?? null,
    isUnconfirmed,
    mayHaveMoved: row.status !== 'planned',
    isInside: false,
  }
}
