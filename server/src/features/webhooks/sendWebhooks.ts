/** Makes the calls that are due, again after 1, 4, 9 ... minutes, until they are taken or have failed for good. */
import type { Context } from '../../platform/context.ts'
import type { Seal } from '../../platform/sealing.ts'
import { createWatch, type Watch } from '../../platform/watch.ts'
import { callWebhook } from './callWebhook.ts'
import {
  claimDue,
  forgetOldDeliveries,
  noteCall,
  type Outcome,
  postponeDelivery,
  removeDelivery,
  type StoredDelivery,
  type StoredWebhook,
} from './webhookStore.ts'

const LOOK_MS = 10_000
const MINUTE_MS = 60_000
const MOST_TRIES = 8
/** In one look; more wait for the next one. */
const MOST_ROUNDS = 100

export interface WebhookSender extends Watch {
  /** Calls a webhook with a body that is not queued, and notes how it went. */
  callNow(webhook: StoredWebhook, id: string, body: string): Promise<Outcome>
}

export const createWebhookSender = (ctx: Context, seal: Seal): WebhookSender => {
  const closing = new AbortController()

  const callNow = async (webhook: StoredWebhook, id: string, body: string): Promise<Outcome> => {
    const address = seal.open(webhook.sealedAddress)
    const secret = seal.open(webhook.sealedSecret)
    const outcome: Outcome =
      address === undefined || secret === undefined
        ? { problem: 'sealBroken', detail: '' }
        : await callWebhook(
            { address, secret, id, body, now: ctx.clock.now() },
            { allowsPrivate: ctx.config.outgoingPrivate, signal: closing.signal },
          )
    // A call that the end of this server cut off has no answer; the next start makes it again.
    if (!closing.signal.aborted) await noteCall(ctx.db, webhook.id, outcome, ctx.clock.now())
    return outcome
  }

  const deliver = async (webhook: StoredWebhook, { id, body, tries }: StoredDelivery): Promise<void> => {
    const outcome = await callNow(webhook, id, body)
    if (closing.signal.aborted) return
    if (outcome.problem === null) return removeDelivery(ctx.db, id)
    const now = ctx.clock.now()
    const made = tries + 1
    const isDead = made >= MOST_TRIES
    await postponeDelivery(ctx.db, id, {
      ...outcome,
      tries: made,
      state: isDead ? 'dead' : 'waiting',
      dueAt: new Date(now.getTime() + made * made * MINUTE_MS),
    })
    ctx.log.warn({ webhook: webhook.name, ...outcome, isDead }, 'A webhook was not taken')
  }

  const watch = createWatch({
    everyMs: LOOK_MS,
    lookOnce: async () => {
      await forgetOldDeliveries(ctx.db, ctx.clock.now())
      for (let round = 0; round < MOST_ROUNDS && !closing.signal.aborted; round += 1) {
        const claimed = await claimDue(ctx.db, ctx.clock.now())
        if (claimed.length === 0) return
        await Promise.all(claimed.map(({ webhook, delivery }) => deliver(webhook, delivery)))
      }
    },
    failed: error => ctx.log.warn({ err: error }, 'Could not call webhooks'),
  })
  return {
    ...watch,
    callNow,
    close: async () => {
      closing.abort()
      await watch.close()
    },
  }
}
