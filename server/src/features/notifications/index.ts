/** Notifications: stored first, then shown to the roles they are addressed to. */

import { randomUUID } from 'node:crypto'
import { calls } from '@greensward/contract'
import { GROUP_MS, groupKind, isSent, mayBeNotified, type Notification, ROLE_SLUGS, sentAt } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { createJournal } from '../../platform/db/journal.ts'
import { isFirstWrite } from '../../platform/db/journalStore.ts'
import type { Notice } from '../../platform/events.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { changeMail, forgetOldMail, queueMail, sendNextMail } from '../../platform/mail/mailQueueStore.ts'
import type { Sender } from '../../platform/mail/sender.ts'
import { forgetOldPush, queuePush, sendNextPush } from '../../platform/push/pushQueueStore.ts'
import type { PushSender } from '../../platform/push/pushSender.ts'
import { forgetOldSms, queueSms, readSms } from '../../platform/sms/smsStore.ts'
import {
  readAddressees,
  readBrowsers,
  readChoice,
  readCourse,
  readPhones,
  storeChoice,
  type Wanted,
} from './choiceStore.ts'
import { mailText } from './mailText.ts'
import {
  acknowledge,
  addNotification,
  findNotification,
  forgetOldNotifications,
  groupNotification,
  listNotifications,
  markAllRead,
} from './notificationStore.ts'
import { pushRoutes } from './pushRoutes.ts'
import { sendDue } from './sendDue.ts'
import { createSmsFeature } from './smsFeature.ts'

const SWEEP_MS = 3_600_000
const KEPT = 20_000
/** What is not stored by then when the server ends is lost. */
const CLOSE_MS = 2_000

/**
 * Stores it, and in the same transaction the messages to everybody who wants them. One that belongs to a group of a few minutes
 * changes that: a browser shows the new text in the place of the old one, and mail waits until the group is complete.
 * @param entryId of the journal: the same one again stores and sends nothing. It is the id of the notification that it adds
 */
export const storeNotice = async (
  ctx: Context,
  notice: Notice,
  now = ctx.clock.now(),
  entryId: string = randomUUID(),
): Promise<void> => {
  const wanted = notice.roles ?? ROLE_SLUGS
  const roles = wanted.filter(role => mayBeNotified(role, notice.subject))
  const { level, subject, subjectId, kind, values } = notice
  const added = await ctx.db.transaction(async tx => {
    // Nobody was shown it yet, unless it belongs to a group.
    if (!(await isFirstWrite(tx, entryId, ctx.clock.now()))) return findNotification(tx, entryId)
    const row = { id: entryId, at: now, level, subject, subjectId, kind, values, roles }
    const group = await groupNotification(tx, row)
    const stored = group?.now ?? (await addNotification(tx, row))
    const isWanted = (one: Wanted): boolean => isSent(notice, one)
    const addressees = (await readAddressees(tx, roles)).filter(isWanted)
    const browsers = (await readBrowsers(tx, roles)).filter(isWanted)
    // Of a group the first one is sent: each message costs money.
    const phones =
      group === undefined && (await readSms(tx)).enabled ? (await readPhones(tx, roles)).filter(isWanted) : []
    if (addressees.length === 0 && browsers.length === 0 && phones.length === 0) return stored
    const course = await readCourse(tx)
    const address = ctx.config.publicUrl?.replace(/\/+$/, '')
    for (const { email, language, ...quiet } of addressees) {
      const mailOf = (one: Notification) => ({ to: email, ...mailText(one, language, course, address) })
      const complete = groupKind(row) === undefined ? now : new Date(new Date(stored.at).getTime() + GROUP_MS)
      const dueAt = sentAt(complete, level, quiet, course.timeZone)
      // Of a group that was mailed already the rest follows by itself.
      const isChanged = group !== undefined && (await changeMail(tx, mailOf(group.before), mailOf(stored)))
      if (!isChanged) await queueMail(tx, mailOf(stored), dueAt, now)
    }
    const pushed = browsers.map(({ browserId, language, ...quiet }) => ({
      browserId,
      message: { ...messageOf(stored), language },
      dueAt: sentAt(now, level, quiet, course.timeZone),
    }))
    await queuePush(tx, pushed, now)
    const texts = phones.map(({ userId, phone, language, ...quiet }) => ({
      ...{ userId, to: phone, text: mailText(stored, language, course, address).subject, isAlarm: level === 'alarm' },
      dueAt: sentAt(now, level, quiet, course.timeZone),
    }))
    await queueSms(tx, texts, now)
    return stored
  })
  if (added === undefined) return
  ctx.live.publish('notifications', 'added', added, role => (roles.includes(role) ? added : undefined))
}

const messageOf = ({ id, level, subject, subjectId, kind, values }: Notification) => ({
  id,
  level,
  subject,
  subjectId,
  kind,
  values,
})

export const notificationsFeature = (ctx: Context, sender: Sender, push: PushSender, pushKey: string): Feature => {
  let timer: NodeJS.Timeout | undefined
  const sms = createSmsFeature(ctx)
  const sending = [
    sendDue('mail', ctx, onFailure => sendNextMail(ctx.db, ctx.clock.now(), sender.send, onFailure)),
    sendDue('push messages', ctx, onFailure => sendNextPush(ctx.db, ctx.clock.now(), push, onFailure)),
    sendDue('text messages', ctx, sms.sendNext),
  ]
  const journal = createJournal(ctx.log)
  const stopListening = ctx.events.on('notice', notice => {
    if (notice.isForPrograms) return
    const now = ctx.clock.now()
    const entryId = randomUUID()
    // An alarm of the minutes in which the database is away reaches people once it is back.
    void journal.enter('notices', `notice ${notice.kind}`, () => storeNotice(ctx, notice, now, entryId))
  })
  return {
    routes: [
      ...pushRoutes(ctx, pushKey),
      ...sms.routes,
      route(calls.notifications.list, async ({ query, user }) => {
        const found = await listNotifications(ctx.db, user, query)
        return found ?? refuseFields({ 'query.sort': said('notASortField') })
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
          if (done.kind === 'already') return refuse('acknowledgedAlready', { who: done.by })
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
        for (const forget of [forgetOldMail, forgetOldPush, forgetOldSms])
          forget(ctx.db, ctx.clock.now()).catch((error: unknown) =>
            ctx.log.warn({ err: error }, 'Could not remove expired messages'),
          )
      }, SWEEP_MS)
      timer.unref()
      for (const queue of sending) queue.start()
    },
    stop: async () => {
      stopListening()
      await journal.settled(CLOSE_MS)
      journal.close()
      clearInterval(timer)
      for (const queue of sending) queue.stop()
    },
  }
}
