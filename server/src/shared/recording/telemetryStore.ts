/** The SQL of recorded positions: one a second for each vehicle, and all of them packed. */

import type { ReplayRun } from '@greensward/contract'
import type { TelemetrySample } from '@greensward/domain'
import { and, asc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import { insertMany } from '../../platform/db/insertMany.ts'
import { carts, missionLogs, missions, mowers, positions, telemetryChunks } from '../../platform/db/schema/index.ts'
import { unpackSamples } from './samples.ts'

export type PositionRow = typeof positions.$inferInsert
export type ChunkRow = typeof telemetryChunks.$inferInsert

/** A second that is recorded already stays as it is. */
export const insertPositions = (db: Reader, rows: readonly PositionRow[]): Promise<void> =>
  insertMany(db, positions, rows, 'doNothing')

export const insertChunks = (db: Reader, rows: readonly ChunkRow[]): Promise<void> =>
  insertMany(db, telemetryChunks, rows, 'doNothing')

/** No chunk is longer, so none that begins earlier can reach into a span. */
const LONGEST_CHUNK = sql`interval '70 seconds'`

/** Every position of a vehicle from one moment up to and with another. */
export const readSamples = async (
  reader: Reader,
  vehicleId: string,
  from: Date,
  to: Date,
): Promise<TelemetrySample[]> => {
  const rows = await reader
    .select({ fromAt: telemetryChunks.fromAt, samples: telemetryChunks.samples })
    .from(telemetryChunks)
    .where(
      and(
        eq(telemetryChunks.vehicleId, vehicleId),
        gt(telemetryChunks.fromAt, sql`${from.toISOString()}::timestamptz - ${LONGEST_CHUNK}`),
        lte(telemetryChunks.fromAt, to),
      ),
    )
    .orderBy(asc(telemetryChunks.fromAt))
  const [least, most] = [from.toISOString(), to.toISOString()]
  return rows
    .flatMap(({ fromAt, samples }) => unpackSamples(fromAt, samples))
    .filter(({ at }) => at >= least && at <= most)
}

/** Which of these vehicles were within a box since a moment, and where. */
export const positionsSince = async (
  reader: Reader,
  vehicleIds: readonly string[],
  since: Date,
  box: readonly [west: number, south: number, east: number, north: number],
): Promise<readonly { readonly vehicleId: string; readonly lon: number; readonly lat: number }[]> => {
  if (vehicleIds.length === 0) return []
  const [west, south, east, north] = box
  return reader
    .select({ vehicleId: positions.vehicleId, lon: positions.lon, lat: positions.lat })
    .from(positions)
    .where(
      and(
        sql`${positions.vehicleId} = any(${sql.param([...vehicleIds])}::uuid[])`,
        gt(positions.at, since),
        sql`${positions.lon} between ${west} and ${east}`,
        sql`${positions.lat} between ${south} and ${north}`,
      ),
    )
}

export interface PlaceRow {
  readonly vehicleId: string
  /** Since the beginning of the span; below 0 before it. */
  readonly step: number
  readonly lon: number
  readonly lat: number
  readonly headingDeg: number | null
  readonly bladeOn: boolean | null
}

/**
 * The first position of every vehicle in every step of a span that begins with `from` and ends before `to`, led by the last
 * one before the span, in a step below 0, so that a vehicle that fell silent is still known where it was left.
 *
 * @param vehicleId this one alone
 */
export const readPlaces = async (
  reader: Reader,
  from: Date,
  to: Date,
  stepS: number,
  vehicleId?: string,
): Promise<readonly PlaceRow[]> => {
  const step = sql<number>`floor(extract(epoch from ${positions.at} - ${from.toISOString()}::timestamptz) / ${stepS}::integer)::integer`
  const place = {
    vehicleId: positions.vehicleId,
    step: step.mapWith(Number).as('step'),
    lon: positions.lon,
    lat: positions.lat,
    headingDeg: positions.headingDeg,
    bladeOn: positions.bladeOn,
  }
  const asked = vehicleId === undefined ? undefined : eq(positions.vehicleId, vehicleId)
  const within = reader
    .select({ ...place, at: positions.at })
    .from(positions)
    .where(and(gte(positions.at, from), lt(positions.at, to), asked))
    .as('within')
  const vehicles = sql`(select id from ${mowers} union all select id from ${carts}) as vehicle`
  const [before, rows] = await Promise.all([
    reader
      .select(place)
      .from(vehicles)
      .innerJoin(
        positions,
        // One seek for each vehicle; a position more than a day older is outside this span.
        sql`${positions.vehicleId} = vehicle.id and ${positions.at} = (
          select max(at) from ${positions} as earlier where earlier.vehicle_id = vehicle.id
            and earlier.at < ${from.toISOString()}::timestamptz
            and earlier.at >= ${from.toISOString()}::timestamptz - interval '1 day')`,
      )
      .where(asked),
    reader
      .selectDistinctOn([within.vehicleId, within.step])
      .from(within)
      .orderBy(asc(within.vehicleId), asc(within.step), asc(within.at)),
  ])
  return [...before, ...rows]
}

/** Every mission that ran in a span or came to nothing in it, with the changes of its state up to the end of the span. */
export const readReplayRuns = async (reader: Reader, from: Date, to: Date): Promise<ReplayRun[]> => {
  const [start, end] = [sql`${from.toISOString()}::timestamptz`, sql`${to.toISOString()}::timestamptz`]
  const rows = await reader
    .select({
      mission: missions,
      at: missionLogs.at,
      status: missionLogs.status,
      who: missionLogs.who,
      why: missionLogs.why,
      said: missionLogs.said,
    })
    .from(missions)
    .innerJoin(missionLogs, and(eq(missionLogs.missionId, missions.id), lt(missionLogs.at, to)))
    .where(
      sql`(${missions.startedAt} < ${end} and coalesce(${missions.endedAt}, 'infinity') >= ${start})
        or (${missions.status} in ('missed', 'failed') and ${missions.endedAt} >= ${start} and ${missions.endedAt} < ${end})`,
    )
    .orderBy(asc(missions.id), asc(missionLogs.id))
  const runs = new Map<string, ReplayRun>()
  for (const { mission, at, ...line } of rows) {
    const run = runs.get(mission.id) ?? {
      missionId: mission.id,
      title: mission.title,
      featureId: mission.targetId,
      mowerId: mission.mowerId,
      bladeId: mission.bladeId,
      changes: [],
    }
    run.changes.push({ at: at.toISOString(), ...line })
    runs.set(mission.id, run)
  }
  return [...runs.values()]
}

export interface HealthRow {
  readonly step: number
  readonly battery: number | null
  /** An index into the order of fixes that was asked with. */
  readonly fix: number | null
}

/** The mean battery and the poorest fix of each step of a span in which the vehicle was received. */
export const readHealth = async (
  reader: Reader,
  vehicleId: string,
  from: Date,
  to: Date,
  stepS: number,
  fixes: readonly string[],
): Promise<readonly HealthRow[]> => {
  const { rows } = await reader.execute<{ step: number; battery: number | null; fix: number | null }>(sql`
    select floor(extract(epoch from at - ${from.toISOString()}::timestamptz) / ${stepS}::integer)::integer as step,
      avg(battery)::double precision as battery,
      min(array_position(${sql.param([...fixes])}::text[], fix_type))::integer - 1 as fix
    from ${positions}
    where vehicle_id = ${vehicleId} and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz
    group by 1 order by 1`)
  return rows
}
