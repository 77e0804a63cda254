/** The SQL of reports: sums over missions that were started in a span, and why they were stopped. */
import type { CostRates, Day, Direction, MissionTarget } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { eq, sql } from 'drizzle-orm'
import { type Database, laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import {
  directionLedger,
  missionLogs,
  missionRuns,
  missions,
  missionWork,
  settings,
  staffJobs,
} from '../../platform/db/schema/index.ts'
import { RATES } from '../../shared/missionLife/ratesStore.ts'

/** Missions of one mower on one target that one person planned. */
export interface WorkKeys {
  readonly targetKind: MissionTarget['kind']
  readonly targetId: string
  readonly mowerId: string
  readonly createdById: number | null
  readonly createdBy: string
}

export interface WorkSum extends WorkKeys {
  readonly missions: number
  readonly done: number
  readonly areaM2: number
  /** Whole targets cut, and square metres cut of targets that several mowers shared. */
  readonly wholeCuts: number
  readonly sharedM2: number
  readonly drivenM: number
  readonly mownM: number
  readonly workS: number
  readonly plannedS: number
  readonly actualS: number
  readonly interruptions: number
  readonly aheadOfPlay: number
  readonly behindPlay: number
}

/** How much of a feature they cut in one direction. */
export interface DirectionSum extends WorkKeys {
  readonly featureId: string
  readonly direction: Direction
  /** Of the feature's area; more than 1 where it was cut more than once. */
  readonly share: number
}

export interface DaySum {
  readonly day: Day
  readonly areaM2: number
  readonly drivenM: number
  readonly mownM: number
  readonly workS: number
}

export interface ReportSpan {
  readonly from: Date
  readonly to: Date
  readonly zone: string
  readonly now: Date
}

const bigNumber = (value: unknown): number => Number(value)

/** One pass over the missions of the span gives the sums of both kinds. */
const readWork = async (
  reader: Reader,
  { from, to, zone, now }: ReportSpan,
): Promise<{ readonly sums: readonly WorkSum[]; readonly days: readonly DaySum[] }> => {
  const start = sql`${from.toISOString()}::timestamptz`
  const end = sql`${to.toISOString()}::timestamptz`
  const { rows } = await reader.execute<Record<string, unknown>>(sql`
    with runs as (
      select mission_id,
        sum(extract(epoch from coalesce(ended_at, ${now.toISOString()}::timestamptz) - started_at))::float8 as s,
        count(*) filter (where outcome = 'stopped') as stops
      from ${missionRuns} where started_at >= ${start} group by mission_id
    ), worked as (
      select m.target_kind, m.target_id, m.target_cell is not null as is_shared, m.mower_id, m.created_by_id, m.created_by,
        m.status = 'done' as is_done, m.progress, coalesce(runs.s, 0) as s, coalesce(runs.stops, 0) as stops,
        coalesce(work.cut_m2, m.progress * (m.stats ->> 'areaM2')::float8) as area_m2, (m.stats ->> 'durationS')::float8 as planned_s,
        coalesce(work.driven_m, 0) as driven_m, coalesce(work.mown_m, 0) as mown_m, work.play,
        (m.started_at at time zone ${zone})::date as day
      from ${missions} m
      left join runs on runs.mission_id = m.id
      left join ${missionWork} work on work.mission_id = m.id
      where m.started_at >= ${start} and m.started_at < ${end}
    )
    select day::text as day, target_kind, target_id, mower_id, created_by_id, created_by,
      count(*) as missions, count(*) filter (where is_done) as done, sum(area_m2) as area_m2,
      coalesce(sum(progress) filter (where not is_shared), 0) as whole_cuts,
      coalesce(sum(area_m2) filter (where is_shared), 0) as shared_m2,
      sum(driven_m) as driven_m, sum(mown_m) as mown_m, sum(s) as work_s,
      coalesce(sum(planned_s) filter (where is_done), 0) as planned_s, coalesce(sum(s) filter (where is_done), 0) as actual_s,
      sum(stops) as stops, count(*) filter (where play = 'ahead') as ahead, count(*) filter (where play = 'late') as behind
    from worked
    group by grouping sets ((day), (target_kind, target_id, mower_id, created_by_id, created_by))
    order by day`)
  const figures = (row: Record<string, unknown>) => ({
    areaM2: bigNumber(row.area_m2),
    drivenM: bigNumber(row.driven_m),
    mownM: bigNumber(row.mown_m),
    workS: bigNumber(row.work_s),
  })
  return {
    days: rows.flatMap(row => (row.day === null ? [] : [{ day: String(row.day), ...figures(row) }])),
    sums: rows.flatMap(row => (row.day === null ? [{ ...keysOf(row), ...countsOf(row), ...figures(row) }] : [])),
  }
}

const keysOf = (row: Record<string, unknown>): WorkKeys => ({
  targetKind: row.target_kind as MissionTarget['kind'],
  targetId: String(row.target_id),
  mowerId: String(row.mower_id),
  createdById: row.created_by_id === null ? null : bigNumber(row.created_by_id),
  createdBy: String(row.created_by),
})

const countsOf = (row: Record<string, unknown>) => ({
  missions: bigNumber(row.missions),
  done: bigNumber(row.done),
  wholeCuts: bigNumber(row.whole_cuts),
  sharedM2: bigNumber(row.shared_m2),
  plannedS: bigNumber(row.planned_s),
  actualS: bigNumber(row.actual_s),
  interruptions: bigNumber(row.stops),
  aheadOfPlay: bigNumber(row.ahead),
  behindPlay: bigNumber(row.behind),
})

const readDirections = async (reader: Reader, { from, to }: ReportSpan): Promise<DirectionSum[]> => {
  const { rows } = await reader.execute<Record<string, unknown>>(sql`
    select m.target_kind, m.target_id, m.mower_id, m.created_by_id, m.created_by,
      line.feature_id, line.direction, sum(line.share) as share
    from ${missions} m join ${directionLedger} line on line.mission_id = m.id
    where m.started_at >= ${from.toISOString()}::timestamptz and m.started_at < ${to.toISOString()}::timestamptz
    group by 1, 2, 3, 4, 5, 6, 7`)
  return rows.map(row => ({
    ...keysOf(row),
    featureId: String(row.feature_id),
    direction: row.direction as Direction,
    share: bigNumber(row.share),
  }))
}

/** A year of a busy course is sorted and grouped in memory: with less, PostgreSQL does it on the disk. */
const WORK_MEMORY = sql`set local work_mem = '32MB'`

interface SpanSums {
  readonly sums: readonly WorkSum[]
  readonly directions: readonly DirectionSum[]
  readonly days: readonly DaySum[]
  readonly causes: readonly StopCause[]
}

export const readSums = (db: Database, span: ReportSpan): Promise<SpanSums> =>
  db.transaction(async tx => {
    await tx.execute(WORK_MEMORY)
    const work = await readWork(tx, span)
    const directions = await readDirections(tx, span)
    return { ...work, directions, causes: await readCauses(tx, span) }
  })

interface StopCause {
  readonly why: Said | null
  readonly text: string
  readonly count: number
}

const MOST_CAUSES = 50

/** Of each stop the line of the log that was written with it. */
const readCauses = async (reader: Reader, { from, to }: ReportSpan): Promise<StopCause[]> => {
  const start = sql`${from.toISOString()}::timestamptz`
  const { rows } = await reader.execute<{ said: Said | null; why: string; count: number }>(sql`
    select line.said, line.why, count(*)::int as count
    from ${missionRuns} run
    join ${missions} m on m.id = run.mission_id
    cross join lateral (
      select said, why from ${missionLogs}
      where mission_id = run.mission_id and at = run.ended_at and status = 'stopped' order by id limit 1) line
    where run.outcome = 'stopped' and run.started_at >= ${start}
      and m.started_at >= ${start} and m.started_at < ${to.toISOString()}::timestamptz
    group by 1, 2 order by 3 desc, 2 limit ${MOST_CAUSES}`)
  return rows.map(({ said, why, count }) => ({ why: said, text: why, count }))
}

export interface PeopleSum {
  readonly holeId: string | null
  readonly personId: number | null
  readonly person: string | null
  readonly seconds: number
}

/** The time that people's jobs took, by the days of the course. */
export const readPeople = async (reader: Reader, from: Day, to: Day): Promise<PeopleSum[]> => {
  const { rows } = await reader.execute<Record<string, unknown>>(sql`
    select hole_id, person_id, person, sum(minutes) * 60 as seconds from ${staffJobs}
    where day between ${from} and ${to} and status in ('done', 'notDone') and deleted_at is null and minutes is not null
    group by 1, 2, 3`)
  return rows.map(row => ({
    holeId: row.hole_id === null ? null : String(row.hole_id),
    personId: row.person_id === null ? null : bigNumber(row.person_id),
    person: row.person === null ? null : String(row.person),
    seconds: bigNumber(row.seconds),
  }))
}

export const writeRates = async (tx: Tx, rates: CostRates, now: Date): Promise<void> => {
  const [row] = await tx.select().from(settings).where(eq(settings.name, RATES)).for('update')
  const updatedAt = row === undefined ? now : laterThan(row.updatedAt, now)
  await tx
    .insert(settings)
    .values({ name: RATES, value: rates, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value: rates, updatedAt } })
}
