/** The SQL that learns from a finished mission how long its mower takes. */
import { driveDurationS, learnDriveTime, type MissionPlan, type Position } from '@greensward/domain'
import { asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { missionRuns, missionStretches, mowers } from '../../platform/db/schema/index.ts'

interface Driven {
  /** Seconds in which it drove: stops, waiting and charging are between two runs. */
  readonly drivenS: number
  readonly runs: number
}

const readRuns = async (tx: Tx, missionId: string): Promise<Driven> => {
  const [row] = await tx
    .select({
      drivenS: sql<number>`coalesce(sum(extract(epoch from ${missionRuns.endedAt} - ${missionRuns.startedAt})), 0)::double precision`,
      runs: sql<number>`count(*)::integer`,
    })
    .from(missionRuns)
    .where(eq(missionRuns.missionId, missionId))
  return row ?? { drivenS: 0, runs: 0 }
}

/** The first position of its recorded path. */
const readStart = async (tx: Tx, missionId: string): Promise<Position | undefined> => {
  const [row] = await tx
    .select({ points: missionStretches.points })
    .from(missionStretches)
    .where(eq(missionStretches.missionId, missionId))
    .orderBy(asc(missionStretches.id))
    .limit(1)
  return row?.points[0]
}

export interface FinishedDrive {
  readonly missionId: string
  readonly mowerId: string
  readonly plan: Pick<MissionPlan, 'legs'>
  /** From where the mower was to the plan, round obstacles; empty where that way is straight. */
  readonly approach: readonly Position[]
}

/** A finished mission as it was driven. */
export interface Lesson extends Pick<FinishedDrive, 'plan' | 'approach'>, Driven {
  /** The first position of its recorded path. */
  readonly start: Position | undefined
}

/** Compares the seconds of finished missions with those of the model. @returns whether the mower's drive time changed */
export const learnDriveTimes = async (tx: Tx, mowerId: string, lessons: readonly Lesson[]): Promise<boolean> => {
  const [mower] = await tx
    .select({ driveTime: mowers.driveTime, transitSpeedMps: mowers.transitSpeedMps })
    .from(mowers)
    .where(eq(mowers.id, mowerId))
    .for('update')
  if (mower === undefined) return false
  const known = mower.driveTime ?? null
  const driveTime = lessons.reduce((learned, { plan, approach, start, drivenS, runs }) => {
    // After a resume the approach is another one than that from the start.
    const toPlan = [...(start === undefined || runs !== 1 ? [] : [start]), ...approach]
    const modelledS = driveDurationS([{ points: toPlan, speedMps: mower.transitSpeedMps }, ...plan.legs])
    return learnDriveTime(learned, { modelledS, drivenS })
  }, known)
  if (driveTime === known) return false
  await tx.update(mowers).set({ driveTime }).where(eq(mowers.id, mowerId))
  return true
}

export const learnFromMission = async (
  tx: Tx,
  { missionId, mowerId, plan, approach }: FinishedDrive,
): Promise<boolean> => {
  const driven = await readRuns(tx, missionId)
  const start = driven.runs === 1 ? await readStart(tx, missionId) : undefined
  return learnDriveTimes(tx, mowerId, [{ plan, approach, start, ...driven }])
}
