/** Notifications of the own role. */
import { z } from 'zod'
import { notification, notificationChoice, notificationLevel, notificationSubject } from '../notification.ts'
import { instant } from '../text.ts'
import { byId, call, nothing, pageQuery } from './call.ts'

export const notificationCalls = {
  notifications: {
    list: call({
      method: 'GET',
      path: 'notifications',
      who: 'notifications.read',
      summary: 'Notifications of the own role, newest first',
      query: z.strictObject({
        ...pageQuery,
        level: notificationLevel.optional(),
        subject: notificationSubject.optional(),
        from: instant.optional(),
        to: instant.optional(),
      }),
      result: z.strictObject({ items: z.array(notification), total: z.number().int(), unread: z.number().int() }),
    }),
    readAll: call({
      method: 'POST',
      path: 'notifications/read-all',
      who: 'notifications.read',
      summary: 'Mark all as read',
      result: nothing,
    }),
    choice: call({
      method: 'GET',
      path: 'notifications/choice',
      who: 'notifications.read',
      summary: 'What the signed-in person wants to be sent by e-mail',
      result: notificationChoice,
    }),
    choose: call({
      method: 'PUT',
      path: 'notifications/choice',
      who: 'notifications.read',
      summary: 'Choose what is sent by e-mail, and when not',
      body: notificationChoice.refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
        path: ['quietTo'],
        message: 'must be given together with the other time, or neither',
      }),
      result: notificationChoice,
    }),
    acknowledge: call({
      method: 'POST',
      path: 'notifications/{id}/acknowledge',
      who: 'notifications.acknowledge',
      summary: 'Take note of an alarm by name',
      params: byId,
      result: notification,
    }),
  },
} as const
