/** The SQL of the weather: its settings, what the source said last, and what was proposed. */
import {
  DEFAULT_WEATHER_SETTINGS,
  type RainJudgement,
  type RainProposal,
  type WeatherProblem,
  type WeatherReport,
  type WeatherSettings,
  type WeatherState,
} from '@greensward/domain'
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { rainProposals, weather } from '../../platform/db/schema/index.ts'

export interface StoredWeatherSettings extends Omit<WeatherSettings, 'hasToken'> {
  readonly sealedToken: string | null
}

const { hasToken: _, ...NEW_SETTINGS } = DEFAULT_WEATHER_SETTINGS
const DEFAULTS: StoredWeatherSettings = { ...NEW_SETTINGS, sealedToken: null }

type Row = typeof weather.$inferSelect

const settingsOf = (row: Row | undefined): StoredWeatherSettings => {
  if (row === undefined) return DEFAULTS
  const { enabled, address, sealedToken, everyMin, wetFromMmPerH, aheadH, dryingH, catchUpDays } = row
  return { enabled, address, sealedToken, everyMin, wetFromMmPerH, aheadH, dryingH, catchUpDays }
}

export const readWeatherSettings = async (reader: Reader): Promise<StoredWeatherSettings> =>
  settingsOf((await reader.select().from(weather))[0])

/** Without the token, which can be set and never read. */
export const shownSettings = ({ sealedToken, ...shown }: StoredWeatherSettings): WeatherSettings => ({
  ...shown,
  hasToken: sealedToken !== null,
})

/** Merges under a lock. What another address said is forgotten with the address. */
export const changeWeatherSettings = async (
  tx: Tx,
  change: (before: StoredWeatherSettings) => StoredWeatherSettings,
  now: Date,
): Promise<{ before: StoredWeatherSettings; after: StoredWeatherSettings }> => {
  await tx
    .insert(weather)
    .values({ name: 'only', ...DEFAULTS, updatedAt: now })
    .onConflictDoNothing()
  const [row] = await tx.select().from(weather).for('update')
  if (row === undefined) throw new Error('no settings came back')
  const before = settingsOf(row)
  const after = change(before)
  const isOther = after.address !== before.address || !after.enabled
  await tx.update(weather).set({
    ...after,
    updatedAt: laterThan(row.updatedAt, now),
    ...(isOther ? { triedAt: null, problem: null, detail: '', report: null, wetUntil: null } : {}),
  })
  return { before, after }
}

const proposalOf = ({ isCurrent: __, ...row }: typeof rainProposals.$inferSelect): RainProposal => ({
  ...row,
  at: row.at.toISOString(),
  from: row.from?.toISOString() ?? null,
  until: row.until?.toISOString() ?? null,
  answeredAt: row.answeredAt?.toISOString() ?? null,
})

export const readWeatherState = async (reader: Reader): Promise<WeatherState> => {
  const [row] = await reader.select().from(weather)
  const [proposal] = await reader
    .select()
    .from(rainProposals)
    .orderBy(desc(rainProposals.isCurrent), desc(rainProposals.at))
    .limit(1)
  return {
    triedAt: row?.triedAt?.toISOString() ?? null,
    problem: row?.problem ?? null,
    detail: row?.detail ?? '',
    report: row?.report ?? null,
    wetUntil: row?.wetUntil?.toISOString() ?? null,
    proposal: proposal === undefined ? null : proposalOf(proposal),
  }
}

/** Takes the turn to ask the source: of several servers that look at once, one. */
export const takeTurn = async (
  reader: Reader,
  now: Date,
  atOnce: boolean,
): Promise<StoredWeatherSettings | undefined> => {
  const isDue = or(
    isNull(weather.triedAt),
    lt(weather.triedAt, sql`${now.toISOString()}::timestamptz - make_interval(mins => ${weather.everyMin})`),
    // A clock that was set back must not leave the source unread until it has caught up.
    sql`${weather.triedAt} > ${now.toISOString()}::timestamptz + interval '1 minute'`,
  )
  const [row] = await reader
    .update(weather)
    .set({ triedAt: now })
    .where(and(eq(weather.enabled, true), sql`${weather.address} <> ''`, atOnce ? undefined : isDue))
    .returning()
  return row === undefined ? undefined : settingsOf(row)
}

export const storeProblem = async (reader: Reader, problem: WeatherProblem, detail: string): Promise<void> => {
  await reader.update(weather).set({ problem, detail })
}

export const storeReport = async (reader: Reader, report: WeatherReport, wetUntil: Date | null): Promise<void> => {
  await reader.update(weather).set({ report, wetUntil, problem: null, detail: '' })
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
