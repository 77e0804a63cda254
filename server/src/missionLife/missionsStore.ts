/** The SQL of missions. */
import type { Direction, Mission, MissionLogLine, MissionPlan, MissionStatus, Position } from '@greensward/domain'
import { ACTIVE_STATUSES } from '@greensward/domain'
import { and, asc, count, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../db/database.ts'
import {
  directionLedger,
  missionLogs,
  missionPlans,
  missionProgress,
  missionRuns,
  missionStretches,
  missions,
} from '../db/schema/index.ts'

export type MissionRow = typeof missions.$inferSelect

export const missionOf = (row: MissionRow): Mission => ({
  id: row.id,
  title: row.title,
  target: { kind: row.targetKind, featureId: row.targetId },
  mowerId: row.mowerId,
  bladeId: row.bladeId,
  direction: row.direction,
  angleOffsetDeg: row.angleOffsetDeg,
  turnScheme: row.turnScheme,
  cleaningCycles: row.cleaningCycles,
  startsAt: row.startsAt?.toISOString() ?? null,
  startsByItself: row.startsByItself,
  status: row.status,
  statusReason: row.statusReason,
  resolvedDirection: row.resolvedDirection,
  holeBaseAngleDeg: row.holeBaseAngleDeg,
  swathHeadingDeg: row.swathHeadingDeg,
  stats: row.stats,
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

export interface MissionFilter {
  readonly page: number
  readonly perPage: number
  readonly sort?: string | undefined
  readonly search?: string | undefined
  readonly statuses?: readonly MissionStatus[] | undefined
  readonly featureId?: string | undefined
  readonly mowerId?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const SORTS = {
  title: missions.title,
  status: missions.status,
  startsAt: missions.startsAt,
  createdAt: missions.createdAt,
  updatedAt: missions.updatedAt,
  startedAt: missions.startedAt,
  endedAt: missions.endedAt,
  progress: missions.progress,
  direction: missions.resolvedDirection,
  mowerId: missions.mowerId,
  duration: sql`(${missions.stats}->>'durationS')::double precision`,
} as const

export const MISSION_SORTS = Object.keys(SORTS)

const orderOf = (sort: string | undefined): SQL[] => {
  const falls = sort?.startsWith('-') ?? true
  const name = (sort ?? '-createdAt').replace(/^-/, '')
  const column = Object.hasOwn(SORTS, name) ? SORTS[name as keyof typeof SORTS] : missions.createdAt
  // A moment that is not there stands behind those that are, whichever way the list runs.
  const nullable = name === 'startsAt' || name === 'startedAt' || name === 'endedAt'
  const order = falls ? desc(column) : asc(column)
  return [falls && nullable ? sql`${order} nulls last` : order, falls ? desc(missions.id) : asc(missions.id)]
}

export const listMissions = async (
  reader: Reader,
  filter: MissionFilter,
): Promise<{ rows: MissionRow[]; total: number }> => {
  const conditions: SQL[] = []
  if (filter.statuses !== undefined) conditions.push(inArray(missions.status, [...filter.statuses]))
  if (filter.featureId !== undefined) conditions.push(eq(missions.targetId, filter.featureId))
  if (filter.mowerId !== undefined) conditions.push(eq(missions.mowerId, filter.mowerId))
  // A mission without a time of its own counts by the moment it was planned.
  const when = sql`coalesce(${missions.startsAt}, ${missions.createdAt})`
  if (filter.from !== undefined) conditions.push(gte(when, sql`${filter.from.toISOString()}::timestamptz`))
  if (filter.to !== undefined) conditions.push(lte(when, sql`${filter.to.toISOString()}::timestamptz`))
  const search = filter.search?.trim()
  if (search !== undefined && search !== '')
    conditions.push(sql`strpos(lower(${missions.title} || ' ' || ${missions.createdBy}), lower(${search})) > 0`)
  const where = conditions.length === 0 ? undefined : and(...conditions)
  const rows = await reader
    .select()
    .from(missions)
    .where(where)
    .orderBy(...orderOf(filter.sort))
    .limit(filter.perPage)
    .offset((filter.page - 1) * filter.perPage)
  const [all] = await reader.select({ total: count() }).from(missions).where(where)
  return { rows, total: all?.total ?? 0 }
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

export const addLogLine = async (tx: Tx, missionId: string, line: MissionLogLine): Promise<void> => {
  await tx.insert(missionLogs).values({ missionId, ...line, at: new Date(line.at) })
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
  return rows.map(({ at, status, who, why }) => ({ at: at.toISOString(), status, who, why }))
}

/** Last directions mowed on a feature, newest first. */
export const readLedger = (reader: Reader, featureId: string, limit: number) =>
  reader
    .select({ direction: directionLedger.direction, at: directionLedger.at, missionId: directionLedger.missionId })
    .from(directionLedger)
    .where(eq(directionLedger.featureId, featureId))
    .orderBy(desc(directionLedger.at))
    .limit(limit)

export const addToLedger = async (
  tx: Tx,
  entry: { missionId: string; featureId: string; direction: Direction; at: Date },
): Promise<void> => {
  await tx.insert(directionLedger).values(entry).onConflictDoNothing()
}

export const openRun = async (
  tx: Tx,
  run: { missionId: string; mowerId: string; startedAt: Date; fromSeq: number },
): Promise<void> => {
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
  readonly seq: number
  readonly itemCount: number
  readonly mown: string | null
  readonly progress: number
  readonly stretches: readonly Stretch[]
  readonly at: Date
}

/** Keeps how far a mission has got and where it drove since the last time, both or neither. */
export const saveProgress = async (tx: Tx, entry: ProgressEntry): Promise<void> => {
  const { missionId, part, seq, itemCount, mown, progress, stretches, at } = entry
  const approach = entry.approach.map(([lon, lat]): [number, number] => [lon, lat])
  const values = { part, approach, seq, itemCount, mown, updatedAt: at }
  await tx
    .insert(missionProgress)
    .values({ missionId, ...values })
    .onConflictDoUpdate({ target: missionProgress.missionId, set: values })
  await tx.update(missions).set({ progress }).where(eq(missions.id, missionId))
  if (stretches.length > 0)
    await tx.insert(missionStretches).values(
      stretches.map(stretch => ({
        missionId,
        at: stretch.at,
        bladeOn: stretch.bladeOn,
        points: stretch.points.map(([lon, lat]): [number, number] => [lon, lat]),
      })),
    )
}

export const readStretches = async (reader: Reader, missionId: string): Promise<Stretch[]> =>
  reader
    .select({ at: missionStretches.at, bladeOn: missionStretches.bladeOn, points: missionStretches.points })
    .from(missionStretches)
    .where(eq(missionStretches.missionId, missionId))
    .orderBy(asc(missionStretches.id))

/** Missions whose time has come and that nobody has handled yet, the earliest first. */
export const dueMissions = (reader: Reader, now: Date): Promise<MissionRow[]> =>
  reader
    .select()
    .from(missions)
    .where(and(eq(missions.status, 'planned'), sql`${missions.dueHandledAt} is null`, lte(missions.startsAt, now)))
    .orderBy(asc(missions.startsAt))
    .limit(100)

/** Takes the handling of a mission's time for itself; false when another has it already. */
export const claimDue = async (db: Reader, id: string, now: Date): Promise<boolean> => {
  const rows = await db
    .update(missions)
    .set({ dueHandledAt: now })
    .where(and(eq(missions.id, id), eq(missions.status, 'planned'), sql`${missions.dueHandledAt} is null`))
    .returning({ id: missions.id })
  return rows.length === 1
}
