/** The SQL that learns from a finished mission how long its mower takes. */
import { driveDurationS, learnDriveTime, type MissionPlan, type Position } from '@greensward/domain'
import { asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { missionRuns, missionStretches, mowers } from '../../platform/db/schema/index.ts'

/** Seconds in which it drove: stops, waiting and charging are between two runs. */
const readRuns = async (tx: Tx, missionId: string): Promise<{ drivenS: number; runs: number }> => {
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

/** Compares the seconds of a finished mission with those of the model. @returns whether its mower's drive time changed */
export const learnFromMission = async (
  tx: Tx,
  { missionId, mowerId, plan, approach }: FinishedDrive,
): Promise<boolean> => {
  const { drivenS, runs } = await readRuns(tx, missionId)
  // After a resume the approach is another one than that from the start.
  const start = runs === 1 ? await readStart(tx, missionId) : undefined
  const [mower] = await tx
    .select({ driveTime: mowers.driveTime, transitSpeedMps: mowers.transitSpeedMps })
    .from(mowers)
    .where(eq(mowers.id, mowerId))
    .for('update')
  if (mower === undefined) return false
  const toPlan = [...(start === undefined ? [] : [start]), ...approach]
  const modelledS = driveDurationS([{ points: toPlan, speedMps: mower.transitSpeedMps }, ...plan.legs])
  const known = mower.driveTime ?? null
  const driveTime = learnDriveTime(known, { modelledS, drivenS })
  if (driveTime === known) return false
  await tx.update(mowers).set({ driveTime }).where(eq(mowers.id, mowerId))
  return true
}
