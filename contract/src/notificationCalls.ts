/** Notifications of the own role. */

import {
  fieldFault,
  id,
  instant,
  notification,
  notificationChoice,
  notificationLevel,
  notificationSubject,
  pushEndpoint,
  pushSubscription,
} from '@greensward/domain'
import { z } from 'zod'
import { byId, call, nothing, pageQuery } from './call.ts'

const pushBrowser = z.strictObject({
  id,
  /** The browser's own description. */
  userAgent: z.string(),
  createdAt: instant,
})
export type PushBrowser = z.infer<typeof pushBrowser>

export const notificationCalls = {
  notifications: {
    list: call({
      method: 'GET',
      path: 'notifications',
      who: 'notifications.read',
      query: z.strictObject({
        ...pageQuery,
        level: notificationLevel.optional(),
        subject: notificationSubject.optional(),
        /** Of one mower, cart, mission or zone. */
        subjectId: z.string().max(60).optional(),
        from: instant.optional(),
        to: instant.optional(),
      }),
      result: z.strictObject({ items: z.array(notification), total: z.number().int(), unread: z.number().int() }),
    }),
    readAll: call({
      method: 'POST',
      path: 'notifications/read-all',
      who: 'notifications.read',
      result: nothing,
    }),
    choice: call({
      method: 'GET',
      path: 'notifications/choice',
      who: 'notifications.read',
      result: notificationChoice,
    }),
    choose: call({
      method: 'PUT',
      path: 'notifications/choice',
      who: 'notifications.read',
      body: notificationChoice.refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
        path: ['quietTo'],
        message: fieldFault('bothTimes'),
      }),
      result: notificationChoice,
    }),
    acknowledge: call({
      method: 'POST',
      path: 'notifications/{id}/acknowledge',
      who: 'notifications.acknowledge',
      params: byId,
      result: notification,
    }),
  },
  push: {
    browsers: call({
      method: 'GET',
      path: 'notifications/push',
      who: 'notifications.read',
      result: z.strictObject({ publicKey: z.string(), items: z.array(pushBrowser) }),
    }),
    add: call({
      method: 'POST',
      path: 'notifications/push',
      who: 'notifications.read',
      body: pushSubscription,
      result: pushBrowser,
    }),
    renew: call({
      method: 'POST',
      path: 'notifications/push/renew',
      who: 'notifications.read',
      body: pushSubscription.pick({ language: true }).extend({ endpoint: pushEndpoint }),
      result: z.strictObject({ id: id.nullable() }),
    }),
    remove: call({
      method: 'DELETE',
      path: 'notifications/push/{id}',
      who: 'notifications.read',
      params: byId,
      result: nothing,
    }),
  },
} as const
