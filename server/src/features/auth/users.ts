/** People, and what others may change of them. */

import { type BodyOf, calls, type UserRow } from '@greensward/contract'
import { mayManageUser, type RoleSlug, roleOf } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { laterThan, type Tx } from '../../platform/db/database.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route, type User } from '../../platform/http/route.ts'
import { newToken } from '../../platform/secrets.ts'
import { endChallenges } from './challengeStore.ts'
import { hashPassword, refuseWeakPassword } from './password.ts'
import { endSessions, openSessionsOf } from './sessionStore.ts'
import {
  addUser,
  changeUser,
  findUserByLogin,
  listUsers,
  lockAdministrators,
  lockUser,
  removeUser,
  type StoredUser,
  sessionsOf,
} from './userStore.ts'

export const rowOf = (user: StoredUser): UserRow => ({
  id: user.id,
  login: user.login,
  fullname: user.fullname,
  phone: user.phone,
  email: user.email,
  role: roleOf(user.role),
  updatedAt: user.updatedAt.toISOString(),
})

export const refuseTakenLogin = async (tx: Tx, login: string | undefined, ownId?: number): Promise<void> => {
  if (login === undefined) return
  const holder = await findUserByLogin(tx, login)
  if (holder !== undefined && holder.id !== ownId) {
    refuse('loginTaken', {}, { fields: { 'body.login': said('taken') } })
  }
}

const refuseUnmanageable = (actor: User, subject: RoleSlug, newRole: RoleSlug = subject): void => {
  if (!mayManageUser(actor.role, subject, newRole)) refuse('forbidden')
}

const refuseLastAdministrator = async (tx: Tx, id: number): Promise<void> => {
  const administrators = await lockAdministrators(tx)
  if (administrators.length === 1 && administrators[0] === id) refuse('lastAdministrator')
}

type Change = BodyOf<typeof calls.users.update>

/** A changed password or role ends the person's sessions, but for the one that the change was made in. */
const change = async (ctx: Context, tx: Tx, actor: User, id: number, given: Change) => {
  const user = await lockUser(tx, id)
  if (user === undefined) return refuse('notFound')
  const { updatedAt, password, ...fields } = given
  const newRole = fields.role ?? user.role
  refuseUnmanageable(actor, user.role, newRole)
  if (user.updatedAt.getTime() !== new Date(updatedAt).getTime()) {
    return refuse('conflict', {}, { details: rowOf(user) })
  }
  // There the password is asked for, which a stolen session does not know.
  if (actor.id === id && (password !== undefined || (fields.email ?? user.email) !== user.email))
    refuse('ownAccountElsewhere')
  if (newRole !== user.role) {
    if (actor.id === id) refuse('ownRole')
    if (user.role === 'ROLE_ADMIN') await refuseLastAdministrator(tx, id)
  }
  await refuseTakenLogin(tx, fields.login, id)
  if (password !== undefined)
    await refuseWeakPassword(tx, password, {
      login: fields.login ?? user.login,
      fullname: fields.fullname ?? user.fullname,
      email: fields.email ?? user.email,
    })
  const now = ctx.clock.now()
  const changed = await changeUser(tx, id, {
    ...fields,
    ...(password === undefined ? {} : { passwordHash: await hashPassword(password) }),
    updatedAt: laterThan(user.updatedAt, now),
  })
  if (password !== undefined || newRole !== user.role) await endChallenges(tx, id, now)
  const ended =
    password !== undefined || newRole !== user.role
      ? (await sessionsOf(tx, id)).filter(session => session !== actor.sessionId)
      : []
  await endSessions(tx, ended, 'role or password changed', now)
  await ctx.audit(tx, {
    user: actor,
    action: 'user.update',
    subject: 'user',
    subjectId: String(id),
    details: { before: rowOf(user), after: rowOf(changed), passwordChanged: password !== undefined },
  })
  return { row: rowOf(changed), ended }
}

export const userRoutes: readonly Route[] = [
  route(calls.users.list, async ({ ctx, query }) => {
    const found = await listUsers(ctx.db, query)
    if (found === undefined) return refuseFields({ 'query.sort': said('notASortField') })
    return { items: found.rows.map(rowOf), total: found.total }
  }),
  route(calls.users.create, async ({ ctx, body, user, write }) => {
    refuseUnmanageable(user, body.role)
    const { password, ...fields } = body
    if (password !== undefined) await refuseWeakPassword(ctx.db, password, body)
    // Without one, only an invitation leads in: this secret is random and kept nowhere.
    const passwordHash = await hashPassword(password ?? newToken())
    const answer = await write(async tx => {
      await refuseTakenLogin(tx, body.login)
      const now = ctx.clock.now()
      const added = await addUser(tx, { ...fields, passwordHash, createdAt: now, updatedAt: now })
      await ctx.audit(tx, {
        user,
        action: 'user.create',
        subject: 'user',
        subjectId: String(added.id),
        details: rowOf(added),
      })
      return rowOf(added)
    })
    ctx.live.publish('settings', 'changed', { subject: 'users' })
    return answer
  }),
  route(calls.users.update, async ({ ctx, params, body, user, write }) => {
    let ended: readonly string[] = []
    const answer = await write(async tx => {
      const done = await change(ctx, tx, user, params.id, body)
      ended = done.ended
      return done.row
    })
    ctx.events.emit('sessionsEnded', { sessionIds: ended })
    ctx.live.publish('settings', 'changed', { subject: 'users' })
    return answer
  }),
  route(calls.users.signOut, async ({ ctx, params, user, write }) => {
    let ended: readonly string[] = []
    const answer = await write(async tx => {
      const found = await lockUser(tx, params.id)
      if (found === undefined) return refuse('notFound')
      refuseUnmanageable(user, found.role)
      await endChallenges(tx, found.id, ctx.clock.now())
      ended = (await openSessionsOf(tx, found.id)).map(({ id }) => id)
      await endSessions(tx, ended, 'signed out by an administrator', ctx.clock.now())
      await ctx.audit(tx, {
        user,
        action: 'user.signOut',
        subject: 'user',
        subjectId: String(found.id),
        details: { login: found.login, count: ended.length },
      })
      return { ended: ended.length }
    })
    ctx.events.emit('sessionsEnded', { sessionIds: ended })
    return answer
  }),
  route(calls.users.remove, async ({ ctx, params, user, write }) => {
    let ended: readonly string[] = []
    await write(async tx => {
      const found = await lockUser(tx, params.id)
      if (found === undefined) return refuse('notFound')
      refuseUnmanageable(user, found.role)
      if (found.role === 'ROLE_ADMIN') await refuseLastAdministrator(tx, found.id)
      if (found.id === user.id) refuse('ownDeletion')
      ended = await sessionsOf(tx, found.id)
      await removeUser(tx, found.id)
      await ctx.audit(tx, {
        user,
        action: 'user.delete',
        subject: 'user',
        subjectId: String(found.id),
        details: rowOf(found),
      })
      return {}
    })
    ctx.events.emit('sessionsEnded', { sessionIds: ended })
    ctx.live.publish('settings', 'changed', { subject: 'users' })
    return {}
  }),
]
