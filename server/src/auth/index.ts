/** Signing in and out, and who somebody is. */
import { calls } from '@greensward/domain/contract'
import type { Context } from '../context.ts'
import type { Feature } from '../feature.ts'
import { route } from '../http/route.ts'
import { endSessions } from './sessionStore.ts'

export const authFeature = (ctx: Context): Feature => ({
  routes: [
    route(calls.auth.logout, async ({ user, write }) => {
      await write(async tx => {
        await endSessions(tx, [user.sessionId], 'logged out', ctx.clock.now())
        return {}
      })
      ctx.events.emit('sessionsEnded', { sessionIds: [user.sessionId] })
      return {}
    }),
  ],
})
