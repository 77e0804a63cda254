/** The SQL of the weather: its settings, what its sources said last, and what was proposed. */
import {
  addDays,
  DEFAULT_WEATHER_SETTINGS,
  dayOf,
  type FigureNow,
  OBSERVED_FRESH_MS,
  type RainJudgement,
  type RainProposal,
  type SourceReading,
  type WeatherProblem,
  type WeatherReport,
  type WeatherRole,
  type WeatherSettings,
  type WeatherState,
} from '@greensward/domain'
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { settings as courseSettings, rainProposals, weather, weatherSources } from '../../platform/db/schema/index.ts'
import type { WeatherCounters } from '../../platform/db/schema/weather.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { readWeatherDays } from '../../shared/weather/weatherHoursStore.ts'

/** In degrees. */
export interface Place {
  readonly lon: number
  readonly lat: number
}

export interface StoredWeatherSettings extends Omit<WeatherSettings, 'hasToken' | 'hasStationSecret' | 'hasPushKey'> {
  readonly sealedToken: string | null
  readonly sealedStationSecret: string | null
  readonly pushKeyHash: string | null
}

const { hasToken: _, hasStationSecret: __, hasPushKey: ___, ...NEW_SETTINGS } = DEFAULT_WEATHER_SETTINGS
const DEFAULTS: StoredWeatherSettings = {
  ...NEW_SETTINGS,
  sealedToken: null,
  sealedStationSecret: null,
  pushKeyHash: null,
}

type Row = typeof weather.$inferSelect

const settingsOf = (row: Row | undefined): StoredWeatherSettings => {
  if (row === undefined) return DEFAULTS
  const { name: _name, report: _report, figures: _figures, wetUntil: _wetUntil, updatedAt: _updatedAt, ...stored } = row
  return stored
}

/** Under a lock: what is written after it fits to these settings. */
export const lockWeatherSettings = async (tx: Tx): Promise<StoredWeatherSettings> =>
  settingsOf((await tx.select().from(weather).for('update'))[0])

export const readWeatherSettings = async (reader: Reader): Promise<StoredWeatherSettings> =>
  settingsOf((await reader.select().from(weather))[0])

/** Without the secrets, which can be set and never read. */
export const shownSettings = ({
  sealedToken,
  sealedStationSecret,
  pushKeyHash,
  ...shown
}: StoredWeatherSettings): WeatherSettings => ({
  ...shown,
  hasToken: sealedToken !== null,
  hasStationSecret: sealedStationSecret !== null,
  hasPushKey: pushKeyHash !== null,
})

/** The centre of the course, in degrees; undefined while it has none. */
export const readPlace = async (reader: Reader): Promise<Place | undefined> => {
  const [row] = await reader
    .select({ value: courseSettings.value })
    .from(courseSettings)
    .where(eq(courseSettings.name, 'map'))
  if (row === undefined || !('centerLon' in row.value)) return undefined
  return { lon: row.value.centerLon, lat: row.value.centerLat }
}

const ROLES = ['station', 'forecast'] as const satisfies readonly WeatherRole[]

const EMPTY = {
  triedAt: null,
  notBefore: null,
  failures: 0,
  problem: null,
  detail: '',
  answeredAt: null,
  reading: null,
  counters: null,
  lastModified: null,
} as const

/** Whether this role reads another source than before, or none. */
export const isOther = (role: WeatherRole, before: StoredWeatherSettings, after: StoredWeatherSettings): boolean => {
  if (!after.enabled) return true
  const names =
    role === 'forecast'
      ? (['provider', 'address', 'contact', 'sealedToken'] as const)
      : (['station', 'stationAddress', 'stationKey', 'stationId', 'sealedStationSecret'] as const)
  return names.some(name => before[name] !== after[name])
}

/** Merges under a lock. What another source said is forgotten with it; its hours stay. */
export const changeWeatherSettings = async (
  tx: Tx,
  change: (before: StoredWeatherSettings) => StoredWeatherSettings,
  now: Date,
): Promise<{ before: StoredWeatherSettings; after: StoredWeatherSettings }> => {
  await tx
    .insert(weather)
    .values({ name: 'only', ...DEFAULTS, updatedAt: now })
    .onConflictDoNothing()
  await tx
    .insert(weatherSources)
    .values(ROLES.map(role => ({ role })))
    .onConflictDoNothing()
  const [row] = await tx.select().from(weather).for('update')
  if (row === undefined) throw new Error('no settings came back')
  const before = settingsOf(row)
  const after = change(before)
  const others = ROLES.filter(role => isOther(role, before, after))
  for (const role of others) await tx.update(weatherSources).set(EMPTY).where(eq(weatherSources.role, role))
  await tx.update(weather).set({
    ...after,
    updatedAt: laterThan(row.updatedAt, now),
    ...(others.length > 0 ? { report: null, figures: [], wetUntil: null } : {}),
  })
  return { before, after }
}

const proposalOf = ({ isCurrent: ____, ...row }: typeof rainProposals.$inferSelect): RainProposal => ({
  ...row,
  at: row.at.toISOString(),
  from: row.from?.toISOString() ?? null,
  until: row.until?.toISOString() ?? null,
  answeredAt: row.answeredAt?.toISOString() ?? null,
})

/** Whether a station that sends by itself has stopped. */
const isSilent = (answeredAt: Date | null, now: Date): boolean =>
  answeredAt !== null && now.getTime() - answeredAt.getTime() > OBSERVED_FRESH_MS

/** The merged weather that rain mode follows. */
export const readReport = async (reader: Reader): Promise<WeatherReport | null> =>
  (await reader.select({ report: weather.report }).from(weather))[0]?.report ?? null

/** Days of which the page shows the weather. */
const SHOWN_DAYS = 7

export const readWeatherState = async (reader: Reader, now: Date): Promise<WeatherState> => {
  const [row] = await reader.select().from(weather)
  const sources = await reader.select().from(weatherSources).orderBy(asc(weatherSources.role))
  const zone = await readTimeZone(reader)
  const today = dayOf(now, zone)
  const [proposal] = await reader
    .select()
    .from(rainProposals)
    .orderBy(desc(rainProposals.isCurrent), desc(rainProposals.at))
    .limit(1)
  return {
    sources: sources
      .filter(({ role }) => (role === 'forecast' ? row?.provider : row?.station) !== 'none')
      .map(({ role, triedAt, answeredAt, notBefore, problem, detail }) => ({
        role,
        triedAt: triedAt?.toISOString() ?? null,
        answeredAt: answeredAt?.toISOString() ?? null,
        notBefore: notBefore?.toISOString() ?? null,
        problem:
          problem ?? (role === 'station' && row?.station === 'push' && isSilent(answeredAt, now) ? 'tooOld' : null),
        detail,
      })),
    figures: [...(row?.figures ?? [])],
    days: await readWeatherDays(reader, addDays(today, 1 - SHOWN_DAYS), today, zone),
    report: row?.report ?? null,
    wetUntil: row?.wetUntil?.toISOString() ?? null,
    proposal: proposal === undefined ? null : proposalOf(proposal),
  }
}

export interface SourceTurn {
  readonly settings: StoredWeatherSettings
  readonly lastModified: string | null
  readonly reading: SourceReading | null
}

/** After failures in a row a source is asked more seldom: twice the time each time, at most every two hours. */
const MOST_BACK_OFF_MIN = 120

/** Takes the turn to ask a source: of several servers that look at once, one. Nobody asks before the service allows it. */
export const takeTurn = async (
  reader: Reader,
  role: WeatherRole,
  now: Date,
  atOnce: boolean,
): Promise<SourceTurn | undefined> => {
  const settings = await readWeatherSettings(reader)
  const hasSource =
    role === 'forecast' ? settings.provider !== 'none' : settings.station !== 'none' && settings.station !== 'push'
  if (!settings.enabled || !hasSource) return undefined
  const at = sql`${now.toISOString()}::timestamptz`
  const { triedAt, notBefore, failures } = weatherSources
  const most = Math.max(settings.everyMin, MOST_BACK_OFF_MIN)
  const waits = sql`make_interval(mins => least(${settings.everyMin}::int * (2 ^ least(${failures}, 10))::int, ${most}::int))`
  // A clock that was set back must not leave the source unread until it has caught up.
  const isDue = sql`(${triedAt} is null or ${triedAt} < ${at} - ${waits} or ${triedAt} > ${at} + interval '1 minute')`
  const isAllowed = sql`(${notBefore} is null or ${notBefore} <= ${at} or ${triedAt} > ${at} + interval '1 minute')`
  const [row] = await reader
    .update(weatherSources)
    .set({ triedAt: now })
    .where(and(eq(weatherSources.role, role), isAllowed, atOnce ? undefined : isDue))
    .returning()
  return row === undefined ? undefined : { settings, lastModified: row.lastModified, reading: row.reading }
}

export const storeProblem = async (
  reader: Reader,
  role: WeatherRole,
  problem: WeatherProblem,
  detail: string,
  notBefore: Date | null,
): Promise<void> => {
  await reader
    .update(weatherSources)
    .set({ problem, detail, notBefore, failures: sql`${weatherSources.failures} + 1` })
    .where(eq(weatherSources.role, role))
}

export interface SourceAnswer {
  readonly reading: SourceReading
  readonly counters: WeatherCounters | null
  readonly lastModified: string | null
  readonly notBefore: Date | null
}

export const storeReading = async (tx: Tx, role: WeatherRole, answer: SourceAnswer, now: Date): Promise<void> => {
  await tx
    .update(weatherSources)
    .set({ ...answer, answeredAt: now, triedAt: now, problem: null, detail: '', failures: 0 })
    .where(eq(weatherSources.role, role))
}

/** What a source said before, under a lock. */
export const lockSource = async (
  tx: Tx,
  role: WeatherRole,
): Promise<{ readonly reading: SourceReading | null; readonly counters: WeatherCounters | null } | undefined> => {
  const { reading, counters } = weatherSources
  return (
    await tx.select({ reading, counters }).from(weatherSources).where(eq(weatherSources.role, role)).for('update')
  )[0]
}

/** The last answers, the station before the forecast. */
export const readReadings = async (reader: Reader): Promise<SourceReading[]> => {
  const rows = await reader
    .select({ reading: weatherSources.reading })
    .from(weatherSources)
    .where(isNotNull(weatherSources.reading))
    .orderBy(desc(weatherSources.role))
  return rows.flatMap(({ reading }) => reading ?? [])
}

export const storeMerged = async (
  tx: Tx,
  report: WeatherReport | null,
  figures: readonly FigureNow[],
  wetUntil: Date | null,
): Promise<void> => {
  await tx.update(weather).set({ report, figures, wetUntil })
}

/**
 * Brings what is proposed in line with the weather: what it no longer asks for lapses, what it newly asks for is added, and what
 * people answered is not asked again while the weather stays.
 * @returns the proposal that is new
 */
export const settleProposal = async (
  tx: Tx,
  wanted: RainJudgement | undefined,
  now: Date,
): Promise<RainProposal | undefined> => {
  const [current] = await tx.select().from(rainProposals).where(eq(rainProposals.isCurrent, true)).for('update')
  if (current !== undefined) {
    const isAnswered = current.state === 'declined' || current.state === 'open'
    if (isAnswered && current.kind === wanted?.kind) return undefined
    await tx
      .update(rainProposals)
      .set({ isCurrent: false, ...(current.state === 'open' ? { state: 'lapsed' } : {}) })
      .where(eq(rainProposals.id, current.id))
  }
  if (wanted === undefined) return undefined
  const { kind, reason, rainMmPerH, from, until } = wanted
  const [added] = await tx
    .insert(rainProposals)
    .values({
      at: now,
      kind,
      reason,
      rainMmPerH,
      from: from === null ? null : new Date(from),
      until: until === null ? null : new Date(until),
      state: 'open',
      isCurrent: true,
    })
    .onConflictDoNothing()
    .returning()
  return added === undefined ? undefined : proposalOf(added)
}

export type Answering =
  | { readonly kind: 'answered'; readonly proposal: RainProposal }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'already'; readonly proposal: RainProposal }

/** The first to answer is the one who counts. */
export const answerProposal = async (
  tx: Tx,
  id: string,
  state: 'accepted' | 'declined',
  who: string,
  now: Date,
): Promise<Answering> => {
  const [row] = await tx.select().from(rainProposals).where(eq(rainProposals.id, id)).for('update')
  if (row === undefined) return { kind: 'notFound' }
  if (row.state !== 'open') return { kind: 'already', proposal: proposalOf(row) }
  const [written] = await tx
    .update(rainProposals)
    .set({ state, answeredBy: who, answeredAt: now })
    .where(eq(rainProposals.id, id))
    .returning()
  if (written === undefined) throw new Error('The proposal vanished while it was locked')
  return { kind: 'answered', proposal: proposalOf(written) }
}
