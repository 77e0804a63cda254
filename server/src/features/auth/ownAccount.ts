/** The own account: name, password, and where one is signed in. */

import { calls } from '@greensward/contract'
import { type Profile, roleOf } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { laterThan } from '../../platform/db/database.ts'
import { callerOf } from '../../platform/http/address.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { countAttempt, loginHash, takeBackAttempt } from './attemptStore.ts'
import { endChallenges } from './challengeStore.ts'
import { hashPassword, isPassword, refuseWeakPassword } from './password.ts'
import { endSessions, openSessionsOf } from './sessionStore.ts'
import { changeUser, findUser, lockUser, type StoredUser } from './userStore.ts'
import { rowOf } from './users.ts'

const profileOf = (user: StoredUser): Profile => ({
  id: user.id,
  login: user.login,
  fullname: user.fullname,
  phone: user.phone,
  email: user.email,
  role: roleOf(user.role),
  created_at: Math.floor(user.createdAt.getTime() / 1_000),
  updated_at: Math.floor(user.updatedAt.getTime() / 1_000),
})

/**
 * Asks for the password again. A wrong one counts as a failed sign-in: a stolen session cannot be used to try passwords without
 * end, and changes nothing about how the person signs in.
 */
const refuseWrongPassword = async (
  ctx: Context,
  { login, passwordHash }: StoredUser,
  given: string,
  request: FastifyRequest,
): Promise<void> => {
  const attempt = await countAttempt(ctx.db, loginHash(login), callerOf(request.ip), ctx.clock.now())
  if (attempt.kind === 'blocked') {
    const { seconds } = attempt
    return refuse('tooManyRequests', {}, { retryAfterS: seconds, details: { retryAfterS: seconds } })
  }
  if (await isPassword(passwordHash, given)) return takeBackAttempt(ctx.db, attempt.id)
  refuseFields({ 'body.currentPassword': said('notYourPassword') })
}

const refuseWithoutPassword = async (
  ctx: Context,
  userId: number,
  given: string,
  request: FastifyRequest,
): Promise<void> => {
  const found = await findUser(ctx.db, userId)
  if (found === undefined) return refuse('unauthorized')
  await refuseWrongPassword(ctx, found, given, request)
}

export const ownAccountRoutes: readonly Route[] = [
  route(calls.profile.get, async ({ ctx, user }) => {
    const found = await findUser(ctx.db, user.id)
    return found === undefined ? refuse('unauthorized') : profileOf(found)
  }),
  route(calls.profile.update, async ({ ctx, body, user, request, write }) => {
    const { currentPassword, ...changes } = body
    const found = await findUser(ctx.db, user.id)
    if (found === undefined) return refuse('unauthorized')
    const isElsewhere = changes.email !== undefined && changes.email !== found.email
    if (isElsewhere && currentPassword === undefined)
      return refuseFields({ 'body.currentPassword': said('passwordNeeded') })
    if (isElsewhere && currentPassword !== undefined) await refuseWrongPassword(ctx, found, currentPassword, request)
    const answer = await write(async tx => {
      const before = await lockUser(tx, user.id)
      if (before === undefined) return refuse('unauthorized')
      const after = await changeUser(tx, user.id, {
        ...changes,
        updatedAt: laterThan(before.updatedAt, ctx.clock.now()),
      })
      await ctx.audit(tx, {
        user,
        action: 'profile.update',
        subject: 'user',
        subjectId: String(user.id),
        details: { before: rowOf(before), after: rowOf(after) },
      })
      return profileOf(after)
    })
    ctx.live.publish('settings', 'changed', { subject: 'users' })
    return answer
  }),
  route(calls.profile.changePassword, async ({ ctx, body, user, request, write }) => {
    const found = await findUser(ctx.db, user.id)
    if (found === undefined) return refuse('unauthorized')
    await refuseWrongPassword(ctx, found, body.currentPassword, request)
    await refuseWeakPassword(ctx.db, body.password, found)
    const passwordHash = await hashPassword(body.password)
    let ended: readonly string[] = []
    await write(async tx => {
      const before = await lockUser(tx, user.id)
      if (before === undefined) return refuse('unauthorized')
      if (before.passwordHash !== found.passwordHash) return refuse('conflict')
      await changeUser(tx, user.id, { passwordHash, updatedAt: laterThan(before.updatedAt, ctx.clock.now()) })
      await endChallenges(tx, user.id, ctx.clock.now())
      ended = (await openSessionsOf(tx, user.id)).map(({ id }) => id).filter(id => id !== user.sessionId)
      await endSessions(tx, ended, 'password changed', ctx.clock.now())
      await ctx.audit(tx, { user, action: 'profile.changePassword', subject: 'user', subjectId: String(user.id) })
      return {}
    })
    ctx.events.emit('sessionsEnded', { sessionIds: ended })
    return {}
  }),
  route(calls.profile.sessions, async ({ ctx, user }) => ({
    items: (await openSessionsOf(ctx.db, user.id)).map(session => ({
      id: session.id,
      createdAt: session.createdAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
      userAgent: session.userAgent,
      address: session.address,
      isThisOne: session.id === user.sessionId,
    })),
  })),
  route(calls.profile.endSession, async ({ ctx, params, body, user, request, write }) => {
    await refuseWithoutPassword(ctx, user.id, body.currentPassword, request)
    await write(async tx => {
      const own = await openSessionsOf(tx, user.id)
      if (!own.some(({ id }) => id === params.id)) return refuse('notFound')
      await endSessions(tx, [params.id], 'signed out from another session', ctx.clock.now())
      await ctx.audit(tx, { user, action: 'session.end', subject: 'session', subjectId: params.id })
      return {}
    })
    ctx.events.emit('sessionsEnded', { sessionIds: [params.id] })
    return {}
  }),
  route(calls.profile.endOtherSessions, async ({ ctx, body, user, request, write }) => {
    await refuseWithoutPassword(ctx, user.id, body.currentPassword, request)
    let ended: readonly string[] = []
    const answer = await write(async tx => {
      await lockUser(tx, user.id)
      await endChallenges(tx, user.id, ctx.clock.now())
      ended = (await openSessionsOf(tx, user.id)).map(({ id }) => id).filter(id => id !== user.sessionId)
      await endSessions(tx, ended, 'signed out from another session', ctx.clock.now())
      await ctx.audit(tx, { user, action: 'session.endOthers', subject: 'session', details: { count: ended.length } })
      return { ended: ended.length }
    })
    ctx.events.emit('sessionsEnded', { sessionIds: ended })
    return answer
  }),
]
