/** The SQL of rounds: as they were played, and what they say of holes and days. */

import type { PaceHistory } from '@greensward/contract'
import { playedMs, type Round, type RoundWatch } from '@greensward/domain'
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Reader } from '../../platform/db/database.ts'
import { carts, roundHoles, rounds, silentRounds } from '../../platform/db/schema/index.ts'

/** A round with its names, which outlive cart and hole. */
export interface KeptRound {
  readonly id: string
  readonly cartId: string | null
  readonly cartName: string
  readonly round: Round
  /** Names of holes by id. */
  readonly holeNames: ReadonlyMap<string, string>
}

const minutes = (ms: number, rate: number): number => Math.round((ms * rate) / 600) / 100

/** @param rate how many times faster than the clock the players' time runs */
export const saveRounds = async (db: Database, kept: readonly KeptRound[], rate: number): Promise<void> => {
  for (const { id, cartId, cartName, round, holeNames } of kept) {
    const [first] = round.plays
    if (first === undefined) continue
    const row = {
      id,
      cartId,
      cartName,
      startedAt: new Date(first.begunMs),
      finishedAt: round.finishedMs === null ? null : new Date(round.finishedMs),
    }
    await db.transaction(async tx => {
      await tx.insert(rounds).values(row).onConflictDoUpdate({ target: rounds.id, set: row })
      await tx.delete(roundHoles).where(eq(roundHoles.roundId, id))
      await tx.insert(roundHoles).values(
        round.plays.map((play, number) => {
          const tookMs = playedMs(play)
          return {
            roundId: id,
            number,
            holeId: play.holeId,
            holeName: holeNames.get(play.holeId) ?? '',
            begunAt: new Date(play.begunMs),
            leftAt: play.leftMs === null ? null : new Date(play.leftMs),
            minutes: tookMs === null ? null : minutes(tookMs, rate),
            stayedMinutes: minutes(play.stayedMs, rate),
            passMinutes: play.passMinutes,
            reachedGreen: play.reachedGreen,
          }
        }),
      )
    })
  }
}

export const dropRounds = async (db: Database, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.delete(rounds).where(inArray(rounds.id, [...ids]))
}

export const forgetRounds = async (db: Database, before: Date): Promise<void> => {
  await db.delete(rounds).where(lt(rounds.startedAt, before))
}

/** The state of a round when its cart fell silent. */
export interface SilentRound {
  readonly roundId: string
  /** Milliseconds since 1970. */
  readonly receivedMs: number
  readonly stood: NonNullable<RoundWatch['silenced']>
}

/** @param silent by the cart's id; null where the silence is over */
export const saveSilentRounds = async (
  db: Database,
  silent: ReadonlyMap<string, SilentRound | null>,
): Promise<void> => {
  for (const [cartId, one] of silent) {
    if (one === null) {
      await db.delete(silentRounds).where(eq(silentRounds.cartId, cartId))
      continue
    }
    const row = { cartId, roundId: one.roundId, receivedAt: new Date(one.receivedMs), stood: one.stood }
    // The cart may be gone by now, and its rounds stay finished.
    await db
      .insert(silentRounds)
      .select(
        db
          .select({
            cartId: carts.id,
            roundId: sql<string>`${row.roundId}::uuid`.as('round_id'),
            receivedAt: sql<Date>`${row.receivedAt.toISOString()}::timestamptz`.as('heard_at'),
            stood: sql<SilentRound['stood']>`${JSON.stringify(row.stood)}::jsonb`.as('stood'),
          })
          .from(carts)
          .where(eq(carts.id, cartId)),
      )
      .onConflictDoUpdate({ target: silentRounds.cartId, set: row })
  }
}

/** Those of carts that reported since, with their names; older ones are forgotten. */
export const readSilentRounds = async (
  db: Database,
  since: Date,
): Promise<readonly (SilentRound & { readonly cartId: string; readonly cartName: string })[]> => {
  await db.delete(silentRounds).where(lt(silentRounds.receivedAt, since))
  const rows = await db
    .select({ row: silentRounds, cartName: carts.name })
    .from(silentRounds)
    .innerJoin(carts, eq(carts.id, silentRounds.cartId))
  return rows.map(({ row: { cartId, roundId, receivedAt, stood }, cartName }) => ({
    cartId,
    cartName,
    roundId,
    receivedMs: receivedAt.getTime(),
    stood,
  }))
}

type RoundRow = typeof rounds.$inferSelect
type HoleRow = typeof roundHoles.$inferSelect
export interface StoredRound extends RoundRow {
  readonly holes: readonly HoleRow[]
}

const withHoles = async (reader: Reader, rows: readonly RoundRow[]): Promise<StoredRound[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const holes = await reader
    .select()
    .from(roundHoles)
    .where(inArray(roundHoles.roundId, ids))
    .orderBy(asc(roundHoles.roundId), asc(roundHoles.number))
  const byRound = Map.groupBy(holes, ({ roundId }) => roundId)
  return rows.map(row => ({ ...row, holes: byRound.get(row.id) ?? [] }))
}

/** Those that no end was written of, from this moment on. */
export const openRounds = async (reader: Reader, since: Date): Promise<StoredRound[]> =>
  withHoles(
    reader,
    await reader
      .select()
      .from(rounds)
      .where(and(isNull(rounds.finishedAt), gte(rounds.startedAt, since))),
  )

/** Those that the last server left open and that nobody continues end at the last report. */
export const closeRounds = async (db: Database, before: Date): Promise<void> => {
  await db
    .update(rounds)
    .set({
      finishedAt: sql`(select max(coalesce(${roundHoles.leftAt}, ${roundHoles.begunAt})) from ${roundHoles} where ${roundHoles.roundId} = ${rounds.id})`,
    })
    .where(and(isNull(rounds.finishedAt), lt(rounds.startedAt, before)))
}

const MOST_ROUNDS = 1_000
/** No round lasts longer, so that those of years need not be looked through. */
const LONGEST_MS = 24 * 3_600_000

/** Those that were played between, though they began before or ended after; those being played first. */
export const roundsBetween = async (
  reader: Reader,
  from: Date,
  to: Date,
  cartId: string | undefined,
): Promise<StoredRound[]> =>
  withHoles(
    reader,
    await reader
      .select()
      .from(rounds)
      .where(
        and(
          gte(rounds.startedAt, new Date(from.getTime() - LONGEST_MS)),
          lt(rounds.startedAt, to),
          or(gte(rounds.startedAt, from), isNull(rounds.finishedAt), gt(rounds.finishedAt, from)),
          cartId === undefined ? undefined : eq(rounds.cartId, cartId),
        ),
      )
      .orderBy(sql`${rounds.finishedAt} is null desc`, desc(rounds.startedAt))
      .limit(MOST_ROUNDS),
  )

const middle = (value: unknown) => sql<number>`percentile_cont(0.5) within group (order by ${value})`

/** How long holes and rounds took that were finished. */
export const paceHistoryOf = async (reader: Reader, from: Date, to: Date, timeZone: string): Promise<PaceHistory> => {
  const isCounted = and(isNotNull(rounds.finishedAt), gte(rounds.startedAt, from), lt(rounds.startedAt, to))
  const holes = await reader
    .select({
      holeId: roundHoles.holeId,
      holeName: sql<string>`max(${roundHoles.holeName})`,
      passMinutes: sql<number>`avg(${roundHoles.passMinutes})::float8`,
      plays: sql<number>`count(*)::int`,
      medianMinutes: middle(roundHoles.minutes),
      slowMinutes: sql<number>`percentile_cont(0.9) within group (order by ${roundHoles.minutes})`,
    })
    .from(roundHoles)
    .innerJoin(rounds, eq(rounds.id, roundHoles.roundId))
    .where(and(isCounted, isNotNull(roundHoles.minutes)))
    .groupBy(roundHoles.holeId)
  const perRound = reader
    .select({
      day: sql<string>`to_char(${rounds.startedAt} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
      minutes: sql<number>`sum(${roundHoles.minutes})`.as('minutes'),
      share: sql<number>`sum(${roundHoles.minutes}) / sum(${roundHoles.passMinutes})`.as('share'),
      holes: sql<number>`count(*)`.as('holes'),
    })
    .from(rounds)
    .innerJoin(roundHoles, eq(rounds.id, roundHoles.roundId))
    .where(and(isCounted, isNotNull(roundHoles.minutes)))
    .groupBy(rounds.id)
    .as('per_round')
  const days = await reader
    .select({
      day: perRound.day,
      rounds: sql<number>`count(*)::int`,
      paceShare: middle(perRound.share),
      eighteenMinutes: sql<
        number | null
      >`percentile_cont(0.5) within group (order by ${perRound.minutes}) filter (where ${perRound.holes} = 18)`,
    })
    .from(perRound)
    .groupBy(perRound.day)
    .orderBy(asc(perRound.day))
  return { holes, days }
}
