/** Challenges: the step between a right password and a session. */
import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { challenges, resends, users } from '../../platform/db/schema/index.ts'

export type Challenge = typeof challenges.$inferSelect

export const addChallenge = async (tx: Reader, challenge: Challenge): Promise<void> => {
  await tx.insert(challenges).values(challenge)
}

/** Locked until the transaction ends, so that parallel guesses are counted one by one. */
export const lockChallenge = async (tx: Tx, id: string) => {
  const [row] = await tx
    .select({ challenge: challenges, user: users })
    .from(challenges)
    .innerJoin(users, eq(users.id, challenges.userId))
    .where(eq(challenges.id, id))
    .for('update', { of: challenges })
  return row
}

export const changeChallenge = async (tx: Tx, id: string, change: Partial<Omit<Challenge, 'id'>>): Promise<void> => {
  await tx.update(challenges).set(change).where(eq(challenges.id, id))
}

/** The latest resends of the account since then, newest first. */
export const resendsSince = async (tx: Tx, userId: number, since: Date): Promise<readonly Date[]> => {
  const rows = await tx
    .select({ at: resends.at })
    .from(resends)
    .where(and(eq(resends.userId, userId), gt(resends.at, since)))
    .orderBy(desc(resends.at))
  return rows.map(({ at }) => at)
}

/** When the account was sent codes since then, newest first. */
export const codesSentSince = async (tx: Tx, userId: number, since: Date): Promise<readonly Date[]> => {
  const first = await tx
    .select({ at: challenges.createdAt })
    .from(challenges)
    .where(and(eq(challenges.userId, userId), gt(challenges.createdAt, since)))
  const all = [...first.map(({ at }) => at), ...(await resendsSince(tx, userId, since))]
  return all.sort((a, b) => b.getTime() - a.getTime())
}

/**
 * Ends every sign-in of the account that waits for its code: what opened it holds no more. Comes before the sessions are
 * read, so that one that is just being opened is among them.
 */
export const endChallenges = async (tx: Reader, userId: number, at: Date): Promise<void> => {
  await tx
    .update(challenges)
    .set({ usedAt: at })
    .where(and(eq(challenges.userId, userId), isNull(challenges.usedAt)))
}

export const addResend = async (tx: Tx, userId: number, at: Date): Promise<void> => {
  await tx.insert(resends).values({ userId, at })
}

export const forgetOldChallenges = async (db: Reader, before: Date): Promise<void> => {
  await db.delete(challenges).where(lt(challenges.createdAt, before))
  await db.delete(resends).where(lt(resends.at, before))
}
