/** Which browsers a person wants notifications sent to. */

import { calls, type PushBrowser } from '@greensward/contract'
import type { AuditAction } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import {
  addPushBrowser,
  pushBrowsersOf,
  removePushBrowser,
  renewPushBrowser,
  type StoredBrowser,
} from '../../platform/push/pushBrowserStore.ts'
import { isBrowserKey } from '../../platform/push/pushSender.ts'

const MOST_SIGNS = 300

const onWire = ({ id, userAgent, createdAt }: StoredBrowser): PushBrowser => ({
  id,
  userAgent,
  createdAt: createdAt.toISOString(),
})

/** @param publicKey what a browser has to know to let us send */
export const pushRoutes = (ctx: Context, publicKey: string): readonly Route[] => {
  const tell = (
    user: { readonly id: number; readonly login: string; readonly fullname: string },
    action: AuditAction,
    id: string,
  ) => ({
    user,
    action,
    subject: 'pushBrowser',
    subjectId: id,
  })
  return [
    route(calls.push.browsers, async ({ user }) => ({
      publicKey,
      items: (await pushBrowsersOf(ctx.db, user.id)).map(onWire),
    })),
    route(calls.push.add, ({ body, user, request, write }) => {
      if (!isBrowserKey(body.keys.p256dh)) return refuseFields({ 'body.keys.p256dh': said('browserKey') })
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, MOST_SIGNS)
      return write(async tx => {
        const owner = { userId: user.id, sessionId: user.sessionId, userAgent }
        const added = await addPushBrowser(tx, owner, body, ctx.clock.now())
        await ctx.audit(tx, tell(user, 'push.add', added.id))
        return onWire(added)
      })
    }),
    route(calls.push.renew, ({ body, user, write }) =>
      write(async tx => {
        const owner = { userId: user.id, sessionId: user.sessionId }
        return { id: await renewPushBrowser(tx, owner, body.endpoint, body.language) }
      }),
    ),
    route(calls.push.remove, ({ params, user, write }) =>
      write(async tx => {
        if (!(await removePushBrowser(tx, user.id, params.id))) return refuse('notFound')
        await ctx.audit(tx, tell(user, 'push.remove', params.id))
        return {}
      }),
    ),
  ]
}
