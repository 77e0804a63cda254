/** The SQL of series: recurring missions, and which of their days are settled. */
import type { Repeat } from '@greensward/domain'
import { and, eq, gt, gte, inArray, lte, max, or, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { missionOccurrences, missionSeries, missions } from '../../platform/db/schema/index.ts'

export type SeriesRow = typeof missionSeries.$inferSelect

export const insertSeries = async (tx: Tx, row: SeriesRow): Promise<void> => {
  await tx.insert(missionSeries).values(row)
}

/** Series that still have a day from this one on. */
export const livingSeries = (reader: Reader, day: string): Promise<SeriesRow[]> =>
  reader
    .select()
    .from(missionSeries)
    .where(or(sql`${missionSeries.repeat} ->> 'until' is null`, sql`${missionSeries.repeat} ->> 'until' >= ${day}`))
    .orderBy(missionSeries.createdAt)

export const readSeries = async (reader: Reader, id: string): Promise<SeriesRow | undefined> =>
  (await reader.select().from(missionSeries).where(eq(missionSeries.id, id)))[0]

/** Days of a series from one on whose mission was called off. */
export const cancelledDays = async (reader: Reader, seriesId: string, from: string): Promise<Set<string | null>> => {
  const rows = await reader
    .select({ day: missions.seriesDay })
    .from(missions)
    .where(and(eq(missions.seriesId, seriesId), gte(missions.seriesDay, from), eq(missions.status, 'cancelled')))
  return new Set(rows.map(({ day }) => day))
}

/** The row stays as it is until the transaction ends. */
export const lockSeries = async (tx: Tx, id: string, how: 'update' | 'share'): Promise<SeriesRow | undefined> => {
  const [row] = await tx.select().from(missionSeries).where(eq(missionSeries.id, id)).for(how)
  return row
}

export const changeRepeat = async (tx: Tx, id: string, repeat: Repeat): Promise<void> => {
  await tx.update(missionSeries).set({ repeat }).where(eq(missionSeries.id, id))
}

/** Settles a day for a mission; false when it was settled already, by whomever. */
export const takeDay = async (tx: Tx, seriesId: string, day: string, missionId: string): Promise<boolean> => {
  const rows = await tx
    .insert(missionOccurrences)
    .values({ seriesId, day, missionId })
    .onConflictDoNothing()
    .returning({ day: missionOccurrences.day })
  return rows.length === 1
}

export const settledDays = async (reader: Reader, seriesId: string, from: string): Promise<Set<string>> => {
  const rows = await reader
    .select({ day: missionOccurrences.day })
    .from(missionOccurrences)
    .where(and(eq(missionOccurrences.seriesId, seriesId), gte(missionOccurrences.day, from)))
  return new Set(rows.map(({ day }) => day))
}

/** The settled days of all series in a period, both ends included, as `seriesDayKey` writes them. */
export const settledWithin = async (reader: Reader, from: string, to: string): Promise<Set<string>> => {
  const rows = await reader
    .select({ seriesId: missionOccurrences.seriesId, day: missionOccurrences.day })
    .from(missionOccurrences)
    .where(and(gte(missionOccurrences.day, from), lte(missionOccurrences.day, to)))
  return new Set(rows.map(({ seriesId, day }) => seriesDayKey(seriesId, day)))
}

/** How long the longest drive is that was ever planned for each of these series, seconds. */
export const longestDrives = async (reader: Reader, seriesIds: readonly string[]): Promise<Map<string, number>> => {
  const rows = await reader
    .select({
      seriesId: missions.seriesId,
      durationS: sql<number>`max((${missions.stats} ->> 'durationS')::double precision)`,
    })
    .from(missions)
    .where(inArray(missions.seriesId, [...seriesIds]))
    .groupBy(missions.seriesId)
  return new Map(rows.flatMap(({ seriesId, durationS }) => (seriesId === null ? [] : [[seriesId, durationS] as const])))
}

export const seriesDayKey = (seriesId: string, day: string): string => `${seriesId} ${day}`

/** The planned missions of a series that stand for days after this one. */
export const plannedAfter = async (tx: Tx, seriesId: string, day: string): Promise<string[]> => {
  const rows = await tx
    .select({ id: missions.id })
    .from(missions)
    .where(and(eq(missions.seriesId, seriesId), gt(missions.seriesDay, day), eq(missions.status, 'planned')))
    .for('update')
  return rows.map(({ id }) => id)
}

/** The last day of a series that is settled; undefined where none is. */
export const lastSettledDay = async (reader: Reader, seriesId: string): Promise<string | undefined> => {
  const [row] = await reader
    .select({ day: max(missionOccurrences.day) })
    .from(missionOccurrences)
    .where(eq(missionOccurrences.seriesId, seriesId))
  return row?.day ?? undefined
}
