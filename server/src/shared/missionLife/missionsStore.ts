/** The SQL of missions. */

import type {
  Direction,
  Mission,
  MissionLogLine,
  MissionPlan,
  MissionStatus,
  MissionTarget,
  Position,
} from '@greensward/domain'
import { ACTIVE_STATUSES } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import { and, asc, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import {
  directionLedger,
  missionLogs,
  missionPlans,
  missionProgress,
  missionRuns,
  missionStretches,
  missions,
  missionWork,
  shiftRoutes,
  shifts,
} from '../../platform/db/schema/index.ts'
import { pathLengthM } from './pathLength.ts'

export type MissionRow = typeof missions.$inferSelect
export type MissionRun = Omit<typeof missionRuns.$inferSelect, 'id'>

/** The target of a mission, with its own part of it where several mowers share it. */
export const targetOf = ({
  targetKind: kind,
  targetId: featureId,
  targetCell,
}: Pick<MissionRow, 'targetKind' | 'targetId' | 'targetCell'>): MissionTarget =>
  kind === 'road' || kind === 'drive' || targetCell === null
    ? { kind, featureId }
    : { kind, featureId, cell: targetCell }

export const missionOf = (row: MissionRow): Mission => ({
  id: row.id,
  title: row.title,
  target: targetOf(row),
  mowerId: row.mowerId,
  bladeId: row.bladeId,
  direction: row.direction,
  angleOffsetDeg: row.angleOffsetDeg,
  pattern: row.pattern,
  turnScheme: row.turnScheme,
  cleaningCycles: row.cleaningCycles,
  cleanUpPass: row.cleanUpPass,
  startsAt: row.startsAt?.toISOString() ?? null,
  startsByItself: row.startsByItself,
  status: row.status,
  statusReason: row.statusReason,
  statusWhy: row.statusWhy,
  resolvedDirection: row.resolvedDirection,
  holeBaseAngleDeg: row.holeBaseAngleDeg,
  swathHeadingDeg: row.swathHeadingDeg,
  stats: row.stats,
  planSource: row.planSource,
  slotS: row.slotS,
  series:
    row.seriesId === null || row.seriesDay === null || row.seriesRepeat === null
      ? null
      : { id: row.seriesId, day: row.seriesDay, repeat: row.seriesRepeat },
  mapRevision: row.mapRevision,
  progress: row.progress,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  logLines: row.logLines,
})

export const readMission = async (reader: Reader, id: string): Promise<MissionRow | undefined> => {
  const [row] = await reader.select().from(missions).where(eq(missions.id, id))
  return row
}

/** The row stays as it is until the transaction ends. */
export const lockMission = async (tx: Tx, id: string): Promise<MissionRow | undefined> => {
  const [row] = await tx.select().from(missions).where(eq(missions.id, id)).for('update')
  return row
}

/** The columns of a mission that nothing has happened to yet. */
export const notStarted = (user: { readonly id: number | null; readonly fullname: string }, now: Date) =>
  ({
    status: 'planned',
    statusReason: null,
    statusWhy: null,
    progress: 0,
    createdBy: user.fullname,
    createdById: user.id,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    endedAt: null,
    logLines: 0,
  }) as const

export const insertMission = async (
  tx: Tx,
  row: MissionRow,
  plan: { readonly plan: MissionPlan; readonly hash: string },
): Promise<void> => {
  await tx.insert(missions).values(row)
  await tx.insert(missionPlans).values({ missionId: row.id, ...plan })
}

export const updateMission = async (tx: Tx, id: string, values: Partial<MissionRow>): Promise<MissionRow> => {
  const [row] = await tx.update(missions).set(values).where(eq(missions.id, id)).returning()
  if (row === undefined) throw new Error(`Mission ${id} vanished while it was locked`)
  return row
}

export const replacePlan = async (
  tx: Tx,
  missionId: string,
  plan: { readonly plan: MissionPlan; readonly hash: string },
): Promise<void> => {
  await tx.update(missionPlans).set(plan).where(eq(missionPlans.missionId, missionId))
}

export const deleteMission = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(missions).where(eq(missions.id, id))
}

export const readPlan = async (
  reader: Reader,
  missionId: string,
): Promise<{ plan: MissionPlan; hash: string } | undefined> => {
  const [row] = await reader.select().from(missionPlans).where(eq(missionPlans.missionId, missionId))
  return row
}

export const activeMissions = (reader: Reader): Promise<MissionRow[]> =>
  reader
    .select()
    .from(missions)
    .where(inArray(missions.status, [...ACTIVE_STATUSES]))

/** The planned missions that start soonest first; those without a time last. */
export const plannedMissions = (reader: Reader): Promise<Pick<MissionRow, 'id' | 'targetId'>[]> =>
  reader
    .select({ id: missions.id, targetId: missions.targetId })
    .from(missions)
    .where(eq(missions.status, 'planned'))
    .orderBy(sql`${missions.startsAt} asc nulls last`)
    .limit(2_000)

/** Of these features the ones that an uploading, working or stopped mission is for. */
export const busyTargets = async (reader: Reader, featureIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await reader.execute<{ target_id: string }>(sql`
    select distinct target_id from ${missions}
    where status in ('uploading', 'working', 'stopped') and target_id = any(${sql.param([...featureIds])}::uuid[])`)
  return new Set(rows.map(row => row.target_id))
}

export interface LogLine extends Pick<MissionLogLine, 'status' | 'who'> {
  readonly at: Date
  readonly why: Said
}

export const logRow = (missionId: string, { at, status, who, why }: LogLine) => ({
  missionId,
  at,
  status,
  who,
  why: englishText(why),
  said: why,
})

export const addLogLine = async (tx: Tx, missionId: string, line: LogLine): Promise<void> => {
  await tx.insert(missionLogs).values(logRow(missionId, line))
  await tx
    .update(missions)
    .set({ logLines: sql`${missions.logLines} + 1` })
    .where(eq(missions.id, missionId))
}

export const readLog = async (reader: Reader, missionId: string): Promise<MissionLogLine[]> => {
  const rows = await reader
    .select()
    .from(missionLogs)
    .where(eq(missionLogs.missionId, missionId))
    .orderBy(asc(missionLogs.id))
  return rows.map(({ at, status, who, why, said }) => ({ at: at.toISOString(), status, who, why, said }))
}

/** Directions that will be mowed on a feature before a moment, the latest first: what is planned becomes a rut as well. */
export const plannedDirections = async (
  reader: Reader,
  featureId: string,
  after: Date,
  before: Date,
  limit: number,
): Promise<Direction[]> => {
  const rows = await reader
    .select({ direction: missions.resolvedDirection })
    .from(missions)
    .where(
      and(
        eq(missions.targetId, featureId),
        eq(missions.status, 'planned'),
        gte(missions.startsAt, after),
        lt(missions.startsAt, before),
      ),
    )
    .orderBy(desc(missions.startsAt))
    .limit(limit)
  return rows.map(({ direction }) => direction)
}

/** A mission that cut less of a feature than this left no direction on it. */
export const LEDGER_SHARE = 0.1

/** Last directions cut on a feature, newest first. */
export const readLedger = (reader: Reader, featureId: string, limit: number) =>
  reader
    .select({ direction: directionLedger.direction, at: directionLedger.at, missionId: directionLedger.missionId })
    .from(directionLedger)
    .where(and(eq(directionLedger.featureId, featureId), gte(directionLedger.share, LEDGER_SHARE)))
    .orderBy(desc(directionLedger.at))
    .limit(limit)

export const openRun = async (tx: Tx, run: Omit<MissionRun, 'endedAt' | 'outcome'>): Promise<void> => {
  await tx.insert(missionRuns).values(run)
}

export const closeRuns = async (tx: Tx, missionId: string, endedAt: Date, outcome: MissionStatus): Promise<void> => {
  await tx
    .update(missionRuns)
    .set({ endedAt, outcome })
    .where(and(eq(missionRuns.missionId, missionId), sql`${missionRuns.endedAt} is null`))
}

export const readProgress = async (reader: Reader, missionId: string) => {
  const [row] = await reader.select().from(missionProgress).where(eq(missionProgress.missionId, missionId))
  return row
}

export interface Stretch {
  readonly at: Date
  readonly bladeOn: boolean
  readonly points: readonly Position[]
}

export interface ProgressEntry {
  readonly missionId: string
  readonly part: number
  readonly approach: readonly Position[]
  readonly from: { readonly leg: number; readonly point: number }
  readonly leftAt: Position | null
  readonly seq: number
  readonly itemCount: number
  readonly mown: string | null
  readonly progress: number
  /** Square metres cut since the mission began. */
  readonly cutM2: number
  readonly stretches: readonly Stretch[]
  readonly at: Date
}

const pair = ([lon, lat]: Position): [number, number] => [lon, lat]

/** The drive of a mission and where in it the mower is. */
export type DriveEntry = Omit<ProgressEntry, 'progress' | 'cutM2' | 'stretches'>

/** The row of how far a mission has got. */
export const progressRow = (entry: DriveEntry) => {
  const { missionId, part, approach, from, leftAt, seq, itemCount, mown, at } = entry
  return {
    missionId,
    part,
    approach: approach.map(pair),
    fromLeg: from.leg,
    fromPoint: from.point,
    leftAt: leftAt === null ? null : pair(leftAt),
    seq,
    itemCount,
    mown,
    updatedAt: at,
  }
}

export const stretchRow = (missionId: string, { at, bladeOn, points }: Stretch) => ({
  missionId,
  at,
  bladeOn,
  points: points.map(pair),
})

/** Metres of what was driven and what is cut by now, by which reports count. */
export const workRow = ({ missionId, cutM2, stretches }: Pick<ProgressEntry, 'missionId' | 'cutM2' | 'stretches'>) => {
  let [drivenM, mownM] = [0, 0]
  for (const { bladeOn, points } of stretches) {
    const lengthM = pathLengthM(points)
    drivenM += lengthM
    if (bladeOn) mownM += lengthM
  }
  return { missionId, drivenM, mownM, cutM2 }
}

/** Keeps the drive alone, as a start records it: after a restart the mission on board is known by it. */
export const saveDrive = async (tx: Tx, entry: DriveEntry): Promise<void> => {
  const row = progressRow(entry)
  await tx.insert(missionProgress).values(row).onConflictDoUpdate({ target: missionProgress.missionId, set: row })
}

/** Keeps how far a mission has got and where it drove since the last time, both or neither. */
export const saveProgress = async (tx: Tx, entry: ProgressEntry): Promise<void> => {
  const { missionId, progress, stretches } = entry
  await saveDrive(tx, entry)
  await tx.update(missions).set({ progress }).where(eq(missions.id, missionId))
  if (stretches.length === 0) return
  await tx.insert(missionStretches).values(stretches.map(stretch => stretchRow(missionId, stretch)))
  await addWork(tx, entry)
}

/** In the transaction that writes the stretches, so that each is counted once. */
const addWork = async (tx: Tx, entry: ProgressEntry): Promise<void> => {
  await tx
    .insert(missionWork)
    .values(workRow(entry))
    .onConflictDoUpdate({
      target: missionWork.missionId,
      set: {
        drivenM: sql`${missionWork.drivenM} + excluded.driven_m`,
        mownM: sql`${missionWork.mownM} + excluded.mown_m`,
        cutM2: sql`excluded.cut_m2`,
      },
    })
}

export const readStretches = async (reader: Reader, missionId: string): Promise<Stretch[]> =>
  reader
    .select({ at: missionStretches.at, bladeOn: missionStretches.bladeOn, points: missionStretches.points })
    .from(missionStretches)
    .where(eq(missionStretches.missionId, missionId))
    .orderBy(asc(missionStretches.id))

/**
 * Claims the missions whose time has come and that nobody has claimed yet, the earliest first. Another server that
 * looks at the same moment takes others: none waits for the other, and none is taken twice. A mission of a shift is left to
 * that, until it is skipped there: only its release starts it.
 */
export const claimDue = async (db: Reader, now: Date): Promise<MissionRow[]> => {
  const due = db
    .select({ id: missions.id })
    .from(missions)
    .where(
      and(
        eq(missions.status, 'planned'),
        sql`${missions.dueHandledAt} is null`,
        lte(missions.startsAt, now),
        sql`not exists (select 1 from ${shiftRoutes} join ${shifts} on ${shifts.id} = ${shiftRoutes.shiftId}
          where ${shifts.untilAt} > ${now} and ${shiftRoutes.state} <> 'done'
            and ${shiftRoutes.tasks} @> jsonb_build_array(jsonb_build_object('missionId', ${missions.id}))
            and exists (select 1 from jsonb_array_elements(${shiftRoutes.tasks}) task
              where task ->> 'missionId' = ${missions.id}::text and task ->> 'state' <> 'skipped'))`,
      ),
    )
    .orderBy(asc(missions.startsAt))
    .limit(100)
    .for('update', { skipLocked: true })
  const rows = await db.update(missions).set({ dueHandledAt: now }).where(inArray(missions.id, due)).returning()
  return rows.sort((a, b) => (a.startsAt?.getTime() ?? 0) - (b.startsAt?.getTime() ?? 0))
}

/** This server still waits to start it. */
export const keepDue = async (db: Reader, id: string, now: Date): Promise<void> => {
  await db
    .update(missions)
    .set({ dueHandledAt: now })
    .where(and(eq(missions.id, id), eq(missions.status, 'planned')))
}

/** Missions that a server took to start them and that never started: it ended meanwhile. */
export const abandonedDue = (reader: Reader, takenBefore: Date): Promise<MissionRow[]> =>
  reader
    .select()
    .from(missions)
    .where(
      and(eq(missions.status, 'planned'), eq(missions.startsByItself, true), lt(missions.dueHandledAt, takenBefore)),
    )
    .orderBy(asc(missions.startsAt))
    .limit(100)
