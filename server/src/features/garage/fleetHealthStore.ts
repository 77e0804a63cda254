/** The SQL of the health of the fleet, over missions that were started in a span. */
import type { Day } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import {
  blades,
  carts,
  missionLogs,
  missionRuns,
  missions,
  missionWork,
  mowers,
  positions,
  serviceRecords,
} from '../../platform/db/schema/index.ts'

export interface HealthSpan {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
  readonly zone: string
  readonly now: Date
}

const MOST_FAULTS = 100
const HOUR_S = 3_600

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`
const started = ({ from, to }: HealthSpan) => sql`m.started_at >= ${moment(from)} and m.started_at < ${moment(to)}`
const runHours = (now: Date) =>
  sql`extract(epoch from coalesce(run.ended_at, ${moment(now)}) - run.started_at)::float8 / ${HOUR_S}::float8`

/** Of each run that ended badly the line of the log that was written with it; lines that people caused are not faults. */
export const readFaults = async (reader: Reader, span: HealthSpan) => {
  const { rows } = await reader.execute<{
    said: Said | null
    why: string
    count: number
    missions: number
    mowers: string[]
    first: string
    last: string
    mission: string
  }>(sql`
    select line.said, line.why, count(*)::int as count, count(distinct run.mission_id)::int as missions,
      array_agg(distinct run.mower_id::text) as mowers,
      to_json(min(run.ended_at)) #>> '{}' as first, to_json(max(run.ended_at)) #>> '{}' as last,
      (array_agg(run.mission_id::text order by run.ended_at desc))[1] as mission
    from ${missionRuns} run
    join ${missions} m on m.id = run.mission_id
    cross join lateral (
      select said, why, who from ${missionLogs}
      where mission_id = run.mission_id and at = run.ended_at and status = run.outcome order by id limit 1) line
    where run.outcome in ('stopped', 'failed') and line.who = 'system' and ${started(span)}
    group by 1, 2 order by 3 desc, 7 desc limit ${MOST_FAULTS}`)
  return rows.map(({ said, why, count, missions: of, mowers, first, last, mission }) => ({
    why: said,
    text: why,
    count,
    missions: of,
    mowerIds: mowers,
    firstAt: new Date(first).toISOString(),
    lastAt: new Date(last).toISOString(),
    lastMissionId: mission,
  }))
}

export const readBladeHours = async (reader: Reader, span: HealthSpan) => {
  const { rows } = await reader.execute<{
    id: string
    name: string | null
    hours: number
    mown: number
    missions: number
  }>(sql`
    select m.blade_id as id, blade.name, coalesce(sum(runs.hours), 0) as hours, coalesce(sum(work.mown_m), 0) as mown,
      count(*)::int as missions
    from ${missions} m
    left join ${blades} blade on blade.id = m.blade_id
    left join ${missionWork} work on work.mission_id = m.id
    left join lateral (
      select sum(${runHours(span.now)}) as hours from ${missionRuns} run where run.mission_id = m.id) runs on true
    where ${started(span)}
    group by 1, 2 order by 3 desc`)
  return rows.map(({ id, name, hours, mown, missions: count }) => ({ id, name, hours, mownM: mown, missions: count }))
}

/** What a person ended after it had started; a stop alone can still be resumed. */
const ENDED_BY_HAND = ['cancelledBy', 'cancelledNotErased', 'clearedBy', 'notErased']

export interface MowerWork {
  readonly missions: number
  readonly endedByHand: number
  readonly hours: number
}

export const readMowerWork = async (reader: Reader, span: HealthSpan): Promise<ReadonlyMap<string, MowerWork>> => {
  const { rows } = await reader.execute<{ id: string; missions: number; by_hand: number; hours: number }>(sql`
    select m.mower_id as id, count(*)::int as missions,
      count(*) filter (where m.status = 'cancelled' and m.status_why ->> 'code' = any(${sql.param(ENDED_BY_HAND)}::text[]))::int
        as by_hand,
      coalesce(sum(runs.hours), 0) as hours
    from ${missions} m
    left join lateral (
      select sum(${runHours(span.now)}) as hours from ${missionRuns} run where run.mission_id = m.id) runs on true
    where ${started(span)}
    group by 1`)
  return new Map(
    rows.map(({ id, missions: count, by_hand: endedByHand, hours }) => [id, { missions: count, endedByHand, hours }]),
  )
}

/** Shorter ones say little: a battery is known to a hundredth. */
const LEAST_DRIVEN_M = 500

export interface WeekUse {
  readonly week: Day
  readonly sharePerKm: number
  readonly missions: number
}

/**
 * Battery at the first and the last recorded position of missions with one run: what was charged on the way would hide what was
 * used. Weeks whose positions are not kept any more have no figure.
 */
export const readBatteryUse = async (
  reader: Reader,
  span: HealthSpan,
): Promise<ReadonlyMap<string, readonly WeekUse[]>> => {
  const { rows } = await reader.execute<{ id: string; week: string; share: number; missions: number }>(sql`
    with drives as (
      select m.mower_id, work.driven_m, run.started_at, run.ended_at,
        date_trunc('week', run.started_at at time zone ${span.zone})::date as week
      from ${missions} m
      join ${missionWork} work on work.mission_id = m.id and work.driven_m >= ${LEAST_DRIVEN_M}
      join ${missionRuns} run on run.mission_id = m.id and run.ended_at is not null
      where ${started(span)}
        and not exists (select from ${missionRuns} other where other.mission_id = m.id and other.id <> run.id)
    ), used as (
      select mower_id, week, driven_m, first.battery - last.battery as share
      from drives
      cross join lateral (
        select battery from ${positions} where vehicle_id = mower_id and at between started_at and ended_at
          and battery is not null order by at limit 1) first
      cross join lateral (
        select battery from ${positions} where vehicle_id = mower_id and at between started_at and ended_at
          and battery is not null order by at desc limit 1) last
    )
    select mower_id as id, week::text as week, sum(share) / sum(driven_m) * 1000 as share, count(*)::int as missions
    from used where share > 0 group by 1, 2 order by 2`)
  const uses = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...uses].map(([id, weeks]) => [
      id,
      weeks.map(({ week, share, missions: count }) => ({ week, sharePerKm: share, missions: count })),
    ]),
  )
}

export interface PartUse {
  readonly name: string
  readonly count: number
  readonly cost: number | null
  readonly vehicle: { readonly id: string; readonly name: string }
  readonly at: Date
}

/** Each part of each service that was recorded in the span, the latest first. */
export const readPartUse = async (reader: Reader, { from, to }: HealthSpan): Promise<PartUse[]> => {
  const { rows } = await reader.execute<{
    name: string
    count: number
    cost: number | null
    id: string
    vehicle: string
    at: string
  }>(sql`
    select part.name, part.count, part.cost, vehicle.id, vehicle.name as vehicle, to_json(record.at) #>> '{}' as at
    from ${serviceRecords} record
    join (select id, name from ${mowers} union all select id, name from ${carts}) vehicle on vehicle.id = record.vehicle_id
    cross join lateral jsonb_to_recordset(record.parts) as part(name text, count int, cost float8)
    where record.at >= ${moment(from)} and record.at < ${moment(to)}
    order by record.at desc, record.id desc`)
  return rows.map(({ id, vehicle, at, ...part }) => ({ ...part, vehicle: { id, name: vehicle }, at: new Date(at) }))
}
