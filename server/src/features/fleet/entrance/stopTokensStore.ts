/** Access tokens that are good now and may stop a mower. */
import { may, ROLE_SLUGS } from '@greensward/domain'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Reader } from '../../../platform/db/database.ts'
import { sessions, tokens, users } from '../../../platform/db/schema/index.ts'

export interface StopToken {
  readonly hash: string
  readonly expiresAt: Date
  readonly sessionId: string
  readonly user: { readonly id: number; readonly fullname: string }
}

const MAY_STOP = ROLE_SLUGS.filter(role => may(role, 'mowers.stop'))
const MOST = 10_000

export const readStopTokens = async (db: Reader, now: Date): Promise<readonly StopToken[]> => {
  const rows = await db
    .select({
      hash: tokens.hash,
      expiresAt: tokens.expiresAt,
      sessionId: sessions.id,
      user: { id: users.id, fullname: users.fullname },
    })
    .from(tokens)
    .innerJoin(sessions, eq(sessions.id, tokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(tokens.kind, 'access'),
        gt(tokens.expiresAt, now),
        isNull(sessions.endedAt),
        inArray(users.role, MAY_STOP),
      ),
    )
    .limit(MOST)
  return rows
}
