/** Ends what is over and forgets what is long past. */
import type { Context } from '../../platform/context.ts'
import { forgetOldAttempts } from './attemptStore.ts'
import { forgetOldChallenges } from './challengeStore.ts'
import { forgetOldSignIns } from './oidc/oidcStore.ts'
import { endIdleSessions, forgetOldSessions } from './sessionStore.ts'

const CHALLENGES_KEPT_MS = 24 * 3_600_000

export const sweep = async (ctx: Context): Promise<void> => {
  const now = ctx.clock.now()
  const ended = await endIdleSessions(ctx.db, now)
  if (ended.length > 0) ctx.events.emit('sessionsEnded', { sessionIds: ended })
  await forgetOldAttempts(ctx.db, now)
  await forgetOldChallenges(ctx.db, new Date(now.getTime() - CHALLENGES_KEPT_MS))
  await forgetOldSessions(ctx.db, now)
  await forgetOldSignIns(ctx.db, now)
}
