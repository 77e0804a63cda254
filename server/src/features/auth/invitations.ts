/**
 * Invitations by mail: a link to choose a password with. Nothing is stored: the secret of a link is computed from the
 * server's key, its end and the person's present password and address, so a link ends with its first use.
 */
import { calls } from '@greensward/contract'
import { mayManageUser } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { laterThan } from '../../platform/db/database.ts'
import { callerOf } from '../../platform/http/address.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { filled, MAIL_WORDS } from '../../platform/mail/mailWords.ts'
import type { Sender } from '../../platform/mail/sender.ts'
import type { Seal } from '../../platform/sealing.ts'
import { isSame } from '../../platform/secrets.ts'
import { loginHash, recordAttempt, waitS } from './attemptStore.ts'
import { endChallenges } from './challengeStore.ts'
import { hashPassword, refuseWeakPassword } from './password.ts'
import { endSessions } from './sessionStore.ts'
import { changeUser, findUser, lockUser, type StoredUser, sessionsOf } from './userStore.ts'

const GOOD_MS = 7 * 24 * 3_600_000

type Derive = Seal['derive']

const secretOf = (derive: Derive, user: StoredUser, endsAt: number): string =>
  derive(JSON.stringify(['invitation', user.id, endsAt, user.passwordHash, user.email]))

const tokenFor = (derive: Derive, user: StoredUser, now: Date): string => {
  const endsAt = now.getTime() + GOOD_MS
  return `${user.id}.${endsAt}.${secretOf(derive, user, endsAt)}`
}

const partsOf = (
  token: string,
): { readonly id: number; readonly endsAt: number; readonly secret: string } | undefined => {
  const [, id, endsAt, secret] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{20,100})$/.exec(token) ?? []
  return secret === undefined ? undefined : { id: Number(id), endsAt: Number(endsAt), secret }
}

export const invitationRoutes = (ctx: Context, mail: Sender, derive: Derive): readonly Route[] => [
  route(calls.users.invite, async ({ params, body, user, request, write }) => {
    const found = await findUser(ctx.db, params.id)
    if (found === undefined) return refuse('notFound')
    if (!mayManageUser(user.role, found.role)) refuse('forbidden')
    const to = found.email
    if (to === null || to === '') return refuse('noAddressForCode')
    const words = MAIL_WORDS[body.language ?? 'en']
    const address = ctx.config.publicUrl ?? `${request.protocol}://${request.host}`
    // The secret comes after a #, which browsers send to nobody.
    const link = new URL(`/invitation#${tokenFor(derive, found, ctx.clock.now())}`, address).href
    const text = filled(words.invitation, { name: found.fullname, login: found.login, link, by: user.fullname })
    try {
      await mail.send({ to, subject: words.invitationSubject, text })
    } catch (error) {
      ctx.log.warn({ err: error }, 'An invitation was not sent')
      refuse('mailNotSent')
    }
    return write(async tx => {
      await ctx.audit(tx, {
        user,
        action: 'user.invite',
        subject: 'user',
        subjectId: String(found.id),
        details: { login: found.login, email: to },
      })
      return { sentTo: to }
    })
  }),
  route(
    calls.auth.acceptInvitation,
    async ({ body, request, write }) => {
      const address = callerOf(request.ip)
      const now = ctx.clock.now()
      const seconds = await waitS(ctx.db, loginHash(''), address, now)
      if (seconds > 0) refuse('tooManyRequests', {}, { retryAfterS: seconds, details: { retryAfterS: seconds } })
      const parts = partsOf(body.token)
      const invited = parts === undefined ? undefined : await findUser(ctx.db, parts.id)
      if (invited !== undefined)
        await refuseWeakPassword(ctx.db, body.password, {
          login: invited.login,
          fullname: invited.fullname,
          email: invited.email,
        })
      const passwordHash = await hashPassword(body.password)
      let ended: readonly string[] = []
      const answer = await write(async tx => {
        const user = parts === undefined ? undefined : await lockUser(tx, parts.id)
        const isGood =
          user !== undefined &&
          parts !== undefined &&
          parts.endsAt > now.getTime() &&
          isSame(parts.secret, secretOf(derive, user, parts.endsAt))
        if (!isGood) return { login: '' }
        await changeUser(tx, user.id, { passwordHash, updatedAt: laterThan(user.updatedAt, now) })
        await endChallenges(tx, user.id, now)
        ended = await sessionsOf(tx, user.id)
        await endSessions(tx, ended, 'password chosen by an invitation', now)
        await ctx.audit(tx, { user, action: 'user.acceptInvitation', subject: 'user', subjectId: String(user.id) })
        return { login: user.login }
      })
      if (answer.login === '') {
        await recordAttempt(ctx.db, { loginHash: loginHash(''), address, succeeded: false, at: now })
        return refuse('invitationExpired')
      }
      ctx.events.emit('sessionsEnded', { sessionIds: ended })
      ctx.live.publish('settings', 'changed', { subject: 'users' })
      return answer
    },
    { perMinute: 30 },
  ),
]
