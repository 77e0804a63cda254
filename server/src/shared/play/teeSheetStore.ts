/** The SQL of tee sheets, and of the patterns of days without one. */
import {
  type Day,
  DEFAULT_MARGIN_MINUTES,
  patternTeeTimes,
  type RoundStart,
  sortedTeeTimes,
  type TeePattern,
  type TeeTime,
} from '@greensward/domain'
import { and, eq, gte, inArray } from 'drizzle-orm'
import { inTurn } from '../../platform/db/alone.ts'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { roundHoles, rounds, settings, teeSheets } from '../../platform/db/schema/index.ts'
import { createBreather } from '../../platform/threads/breather.ts'

const NAME = 'teeSheet'

export interface TeeSheetSettings {
  readonly patterns: readonly TeePattern[]
  readonly marginMinutes: number
  /** Null where nobody has changed them yet. */
  readonly updatedAt: Date | null
}

export const readTeeSheetSettings = async (reader: Reader): Promise<TeeSheetSettings> => {
  const [row] = await reader.select().from(settings).where(eq(settings.name, NAME))
  if (row === undefined || !('patterns' in row.value))
    return { patterns: [], marginMinutes: DEFAULT_MARGIN_MINUTES, updatedAt: null }
  const { patterns, marginMinutes = DEFAULT_MARGIN_MINUTES } = row.value
  return { patterns, marginMinutes, updatedAt: row.updatedAt }
}

export const writeTeeSheetSettings = async (
  tx: Tx,
  before: TeeSheetSettings,
  change: Pick<TeeSheetSettings, 'patterns' | 'marginMinutes'>,
  now: Date,
): Promise<TeeSheetSettings> => {
  const updatedAt = before.updatedAt === null ? now : laterThan(before.updatedAt, now)
  await tx
    .insert(settings)
    .values({ name: NAME, value: change, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value: change, updatedAt } })
  return { ...change, updatedAt }
}

export type TeeSheetRow = typeof teeSheets.$inferSelect

/** Nobody else changes tee sheets, their settings or their address until the transaction ends. */
export const lockTeeSheets = (tx: Tx): Promise<void> => inTurn(tx, 'teeSheets')

export const readTeeSheet = async (reader: Reader, day: Day): Promise<TeeSheetRow | undefined> =>
  (await reader.select().from(teeSheets).where(eq(teeSheets.day, day)))[0]

export const readTeeSheets = async (reader: Reader, days: readonly Day[]): Promise<ReadonlyMap<Day, TeeSheetRow>> => {
  if (days.length === 0) return new Map()
  const rows = await reader
    .select()
    .from(teeSheets)
    .where(inArray(teeSheets.day, [...days]))
  return new Map(rows.map(row => [row.day, row]))
}

/** Each day with the tee times of its sheet, or of the patterns. */
export const readTeeTimes = async (
  reader: Reader,
  days: readonly Day[],
  zone: string,
): Promise<ReadonlyMap<Day, readonly TeeTime[]>> => {
  const sheets = await readTeeSheets(reader, days)
  const { patterns } = await readTeeSheetSettings(reader)
  const breathe = createBreather()
  const teeTimes = new Map<Day, readonly TeeTime[]>()
  for (const day of days) {
    teeTimes.set(day, sheets.get(day)?.teeTimes ?? patternTeeTimes(patterns, day, zone))
    await breathe()
  }
  return teeTimes
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

/** Sheets that the address gave, from a day on. */
export const sheetsOfAddress = (reader: Reader, from: Day): Promise<TeeSheetRow[]> =>
  reader
    .select()
    .from(teeSheets)
    .where(and(eq(teeSheets.source, 'address'), gte(teeSheets.day, from)))

/** Where and when rounds began, finished ones too. */
export const roundStarts = async (reader: Reader, since: Date): Promise<RoundStart[]> => {
  const rows = await reader
    .select({ holeId: roundHoles.holeId, begunAt: roundHoles.begunAt })
    .from(rounds)
    .innerJoin(roundHoles, and(eq(roundHoles.roundId, rounds.id), eq(roundHoles.number, 0)))
    .where(gte(rounds.startedAt, since))
  return rows.map(({ holeId, begunAt }) => ({ holeId, begunMs: begunAt.getTime() }))
}
