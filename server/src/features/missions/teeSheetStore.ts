/** The SQL of tee sheets and of the patterns of days without one. */
import { type Day, patternTeeTimes, type RoundStart, sortedTeeTimes, type TeeTime } from '@greensward/domain'
import { and, eq, gte } from 'drizzle-orm'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { roundHoles, rounds, settings, teeSheets } from '../../platform/db/schema/index.ts'
import type { TeeSheetSettings } from '../../platform/db/schema/settings.ts'

const NAME = 'teeSheet'

export const readTeeSheetSettings = async (reader: Reader): Promise<TeeSheetSettings> => {
  const [row] = await reader.select({ value: settings.value }).from(settings).where(eq(settings.name, NAME))
  return row !== undefined && 'patterns' in row.value ? row.value : { patterns: [] }
}

export const writeTeeSheetSettings = async (tx: Tx, value: TeeSheetSettings, now: Date): Promise<void> => {
  await tx
    .insert(settings)
    .values({ name: NAME, value, updatedAt: now })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: now } })
}

export type TeeSheetRow = typeof teeSheets.$inferSelect

export const readTeeSheet = async (reader: Reader, day: Day): Promise<TeeSheetRow | undefined> =>
  (await reader.select().from(teeSheets).where(eq(teeSheets.day, day)))[0]

/** Nobody changes the day until the transaction ends. */
export const lockTeeSheet = async (tx: Tx, day: Day): Promise<TeeSheetRow | undefined> =>
  (await tx.select().from(teeSheets).where(eq(teeSheets.day, day)).for('update'))[0]

/** Of the sheet of that day, or of the patterns. */
export const readTeeTimes = async (reader: Reader, day: Day, zone: string): Promise<readonly TeeTime[]> => {
  const sheet = await readTeeSheet(reader, day)
  return sheet?.teeTimes ?? patternTeeTimes((await readTeeSheetSettings(reader)).patterns, day, zone)
}

export const replaceTeeSheet = async (
  tx: Tx,
  before: TeeSheetRow | undefined,
  sheet: Omit<TeeSheetRow, 'updatedAt'>,
  now: Date,
): Promise<TeeSheetRow> => {
  const row = {
    ...sheet,
    teeTimes: sortedTeeTimes(sheet.teeTimes),
    updatedAt: before === undefined ? now : laterThan(before.updatedAt, now),
  }
  await tx.insert(teeSheets).values(row).onConflictDoUpdate({ target: teeSheets.day, set: row })
  return row
}

export const removeTeeSheet = async (tx: Tx, day: Day): Promise<void> => {
  await tx.delete(teeSheets).where(eq(teeSheets.day, day))
}

/** Where and when rounds began, finished ones too. */
export const roundStarts = async (reader: Reader, since: Date): Promise<RoundStart[]> => {
  const rows = await reader
    .select({ holeId: roundHoles.holeId, begunAt: roundHoles.begunAt })
    .from(rounds)
    .innerJoin(roundHoles, and(eq(roundHoles.roundId, rounds.id), eq(roundHoles.number, 1)))
    .where(gte(rounds.startedAt, since))
  return rows.map(({ holeId, begunAt }) => ({ holeId, begunMs: begunAt.getTime() }))
}
