/** Makes the calls that are due, again after 1, 4, 9 ... minutes, until they are taken or have failed for good. */
import type { Context } from '../../platform/context.ts'
import type { Seal } from '../../platform/sealing.ts'
import { createWatch, type Watch } from '../../platform/watch.ts'
import { callWebhook } from './callWebhook.ts'
import {
  type ClaimedCall,
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

export interface WebhookSender extends Watch {
  /** Makes what is due now. Events of one moment share a look. */
  look(): Promise<void>
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

  const failed = (error: unknown): void => ctx.log.warn({ err: error }, 'Could not call webhooks')
  /** The calls of each webhook follow each other, and one that is slow holds up its own alone. */
  const serving = new Map<string, Promise<void>>()

  const serve = async (first: ClaimedCall): Promise<void> => {
    let next: ClaimedCall | undefined = first
    while (next !== undefined) {
      await deliver(next.webhook, next.delivery)
      if (closing.signal.aborted) return
      ;[next] = await claimDue(ctx.db, ctx.clock.now(), id => id === first.webhook.id)
    }
  }

  let isAsked = false
  const watch = createWatch({
    everyMs: LOOK_MS,
    lookOnce: async () => {
      isAsked = false
      await forgetOldDeliveries(ctx.db, ctx.clock.now())
      for (const claimed of await claimDue(ctx.db, ctx.clock.now(), id => !serving.has(id))) {
        const { id } = claimed.webhook
        serving.set(
          id,
          serve(claimed)
            .catch(failed)
            .finally(() => serving.delete(id)),
        )
      }
    },
    failed,
  })
  return {
    ...watch,
    look: async () => {
      if (isAsked) return
      isAsked = true
      await watch.look(true)
    },
    callNow,
    close: async () => {
      closing.abort()
      await watch.close()
      await Promise.all(serving.values())
    },
  }
}
