/** Sessions: families of rotating tokens. */
import type { TokenPair } from '@greensward/contract'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { pushBrowsers, sessions, tokens, users } from '../../platform/db/schema/index.ts'
import type { User } from '../../platform/http/route.ts'
import type { Seal } from '../../platform/sealing.ts'
import { ACCESS_S, newToken, tokenHash } from '../../platform/secrets.ts'

export const ABSOLUTE_S = 30 * 24 * 3_600
export const IDLE_S = 12 * 3_600
/** Parallel tabs of one client may use the same refresh token within this time. */
export const GRACE_MS = 2_000

const after = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1_000)
const inSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000)

/** The place of a sign-in, for the person's own list of sessions. */
export interface Place {
  readonly userAgent: string
  readonly address: string
}

export const openSession = async (
  tx: Reader,
  userId: number,
  now: Date,
  place: Place = { userAgent: '', address: '' },
): Promise<TokenPair & { sessionId: string }> => {
  const [session] = await tx
    .insert(sessions)
    .values({ userId, createdAt: now, lastUsedAt: now, ...place })
    .returning()
  if (session === undefined) throw new Error('no session came back')
  const texts = { access: newToken(), refresh: newToken() }
  return { ...(await issuePair(tx, session.id, texts, session.createdAt, now)), sessionId: session.id }
}

const issuePair = async (
  tx: Reader,
  sessionId: string,
  { access: accessToken, refresh: refreshToken }: { readonly access: string; readonly refresh: string },
  openedAt: Date,
  now: Date,
): Promise<TokenPair> => {
  const end = after(openedAt, ABSOLUTE_S)
  await tx
    .insert(tokens)
    .values([
      { hash: tokenHash(accessToken), sessionId, kind: 'access', expiresAt: after(now, ACCESS_S) },
      { hash: tokenHash(refreshToken), sessionId, kind: 'refresh', expiresAt: end },
    ])
    // Another tab was given the same pair a moment ago.
    .onConflictDoNothing()
  const createdAt = inSeconds(now)
  return {
    accessToken: { token: accessToken, createdAt, ttl: ACCESS_S },
    refreshToken: { token: refreshToken, createdAt, ttl: Math.floor((end.getTime() - now.getTime()) / 1_000) },
  }
}

export const findUserByAccessToken = async (db: Database, token: string, now: Date): Promise<User | undefined> => {
  const [row] = await db
    .select({
      id: users.id,
      login: users.login,
      fullname: users.fullname,
      role: users.role,
      sessionId: sessions.id,
    })
    .from(tokens)
    .innerJoin(sessions, eq(sessions.id, tokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(tokens.hash, tokenHash(token)),
        eq(tokens.kind, 'access'),
        gt(tokens.expiresAt, now),
        isNull(sessions.endedAt),
      ),
    )
  return row
}

export type Rotation =
  | { readonly kind: 'rotated'; readonly pair: TokenPair }
  | { readonly kind: 'unknown' }
  /** A token came a second time: the family has ended, this session with it. */
  | { readonly kind: 'reused'; readonly sessionId: string }

/**
 * Parallel tabs are given one pair: the texts follow from the token and the server's own key, so a session has one token
 * to continue with, however many tabs asked.
 * @param client distinguishes one caller from another; only the same one has the grace of parallel tabs
 */
export const rotate = async (
  tx: Tx,
  derive: Seal['derive'],
  refreshToken: string,
  client: string,
  now: Date,
): Promise<Rotation> => {
  const [row] = await tx
    .select({ token: tokens, session: sessions })
    .from(tokens)
    .innerJoin(sessions, eq(sessions.id, tokens.sessionId))
    .where(and(eq(tokens.hash, tokenHash(refreshToken)), eq(tokens.kind, 'refresh')))
    .for('update')
  if (row === undefined) return { kind: 'unknown' }
  const { token, session } = row
  if (session.endedAt !== null || token.expiresAt <= now || after(session.lastUsedAt, IDLE_S) <= now) {
    return { kind: 'unknown' }
  }
  if (token.usedAt !== null) {
    const isParallelTab = now.getTime() - token.usedAt.getTime() <= GRACE_MS && token.usedBy === client
    if (!isParallelTab) {
      await endSessions(tx, [session.id], 'a refresh token was used twice', now)
      return { kind: 'reused', sessionId: session.id }
    }
  } else {
    await tx.update(tokens).set({ usedAt: now, usedBy: client }).where(eq(tokens.hash, token.hash))
  }
  await tx.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, session.id))
  const next = { access: derive(`access after ${refreshToken}`), refresh: derive(`refresh after ${refreshToken}`) }
  const [used] = await tx
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(and(eq(tokens.hash, tokenHash(next.refresh)), isNotNull(tokens.usedAt)))
  // A tab was quick and has already gone on from the next one.
  if (used !== undefined) return rotate(tx, derive, next.refresh, client, now)
  return { kind: 'rotated', pair: await issuePair(tx, session.id, next, session.createdAt, now) }
}

/** Their browsers are sent no more notifications: somebody else may sit at them next. */
export const endSessions = async (tx: Reader, ids: readonly string[], reason: string, now: Date): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .update(sessions)
    .set({ endedAt: now, endReason: reason })
    .where(and(inArray(sessions.id, [...ids]), isNull(sessions.endedAt)))
  await tx.delete(pushBrowsers).where(inArray(pushBrowsers.sessionId, [...ids]))
}

/** Those that have not ended, last used first. */
export const openSessionsOf = (db: Reader, userId: number): Promise<readonly (typeof sessions.$inferSelect)[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .orderBy(desc(sessions.lastUsedAt))

/**
 * Ends the sessions that nobody used for too long, or that are too old; returns their ids. Their browsers still
 * receive notifications, which are for people who are not looking.
 */
export const endIdleSessions = async (db: Database, now: Date): Promise<readonly string[]> => {
  const rows = await db
    .update(sessions)
    .set({ endedAt: now, endReason: 'expired' })
    .where(
      and(
        isNull(sessions.endedAt),
        or(lt(sessions.lastUsedAt, after(now, -IDLE_S)), lt(sessions.createdAt, after(now, -ABSOLUTE_S))),
      ),
    )
    .returning({ id: sessions.id })
  return rows.map(({ id }) => id)
}

export const forgetOldSessions = async (db: Database, now: Date): Promise<void> => {
  await db.delete(tokens).where(lt(tokens.expiresAt, now))
  await db
    .delete(sessions)
    .where(
      or(lt(sessions.createdAt, after(now, -ABSOLUTE_S)), sql`${sessions.endedAt} < ${after(now, -7 * 24 * 3_600)}`),
    )
}
