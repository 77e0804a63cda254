/** The calls of webhooks: who changes them, and what of theirs is shown. */
import type { Webhook, WebhookDelivery } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Seal } from '../../platform/sealing.ts'
import { newWebhookSecret } from './callWebhook.ts'
import type { WebhookSender } from './sendWebhooks.ts'
import {
  addWebhook,
  type CountedWebhook,
  changeWebhook,
  countWebhooks,
  lockWebhook,
  readDeliveries,
  readWebhook,
  readWebhooks,
  removeWebhook,
  reviveDelivery,
  type StoredDelivery,
  type StoredWebhook,
} from './webhookStore.ts'

const MOST_WEBHOOKS = 20

const shown = ({ row, waiting, dead }: CountedWebhook): Webhook => {
  const { id, name, host, kinds, enabled, updatedAt, triedAt, problem, detail } = row
  return {
    ...{ id, name, host, kinds, enabled, problem, detail, waiting, dead },
    updatedAt: updatedAt.toISOString(),
    triedAt: triedAt?.toISOString() ?? null,
  }
}

const shownDelivery = (row: StoredDelivery): WebhookDelivery => {
  const { id, kind, createdAt, tries, problem, detail, state, dueAt, body } = row
  return {
    ...{ id, kind, tries, problem, detail, body },
    createdAt: createdAt.toISOString(),
    dueAt: state === 'dead' ? null : dueAt.toISOString(),
  }
}

/** What the record keeps of a webhook. */
const seen = ({ name, host, kinds, enabled }: StoredWebhook) => ({ name, host, kinds, enabled })

export interface WebhookRouteParts {
  readonly ctx: Context
  readonly seal: Seal
  readonly sender: WebhookSender
  /** Makes what is due now. */
  readonly send: () => void
}

const changedOf = (ctx: Context) => (): void => ctx.live.publish('settings', 'changed', { subject: 'webhooks' })

/** Adding, changing and deleting. */
export const settingRoutes = ({ ctx, seal, send }: WebhookRouteParts): readonly Route[] => {
  const changed = changedOf(ctx)
  const sealedAddress = (address: string) => ({ sealedAddress: seal.close(address), host: new URL(address).host })
  return [
    route(lateCalls.webhooks.list, async () => {
      const items = (await readWebhooks(ctx.db)).map(shown)
      return { items, total: items.length }
    }),
    route(
      lateCalls.webhooks.create,
      async ({ body: { address, ...body }, user, write }) => {
        const answer = await write(async tx => {
          if ((await countWebhooks(tx)) >= MOST_WEBHOOKS) return refuse('tooManyKeys', { count: MOST_WEBHOOKS })
          const secret = newWebhookSecret()
          const now = ctx.clock.now()
          const row = await addWebhook(tx, {
            ...body,
            ...sealedAddress(address),
            sealedSecret: seal.close(secret),
            createdAt: now,
            updatedAt: now,
          })
          await ctx.audit(tx, {
            user,
            action: 'webhook.create',
            subject: 'webhook',
            subjectId: row.id,
            details: { ...body, host: row.host },
          })
          return { ...shown({ row, waiting: 0, dead: 0 }), secret }
        })
        changed()
        return answer
      },
      { tellsSecret: true },
    ),
    route(lateCalls.webhooks.update, async ({ params, body: { address, updatedAt, ...body }, user, write }) => {
      const answer = await write(async tx => {
        const before = (await lockWebhook(tx, params.id)) ?? refuse('notFound')
        if (before.updatedAt.getTime() !== Date.parse(updatedAt))
          return refuse('conflict', {}, { details: shown({ row: before, waiting: 0, dead: 0 }) })
        const given = Object.entries(body).filter(([, value]) => value !== undefined)
        const change: Partial<StoredWebhook> = Object.fromEntries(given)
        const moved = address === undefined ? {} : sealedAddress(address)
        const row = await changeWebhook(tx, before, { ...change, ...moved }, ctx.clock.now())
        await ctx.audit(tx, {
          user,
          action: 'webhook.update',
          subject: 'webhook',
          subjectId: row.id,
          details: { before: seen(before), after: seen(row) },
        })
        const found = (await readWebhooks(tx)).find(each => each.row.id === row.id)
        return shown(found ?? { row, waiting: 0, dead: 0 })
      })
      changed()
      send()
      return answer
    }),
    route(lateCalls.webhooks.remove, async ({ params, user, write }) => {
      const answer = await write(async tx => {
        const gone = (await removeWebhook(tx, params.id)) ?? refuse('notFound')
        const details = { name: gone.name, host: gone.host }
        await ctx.audit(tx, { user, action: 'webhook.delete', subject: 'webhook', subjectId: params.id, details })
        return {}
      })
      changed()
      return answer
    }),
    route(
      lateCalls.webhooks.newSecret,
      async ({ params, user, write }) =>
        write(async tx => {
          const before = (await lockWebhook(tx, params.id)) ?? refuse('notFound')
          const secret = newWebhookSecret()
          await changeWebhook(tx, before, { sealedSecret: seal.close(secret) }, ctx.clock.now())
          await ctx.audit(tx, { user, action: 'webhook.newKey', subject: 'webhook', subjectId: params.id })
          return { secret }
        }),
      { tellsSecret: true },
    ),
  ]
}

/** Trying, looking at what failed, and sending it again. */
export const callRoutes = ({ ctx, sender, send }: WebhookRouteParts): readonly Route[] => {
  const changed = changedOf(ctx)
  return [
    route(
      lateCalls.webhooks.test,
      async ({ params }) => {
        const webhook = (await readWebhook(ctx.db, params.id)) ?? refuse('notFound')
        const timestamp = ctx.clock.now().toISOString()
        const body = JSON.stringify({ type: 'test', timestamp, data: { webhook: webhook.name } })
        const outcome = await sender.callNow(webhook, `test-${crypto.randomUUID()}`, body)
        changed()
        return outcome
      },
      { perMinute: 10 },
    ),
    route(lateCalls.webhooks.deliveries, async ({ params }) => {
      if ((await readWebhook(ctx.db, params.id)) === undefined) return refuse('notFound')
      const items = (await readDeliveries(ctx.db, params.id)).map(shownDelivery)
      return { items, total: items.length }
    }),
    route(lateCalls.webhooks.sendAgain, async ({ params, user, write }) => {
      const answer = await write(async tx => {
        const webhookId = (await reviveDelivery(tx, params.id, ctx.clock.now())) ?? refuse('notFound')
        const details = { delivery: params.id }
        await ctx.audit(tx, { user, action: 'webhook.sendAgain', subject: 'webhook', subjectId: webhookId, details })
        return {}
      })
      changed()
      send()
      return answer
    }),
  ]
}
