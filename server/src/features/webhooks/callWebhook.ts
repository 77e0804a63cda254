/**
 * One signed call. The signature is that of Standard Webhooks (https://www.standardwebhooks.com/): HMAC-SHA256 over the id, the
 * time in seconds and the body, so that a receiver checks it with a library and refuses what is old or was seen before.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { callOutgoing } from '../../platform/outgoing.ts'
import { VERSION } from '../../platform/version.ts'
import type { Outcome } from './webhookStore.ts'

const TIMEOUT_MS = 10_000
/** Nothing of the answer but its status counts. */
const MAX_BYTES = 64 * 1024
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

export const signatureOf = (secret: string, id: string, atS: number, body: string): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${atS}.${body}`).digest('base64')}`
}

export interface WebhookCall {
  readonly address: string
  readonly secret: string
  /** The same for each try of one event. */
  readonly id: string
  readonly body: string
  readonly now: Date
}

export const callWebhook = async (
  { address, secret, id, body, now }: WebhookCall,
  { allowsPrivate, signal }: { readonly allowsPrivate: boolean; readonly signal: AbortSignal },
): Promise<Outcome> => {
  const atS = Math.floor(now.getTime() / 1_000)
  const answer = await callOutgoing(address, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    allowsPrivate,
    signal,
    body,
    headers: {
      accept: '*/*',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': `Greensward/${VERSION}`,
      'webhook-id': id,
      'webhook-timestamp': String(atS),
      'webhook-signature': signatureOf(secret, id, atS, body),
    },
  })
  if (!answer.ok) return { problem: answer.problem, detail: answer.detail }
  const isTaken = answer.status >= 200 && answer.status < 300
  return isTaken ? { problem: null, detail: '' } : { problem: 'httpStatus', detail: `It answered ${answer.status}` }
}
