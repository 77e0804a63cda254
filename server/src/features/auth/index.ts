/** Signing in and out, who somebody is, and who may change that. */
import { createHash } from 'node:crypto'
import { calls } from '@greensward/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import { callerOf } from '../../platform/http/address.ts'
import { route } from '../../platform/http/route.ts'
import type { Sender } from '../../platform/mail/sender.ts'
import { openSeal } from '../../platform/sealing.ts'
import { accessRoutes } from './access.ts'
import { accessKeyRoutes } from './accessKeys.ts'
import type { CodeSender } from './codeSender.ts'
import { invitationRoutes } from './invitations.ts'
import { oidcRoutes } from './oidc/oidcRoutes.ts'
import { ownAccountRoutes } from './ownAccount.ts'
import { endSessions } from './sessionStore.ts'
import { finishSignIn, refreshTokens, resendCode, startSignIn } from './signIn.ts'
import { sweep } from './sweep.ts'
import { userRoutes } from './users.ts'

const SWEEP_MS = 60_000

const clientOf = (request: FastifyRequest): string =>
  createHash('sha256')
    .update(`${request.ip} ${request.headers['user-agent'] ?? ''}`)
    .digest('base64url')

/** Shown to the person alone, so it is kept short and without what a line of text cannot hold. */
const userAgentOf = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 200)

export const authFeature = (ctx: Context, sender: CodeSender, mail: Sender): Feature => {
  let timer: NodeJS.Timeout | undefined
  const seal = openSeal(ctx.config.sharedDir)
  const { derive } = seal
  return {
    routes: [
      route(
        calls.auth.login,
        ({ body, request }) =>
          startSignIn(ctx, sender, { ...body, language: body.language, address: callerOf(request.ip) }),
        {
          perMinute: 60,
        },
      ),
      route(
        calls.auth.code,
        ({ body, request }) =>
          finishSignIn(ctx, { ...body, address: callerOf(request.ip), userAgent: userAgentOf(request) }),
        { perMinute: 60 },
      ),
      route(calls.auth.resend, ({ body }) => resendCode(ctx, sender, body.challengeId, body.language), {
        perMinute: 30,
      }),
      route(
        calls.auth.refresh,
        ({ body, request }) => refreshTokens(ctx, derive, body.refreshToken, clientOf(request)),
        {
          perMinute: 300,
        },
      ),
      route(calls.auth.logout, async ({ user, write }) => {
        const answer = await write(async tx => {
          await endSessions(tx, [user.sessionId], 'logged out', ctx.clock.now())
          await ctx.audit(tx, { user, action: 'auth.logout', subject: 'session', subjectId: user.sessionId })
          return {}
        })
        ctx.events.emit('sessionsEnded', { sessionIds: [user.sessionId] })
        return answer
      }),
      ...accessRoutes(mail),
      ...ownAccountRoutes,
      ...accessKeyRoutes,
      ...userRoutes,
      ...invitationRoutes(ctx, mail, derive),
      ...oidcRoutes(ctx, seal, userAgentOf),
    ],
    start: async () => {
      timer = setInterval(() => {
        sweep(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'Old sessions could not be swept'))
      }, SWEEP_MS)
      timer.unref()
    },
    stop: async () => clearInterval(timer),
  }
}
