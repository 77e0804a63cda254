/** Webhooks: addresses of other programs that are called when something happens. */
import { id, instant, line, outgoingAddress, webhookKind } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing } from './call.ts'

const problem = z.enum(['notReached', 'tooSlow', 'forbiddenAddress', 'httpStatus', 'tooLarge', 'sealBroken'])
const outcome = { problem: problem.nullable(), detail: z.string() }
const shape = { name: line(60), kinds: z.array(webhookKind).min(1), enabled: z.boolean() }

export const webhook = z.strictObject({
  ...shape,
  id,
  /** Of the address, which may hold a secret. */
  host: z.string(),
  updatedAt: instant,
  /** Of the last call. */
  triedAt: instant.nullable(),
  ...outcome,
  waiting: z.number().int(),
  dead: z.number().int(),
})
export type Webhook = z.infer<typeof webhook>

export const webhookDelivery = z.strictObject({
  id,
  kind: webhookKind,
  createdAt: instant,
  tries: z.number().int(),
  ...outcome,
  /** The next try; null where no more are made. */
  dueAt: instant.nullable(),
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

const secret = z.string()

export const webhookCalls = {
  webhooks: {
    list: call({
      method: 'GET',
      path: 'webhooks',
      who: 'settings.edit',
      result: listOf(webhook),
    }),
    create: call({
      method: 'POST',
      path: 'webhooks',
      who: 'settings.edit',
      body: z.strictObject({ ...shape, address: outgoingAddress }),
      result: webhook.extend({ secret }),
    }),
    update: call({
      method: 'PATCH',
      path: 'webhooks/{id}',
      who: 'settings.edit',
      params: byId,
      body: z
        .strictObject({ ...shape, address: outgoingAddress })
        .partial()
        .extend({ updatedAt: instant }),
      result: webhook,
    }),
    remove: call({
      method: 'DELETE',
      path: 'webhooks/{id}',
      who: 'settings.edit',
      params: byId,
      result: nothing,
    }),
    newSecret: call({
      method: 'POST',
      path: 'webhooks/{id}/secret',
      who: 'settings.edit',
      params: byId,
      result: z.strictObject({ secret }),
    }),
    test: call({
      method: 'POST',
      path: 'webhooks/{id}/test',
      who: 'settings.edit',
      params: byId,
      result: z.strictObject(outcome),
    }),
    deliveries: call({
      method: 'GET',
      path: 'webhooks/{id}/deliveries',
      who: 'settings.edit',
      params: byId,
      result: listOf(webhookDelivery),
    }),
    sendAgain: call({
      method: 'POST',
      path: 'webhooks/deliveries/{id}/send',
      who: 'settings.edit',
      params: byId,
      result: nothing,
    }),
  },
} as const
