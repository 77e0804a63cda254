/** How new people get access: by a request, and the first administrator by a link. */

import { calls } from '@greensward/contract'
import { callerOf } from '../../platform/http/address.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { MAIL_WORDS } from '../../platform/mail/mailWords.ts'
import type { Sender } from '../../platform/mail/sender.ts'
import { isSame, tokenHash } from '../../platform/secrets.ts'
import { changeAccess, lockSetUpLinks, readAccess, removeSetUpLinks } from './accessStore.ts'
import { loginHash, recordAttempt, waitS } from './attemptStore.ts'
import { hashPassword, refuseWeakPassword } from './password.ts'
import { addUser, findUserByLogin, hasSignedIn, removeUser } from './userStore.ts'

export const accessRoutes = (mail: Sender): readonly Route[] => [
  route(calls.auth.access, async ({ ctx }) => ({ ...(await readAccess(ctx.db)) })),
  route(calls.auth.updateAccess, async ({ ctx, body, user, write }) => {
    const answer = await write(async tx => {
      const before = await readAccess(tx)
      await changeAccess(tx, body, ctx.clock.now())
      await ctx.audit(tx, {
        user,
        action: 'settings.update',
        subject: 'settings',
        subjectId: 'access',
        details: { before, after: body },
      })
      return body
    })
    ctx.live.publish('settings', 'changed', { subject: 'users' })
    return answer
  }),
  route(
    calls.auth.register,
    async ({ ctx, body, write }) => {
      if (!(await readAccess(ctx.db)).selfRegistration) refuse('registrationClosed')
      await refuseWeakPassword(ctx.db, body.password, body)
      const { password, language = 'en', ...fields } = body
      // Hashed before the login is looked up, so that a taken one takes as long as a free one.
      const passwordHash = await hashPassword(password)
      let isAdded = false
      await write(async tx => {
        isAdded = false
        if ((await findUserByLogin(tx, body.login)) !== undefined) return {}
        const now = ctx.clock.now()
        const added = await addUser(tx, {
          ...fields,
          role: 'ROLE_APPLICANT',
          passwordHash,
          createdAt: now,
          updatedAt: now,
        })
        await ctx.audit(tx, {
          user: added,
          action: 'user.register',
          subject: 'user',
          subjectId: String(added.id),
          details: { login: added.login, email: added.email },
        })
        isAdded = true
        return {}
      })
      if (isAdded) {
        ctx.live.publish('settings', 'changed', { subject: 'users' })
        ctx.events.emit('notice', {
          level: 'info',
          subject: 'system',
          subjectId: null,
          kind: 'accessAsked',
          values: { name: body.fullname },
          roles: ['ROLE_ADMIN', 'ROLE_MANAGER'],
        })
      }
      const words = MAIL_WORDS[language]
      // A taken login gets the same mail, and the answer does not wait for it: neither text nor time reveals an account.
      mail
        .send({ to: body.email, subject: words.accessSubject, text: words.accessAsked })
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'A mail about a request for access was not sent'))
      return {}
    },
    { perMinute: 20 },
  ),
  route(
    calls.auth.setUp,
    async ({ ctx, body, request, write }) => {
      const address = callerOf(request.ip)
      const seconds = await waitS(ctx.db, loginHash(''), address, ctx.clock.now())
      if (seconds > 0) refuse('tooManyRequests', {}, { retryAfterS: seconds, details: { retryAfterS: seconds } })
      await refuseWeakPassword(ctx.db, body.password, body)
      const passwordHash = await hashPassword(body.password)
      let isGood = false
      await write(async tx => {
        const given = tokenHash(body.token)
        isGood = (await lockSetUpLinks(tx)).some(hash => isSame(hash, given)) && !(await hasSignedIn(tx))
        if (!isGood) return {}
        const now = ctx.clock.now()
        // A person who set up an account and never signed in, because of a mistyped address say, sets it up again.
        const before = await findUserByLogin(tx, body.login)
        if (before !== undefined) await removeUser(tx, before.id)
        const added = await addUser(tx, {
          fullname: body.fullname,
          email: body.email,
          login: body.login,
          phone: '',
          role: 'ROLE_ADMIN',
          passwordHash,
          createdAt: now,
          updatedAt: now,
        })
        await removeSetUpLinks(tx)
        await ctx.audit(tx, { user: added, action: 'user.setUp', subject: 'user', subjectId: String(added.id) })
        return {}
      })
      if (!isGood) {
        await recordAttempt(ctx.db, { loginHash: loginHash(''), address, succeeded: false, at: ctx.clock.now() })
        refuse('setUpLinkExpired')
      }
      return {}
    },
    { perMinute: 30 },
  ),
]
