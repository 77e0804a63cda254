/**
 * People who have just been authenticated, kept in memory for as long as an access token lives: a stop asks here first, so that it
 * needs no database. A session that ends is forgotten at once.
 */
import type { Clock } from '../../platform/context.ts'
import type { Events } from '../../platform/events.ts'
import type { User } from '../../platform/http/route.ts'
import { ACCESS_S, tokenHash } from '../../platform/secrets.ts'

export interface RememberedUsers {
  /** Asks the database, and remembers the answer. */
  find(accessToken: string): Promise<User | undefined>
  /** Answers from memory where it can. */
  findForStop(accessToken: string): Promise<User | undefined>
}

const MOST = 10_000

export const rememberUsers = (
  events: Events,
  clock: Clock,
  lookUp: (accessToken: string) => Promise<User | undefined>,
): RememberedUsers => {
  const known = new Map<string, { user: User; untilMs: number }>()
  events.onEverywhere('sessionsEnded', ({ sessionIds }) => {
    for (const [hash, { user }] of known) if (sessionIds.includes(user.sessionId)) known.delete(hash)
  })
  // One of them may have ended while no event could arrive.
  events.onEverywhere('missed', () => known.clear())

  const find = async (accessToken: string): Promise<User | undefined> => {
    const user = await lookUp(accessToken)
    const hash = tokenHash(accessToken)
    if (user === undefined) {
      known.delete(hash)
      return undefined
    }
    // The first time it is seen counts, as the token lives no longer for being used.
    const untilMs = known.get(hash)?.untilMs ?? clock.monotonicMs() + ACCESS_S * 1_000
    if (!known.has(hash) && known.size >= MOST) known.delete(known.keys().next().value ?? '')
    known.set(hash, { user, untilMs })
    return user
  }

  return {
    find,
    findForStop: async accessToken => {
      const kept = known.get(tokenHash(accessToken))
      return kept !== undefined && clock.monotonicMs() < kept.untilMs ? kept.user : find(accessToken)
    },
  }
}
