/** The SQL of the schedule: which missions take which mower and which field, and when. */
import { type MissionTarget, OCCUPYING, type Occupation, type TimeSpan } from '@greensward/domain'
import { and, asc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { missions } from '../../platform/db/schema/index.ts'
import { type MissionRow, targetOf } from '../../shared/missionLife/missionsStore.ts'

/** Any number, the same for every server: changes of the schedule lock it and follow one another. */
const LOCK = 4_715_006

/** Nothing else enters the schedule until the transaction ends. */
export const lockSchedule = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
}

/** The time in which a mission takes its mower and its field; undefined while it has no time. */
const occupationOf = (row: MissionRow, nowMs: number): (Occupation & { groupId: string | null }) | undefined => {
  const begins = row.startedAt ?? row.startsAt ?? (row.status === 'planned' ? null : row.updatedAt)
  if (begins === null) return undefined
  const from = begins.getTime()
  const planned = from + Math.max(row.slotS ?? 0, row.stats.durationS) * 1_000
  return {
    missionId: row.id,
    title: row.title,
    mowerId: row.mowerId,
    featureId: row.targetId,
    groupId: row.targetCell?.splitId ?? null,
    from,
    to: row.status === 'planned' ? planned : Math.max(planned, nowMs),
  }
}

/** Every mission that takes a slot of the schedule between two moments. */
export const readOccupations = async (reader: Reader, from: Date, to: Date, now: Date): Promise<Occupation[]> => {
  const rows = await reader
    .select()
    .from(missions)
    .where(
      and(
        inArray(missions.status, [...OCCUPYING]),
        // A mission lasts a day at most, so what began earlier is over.
        sql`(${missions.status} <> 'planned' or (${missions.startsAt} > ${from.toISOString()}::timestamptz - interval '1 day'
          and ${missions.startsAt} < ${to.toISOString()}::timestamptz))`,
      ),
    )
  return rows.flatMap(row => occupationOf(row, now.getTime()) ?? [])
}

/** Planned missions that begin within a span and whose time nobody has seen to yet, the earliest first. */
export const plannedWithin = (reader: Reader, from: Date, to: Date): Promise<MissionRow[]> =>
  reader
    .select()
    .from(missions)
    .where(
      and(
        eq(missions.status, 'planned'),
        isNull(missions.dueHandledAt),
        gte(missions.startsAt, from),
        lt(missions.startsAt, to),
      ),
    )
    .orderBy(asc(missions.startsAt), asc(missions.id))

/** Planned missions with a time in that period: how long each drives, not how long its slot is. */
export const plannedOfCalendar = async (
  reader: Reader,
  from: Date,
  to: Date,
): Promise<(TimeSpan & { readonly id: string; readonly target: MissionTarget })[]> => {
  const rows = await reader
    .select()
    .from(missions)
    .where(and(eq(missions.status, 'planned'), gte(missions.startsAt, from), lt(missions.startsAt, to)))
  return rows.flatMap(row => {
    const fromMs = row.startsAt?.getTime()
    if (fromMs === undefined) return []
    return [{ id: row.id, target: targetOf(row), from: fromMs, to: fromMs + row.stats.durationS * 1_000 }]
  })
}

export interface RunRow {
  readonly mission: MissionRow
  readonly drivenS: number
  readonly stops: number
}

/** Missions that ever ran, of a series or of a field, newest first. */
export const readRuns = async (
  reader: Reader,
  of: { readonly seriesId: string | null; readonly targetId: string },
  page: { readonly limit: number; readonly offset: number },
): Promise<{ rows: RunRow[]; total: number }> => {
  const same =
    of.seriesId === null
      ? eq(missions.targetId, of.targetId)
      : sql`(${missions.targetId} = ${of.targetId} or ${missions.seriesId} = ${of.seriesId})`
  const where = and(same, sql`${missions.startedAt} is not null`)
  const rows = await reader
    .select({
      mission: missions,
      drivenS: sql<number>`coalesce((
        select sum(extract(epoch from coalesce(run.ended_at, ${missions}.updated_at) - run.started_at))
        from mission_runs run where run.mission_id = ${missions}.id), 0)::double precision`,
      stops: sql<number>`(
        select count(*) from mission_runs run where run.mission_id = ${missions}.id and run.outcome = 'stopped')::integer`,
    })
    .from(missions)
    .where(where)
    .orderBy(sql`${missions.startedAt} desc`, sql`${missions.id} desc`)
    .limit(page.limit)
    .offset(page.offset)
  return { rows, total: await reader.$count(missions, where) }
}
