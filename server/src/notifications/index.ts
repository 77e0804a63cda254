/** Notifications: stored first, then shown to the roles they are addressed to. */
import { isSent, may, type Notification, ROLE_SLUGS, type RoleSlug, sentAt } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import type { Context } from '../context.ts'
import type { Notice } from '../events.ts'
import type { Feature } from '../feature.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { forgetOldMail, queueMail, sendNextMail } from '../mail/mailQueueStore.ts'
import type { Sender } from '../mail/sender.ts'
import { readAddressees, readChoice, readCourse, storeChoice } from './choiceStore.ts'
import { mailText } from './mailText.ts'
import {
  acknowledge,
  addNotification,
  forgetOldNotifications,
  listNotifications,
  markAllRead,
} from './notificationStore.ts'

const SWEEP_MS = 3_600_000
const MAIL_MS = 2_000
const KEPT = 20_000

/** Whoever may see the subject; carts are all that some roles see. */
const mayHear = (role: RoleSlug, subject: Notification['subject']): boolean => {
  if (!may(role, 'notifications.read')) return false
  if (subject === 'mower' || subject === 'mission' || subject === 'zone') return may(role, 'operations.read')
  if (subject === 'order') return may(role, 'restaurant.read')
  return true
}

/** Stores it, and in the same transaction the mail of everybody who wants it sent. */
const store = async (ctx: Context, notice: Notice): Promise<void> => {
  const wanted = notice.roles ?? ROLE_SLUGS
  const roles = wanted.filter(role => mayHear(role, notice.subject))
  const { level, subject, subjectId, kind, values } = notice
  const now = ctx.clock.now()
  const added = await ctx.db.transaction(async tx => {
    const stored = await addNotification(tx, { at: now, level, subject, subjectId, kind, values, roles })
    const addressees = (await readAddressees(tx, roles)).filter(({ sentFrom }) => isSent(level, sentFrom))
    if (addressees.length === 0) return stored
    const course = await readCourse(tx)
    const mail = mailText(stored, course, ctx.config.publicUrl?.replace(/\/+$/, ''))
    for (const { email, ...quiet } of addressees) {
      await queueMail(tx, { to: email, ...mail }, sentAt(now, level, quiet, course.timeZone), now)
    }
    return stored
  })
  ctx.live.publish('notifications', 'added', added, role => (roles.includes(role) ? added : undefined))
}

export const notificationsFeature = (ctx: Context, sender: Sender): Feature => {
  let timer: NodeJS.Timeout | undefined
  let mailTimer: NodeJS.Timeout | undefined
  let isSending = false
  const sendMail = async (): Promise<void> => {
    if (isSending) return
    isSending = true
    const onFailure = (error: unknown, isLast: boolean): void =>
      ctx.log.warn({ err: error, isLast }, 'A mail could not be sent')
    try {
      while (await sendNextMail(ctx.db, ctx.clock.now(), sender.send, onFailure));
    } catch (error) {
      ctx.log.warn({ err: error }, 'The mail queue could not be read')
    } finally {
      isSending = false
    }
  }
  const stopListening = ctx.events.on('notice', notice => store(ctx, notice))
  return {
    routes: [
      route(calls.notifications.list, async ({ query, user }) => {
        const found = await listNotifications(ctx.db, user, query)
        return found ?? refuse('invalid', undefined, { fields: { 'query.sort': 'is not a field to sort by' } })
      }),
      route(calls.notifications.choice, ({ user }) => readChoice(ctx.db, user.id)),
      route(calls.notifications.choose, ({ body, user, write }) =>
        write(async tx => {
          await storeChoice(tx, user.id, body)
          await ctx.audit(tx, {
            user,
            action: 'notifications.choose',
            subject: 'user',
            subjectId: String(user.id),
            details: body,
          })
          return body
        }),
      ),
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
        forgetOldMail(ctx.db, ctx.clock.now()).catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'Old mail was not swept'),
        )
      }, SWEEP_MS)
      timer.unref()
      mailTimer = setInterval(() => void sendMail(), MAIL_MS)
      mailTimer.unref()
    },
    stop: async () => {
      stopListening()
      clearInterval(timer)
      clearInterval(mailTimer)
    },
  }
}
