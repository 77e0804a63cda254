/** The SQL of recorded positions: one a second for each vehicle, and all of them packed. */
import type { TelemetrySample } from '@greensward/domain'
import { and, asc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm'
import type { Database, Reader } from '../db/database.ts'
import { positions, telemetryChunks } from '../db/schema/index.ts'
import { unpackSamples } from './samples.ts'

export type PositionRow = typeof positions.$inferInsert
export type ChunkRow = typeof telemetryChunks.$inferInsert

/** One statement for all rows; a second that is recorded already stays as it is. */
export const insertPositions = async (db: Database, rows: readonly PositionRow[]): Promise<void> => {
  await db
    .insert(positions)
    .values([...rows])
    .onConflictDoNothing()
}

export const insertChunks = async (db: Database, rows: readonly ChunkRow[]): Promise<void> => {
  await db
    .insert(telemetryChunks)
    .values([...rows])
    .onConflictDoNothing()
}

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

/** Forgets at most `limit` of what is older than the given moment. @returns how many were forgotten */
export const forgetPositions = async (db: Database, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`
    delete from ${positions} where ctid = any(array(
      select ctid from ${positions} where at < ${before.toISOString()}::timestamptz limit ${limit}))`)
  return rowCount ?? 0
}

export const forgetChunks = async (db: Database, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`
    delete from ${telemetryChunks} where ctid = any(array(
      select ctid from ${telemetryChunks} where from_at < ${before.toISOString()}::timestamptz limit ${limit}))`)
  return rowCount ?? 0
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
  /** Since the beginning of the span. */
  readonly step: number
  readonly lon: number
  readonly lat: number
  readonly headingDeg: number | null
  readonly bladeOn: boolean | null
}

/** The first place of every vehicle in every step of a span that begins with `from` and ends before `to`. */
export const readPlaces = async (reader: Reader, from: Date, to: Date, stepS: number): Promise<readonly PlaceRow[]> => {
  const step = sql<number>`floor(extract(epoch from ${positions.at} - ${from.toISOString()}::timestamptz) / ${stepS}::integer)::integer`
  const rows = await reader
    .select({
      vehicleId: positions.vehicleId,
      step: step.mapWith(Number),
      lon: positions.lon,
      lat: positions.lat,
      headingDeg: positions.headingDeg,
      bladeOn: positions.bladeOn,
    })
    .from(positions)
    .where(and(gte(positions.at, from), lt(positions.at, to)))
    .orderBy(asc(positions.vehicleId), asc(positions.at))
  return rows.filter((row, at) => {
    const before = rows[at - 1]
    return before?.vehicleId !== row.vehicleId || before.step !== row.step
  })
}
