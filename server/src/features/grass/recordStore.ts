/** The SQL of measurements on zones, and of products applied there. */
import type { NewZoneRecord, ReadRecord, RecordMean, ZoneRecord } from '@greensward/domain'
import { and, asc, desc, eq, gte, lt, notInArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { courseFeatures, zoneRecords } from '../../platform/db/schema/index.ts'
import { withPhotos } from './recordPhotoStore.ts'

type Row = typeof zoneRecords.$inferSelect

/** A record without its photos. */
type BareRecord = Omit<ZoneRecord, 'photos'>

const recordOf = ({ byId: _, at, product, ...row }: Row): BareRecord => ({
  ...row,
  at: at.toISOString(),
  product: product === '' ? null : product,
})

const MOST = 5_000

const within = (from: Date, to: Date) => and(gte(zoneRecords.at, from), lt(zoneRecords.at, to))

/** The newest of them, oldest first. */
export const readRecords = async (reader: Reader, zoneId: string, from: Date, to: Date): Promise<ZoneRecord[]> => {
  const rows = await reader
    .select()
    .from(zoneRecords)
    .where(and(eq(zoneRecords.zoneId, zoneId), within(from, to)))
    .orderBy(desc(zoneRecords.at))
    .limit(MOST)
  return withPhotos(reader, rows.reverse().map(recordOf))
}

export const readAllRecords = async (reader: Reader, from: Date, to: Date, most: number): Promise<BareRecord[]> =>
  (await reader.select().from(zoneRecords).where(within(from, to)).orderBy(asc(zoneRecords.at)).limit(most)).map(
    recordOf,
  )

export const latestRecords = async (reader: Reader): Promise<ZoneRecord[]> => {
  const rows = await reader
    .selectDistinctOn([zoneRecords.zoneId, zoneRecords.kind])
    .from(zoneRecords)
    .orderBy(zoneRecords.zoneId, zoneRecords.kind, desc(zoneRecords.at))
  return withPhotos(reader, rows.map(recordOf))
}

/** By type of zone, kind and day of the course, earliest first; of zones that are on the map. */
export const recordMeans = async (reader: Reader, from: Date, to: Date, timeZone: string): Promise<RecordMean[]> => {
  const zoneTypeId = sql<string>`${courseFeatures.feature} #>> '{properties,zoneTypeId}'`
  const day = sql<string>`(${zoneRecords.at} at time zone ${timeZone})::date::text`
  return reader
    .select({
      zoneTypeId,
      kind: zoneRecords.kind,
      day,
      zones: sql<number>`count(distinct ${zoneRecords.zoneId})::int`,
      mean: sql<number>`avg(${zoneRecords.value})`,
      least: sql<number>`min(${zoneRecords.value})`,
      most: sql<number>`max(${zoneRecords.value})`,
    })
    .from(zoneRecords)
    .innerJoin(courseFeatures, eq(courseFeatures.id, zoneRecords.zoneId))
    .where(and(within(from, to), notInArray(zoneRecords.kind, ['product', 'growthRegulator'])))
    .groupBy(sql`1`, sql`2`, sql`3`)
    .orderBy(sql`3`, sql`2`, sql`1`)
}

/** The newest growth regulator of each zone. */
export const lastRegulators = async (
  reader: Reader,
): Promise<ReadonlyMap<string, { readonly at: Date; readonly product: string }>> => {
  const rows = await reader
    .selectDistinctOn([zoneRecords.zoneId], {
      zoneId: zoneRecords.zoneId,
      at: zoneRecords.at,
      product: zoneRecords.product,
    })
    .from(zoneRecords)
    .where(eq(zoneRecords.kind, 'growthRegulator'))
    .orderBy(zoneRecords.zoneId, desc(zoneRecords.at))
  return new Map(rows.map(row => [row.zoneId, row]))
}

export interface Recorder {
  readonly id: number
  readonly fullname: string
}

const rowOf = (zoneId: string, { id, kind, at, value, product }: NewZoneRecord, user: Recorder): Row => ({
  id,
  zoneId,
  kind,
  at: new Date(at),
  value,
  product: product ?? '',
  by: user.fullname,
  byId: user.id,
})

/** @returns the record as it is kept; undefined where its id belongs to another one */
export const addRecord = async (
  tx: Tx,
  zoneId: string,
  record: NewZoneRecord,
  user: Recorder,
): Promise<ZoneRecord | undefined> => {
  const row = rowOf(zoneId, record, user)
  await tx.insert(zoneRecords).values(row).onConflictDoNothing()
  const { kind, at, product } = row
  const [kept] = await tx
    .select()
    .from(zoneRecords)
    .where(
      and(
        eq(zoneRecords.zoneId, zoneId),
        eq(zoneRecords.kind, kind),
        eq(zoneRecords.at, at),
        eq(zoneRecords.product, product),
      ),
    )
  return kept === undefined ? undefined : (await withPhotos(tx, [recordOf(kept)]))[0]
}

const ROWS_AT_ONCE = 1_000

/** @returns how many were not known before */
export const addRecords = async (
  tx: Tx,
  records: readonly (ReadRecord & { readonly id: string })[],
  user: Recorder,
): Promise<number> => {
  let added = 0
  for (let from = 0; from < records.length; from += ROWS_AT_ONCE) {
    const rows = records.slice(from, from + ROWS_AT_ONCE).map(({ zoneId, ...record }) => rowOf(zoneId, record, user))
    added += (await tx.insert(zoneRecords).values(rows).onConflictDoNothing().returning({ id: zoneRecords.id })).length
  }
  return added
}

/** With its photos. @returns the record that is gone */
export const removeRecord = async (tx: Tx, zoneId: string, id: string): Promise<BareRecord | undefined> => {
  const [row] = await tx
    .delete(zoneRecords)
    .where(and(eq(zoneRecords.id, id), eq(zoneRecords.zoneId, zoneId)))
    .returning()
  return row === undefined ? undefined : recordOf(row)
}
