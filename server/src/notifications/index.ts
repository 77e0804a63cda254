/** Notifications: stored first, then shown to the roles they are addressed to. */
import { may, type Notification, ROLE_SLUGS, type RoleSlug } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import type { Context } from '../context.ts'
import type { Notice } from '../events.ts'
import type { Feature } from '../feature.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import {
  acknowledge,
  addNotification,
  forgetOldNotifications,
  listNotifications,
  markAllRead,
} from './notificationStore.ts'

const SWEEP_MS = 3_600_000
const KEPT = 20_000

/** Whoever may see the subject; carts are all that some roles see. */
const mayHear = (role: RoleSlug, subject: Notification['subject']): boolean => {
  if (!may(role, 'notifications.read')) return false
  if (subject === 'mower' || subject === 'mission' || subject === 'zone') return may(role, 'operations.read')
  if (subject === 'order') return may(role, 'restaurant.read')
  return true
}

const store = async (ctx: Context, notice: Notice): Promise<void> => {
  const wanted = notice.roles ?? ROLE_SLUGS
  const roles = wanted.filter(role => mayHear(role, notice.subject))
  const { level, subject, subjectId, kind, values } = notice
  const added = await addNotification(ctx.db, { at: ctx.clock.now(), level, subject, subjectId, kind, values, roles })
  ctx.live.publish('notifications', 'added', added, role => (roles.includes(role) ? added : undefined))
}

export const notificationsFeature = (ctx: Context): Feature => {
  let timer: NodeJS.Timeout | undefined
  const stopListening = ctx.events.on('notice', notice => store(ctx, notice))
  return {
    routes: [
      route(calls.notifications.list, async ({ query, user }) => {
        const found = await listNotifications(ctx.db, user, query)
        return found ?? refuse('invalid', undefined, { fields: { 'query.sort': 'is not a field to sort by' } })
      }),
      route(calls.notifications.readAll, ({ user, write }) =>
        write(async tx => {
          await markAllRead(tx, user)
          return {}
        }),
      ),
      route(calls.notifications.acknowledge, ({ params, user, write }) =>
        write(async tx => {
          const done = await acknowledge(tx, user, params.id, ctx.clock.now())
          if (done.kind === 'notFound') return refuse('notFound')
          if (done.kind === 'already') return refuse('conflict', `${done.by} has acknowledged it already`)
          await ctx.audit(tx, {
            user,
            action: 'notification.acknowledge',
            subject: 'notification',
            subjectId: params.id,
          })
          return done.notification
        }),
      ),
    ],
    start: async () => {
      timer = setInterval(() => {
        forgetOldNotifications(ctx.db, KEPT).catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'Old notifications were not swept'),
        )
      }, SWEEP_MS)
      timer.unref()
    },
    stop: async () => {
      stopListening()
      clearInterval(timer)
    },
  }
}
