/** The SQL of the tickets that open live sockets. */
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { cartDevices, sessions, socketTickets, users } from '../db/schema/index.ts'
import { tokenHash } from '../secrets.ts'
import type { Tickets } from './sockets.ts'

export const createTickets = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Tickets => ({
  store: async (ticket, holderId, lifeMs) => {
    const now = clock.now()
    await db.delete(socketTickets).where(lt(socketTickets.expiresAt, now))
    const expiresAt = new Date(now.getTime() + lifeMs)
    await db.insert(socketTickets).values({ hash: tokenHash(ticket), holderId, expiresAt })
  },
  redeem: async ticket => {
    const [taken] = await db
      .delete(socketTickets)
      .where(eq(socketTickets.hash, tokenHash(ticket)))
      .returning()
    if (taken === undefined || taken.expiresAt <= clock.now()) return undefined
    const [user] = await db
      .select({
        id: users.id,
        login: users.login,
        fullname: users.fullname,
        role: users.role,
        sessionId: sessions.id,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, taken.holderId), isNull(sessions.endedAt)))
    if (user !== undefined) return { kind: 'person', id: user.sessionId, user }
    const [tablet] = await db
      .select({ id: cartDevices.id, cartId: cartDevices.cartId })
      .from(cartDevices)
      .where(eq(cartDevices.id, taken.holderId))
    return tablet === undefined ? undefined : { kind: 'tablet', ...tablet }
  },
})
