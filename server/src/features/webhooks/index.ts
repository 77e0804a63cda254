/** Webhooks: other programs are called, signed, when something happens on the course. */
import { randomUUID } from 'node:crypto'
import { webhookKindOf } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { createJournal } from '../../platform/db/journal.ts'
import { isFirstWrite } from '../../platform/db/journalStore.ts'
import type { Notice } from '../../platform/events.ts'
import type { Feature } from '../../platform/feature.ts'
import { openSeal } from '../../platform/sealing.ts'
import { createWebhookSender } from './sendWebhooks.ts'
import { callRoutes, settingRoutes } from './webhookRoutes.ts'
import { queueEvent } from './webhookStore.ts'

/** What is not queued by then when the server ends is lost. */
const CLOSE_MS = 2_000

export const createWebhooksFeature = (ctx: Context): Feature => {
  const seal = openSeal(ctx.config.sharedDir)
  const sender = createWebhookSender(ctx, seal)
  const send = (): void => {
    sender.look().catch((error: unknown) => ctx.log.warn({ err: error }, 'Could not call webhooks'))
  }

  const journal = createJournal(ctx.log)
  const queue = ({ kind: notice, level, subject, subjectId, values }: Notice): void => {
    const kind = webhookKindOf(notice)
    if (kind === undefined) return
    const now = ctx.clock.now()
    const entryId = randomUUID()
    const data = { notice, level, subject, subjectId, values }
    const body = JSON.stringify({ type: kind, timestamp: now.toISOString(), data })
    // Of the minutes in which the database is away nothing is lost either.
    void journal.enter('webhooks', `webhooks of ${notice}`, async () => {
      const isQueued = await ctx.db.transaction(
        async tx => (await isFirstWrite(tx, entryId, ctx.clock.now())) && queueEvent(tx, kind, body, now),
      )
      if (isQueued) send()
    })
  }
  const stopListening = ctx.events.on('notice', queue)

  const parts = { ctx, seal, sender, send }
  return {
    routes: [...settingRoutes(parts), ...callRoutes(parts)],
    start: async () => sender.start(),
    stop: async () => {
      stopListening()
      await journal.settled(CLOSE_MS)
      journal.close()
      await sender.close()
    },
  }
}
