/**
 * Sends messages to browsers over their push services: locked for that browser alone (RFC 8291), signed with our keys
 * (RFC 8292). The address comes from a browser and can be forged: it is asked only in the public network, checked by the
 * address that its name resolves to at that moment, and its answer is not read.
 */
import { ECDH } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import type { Notification, PushMessage, PushSubscriptionGiven } from '@greensward/domain'
import webPush from 'web-push'
import { isPublicAddress } from '../outgoing.ts'

/** In base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys()

/** Whether it is a point of the curve, which its length and first byte do not tell. */
export const isBrowserKey = (p256dh: string): boolean => {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed')
    return true
  } catch {
    return false
  }
}

export interface PushSender {
  /** @returns 'gone' where the service knows that browser no longer @throws where it cannot be delivered now */
  send(to: Pick<PushSubscriptionGiven, 'endpoint' | 'keys'>, message: PushMessage): Promise<'sent' | 'gone'>
}

/** The network to push services; tests have one to a service of their own. */
export interface PushNetwork {
  addressesOf(host: string): Promise<readonly string[]>
  isAllowed(address: string): boolean
  readonly port: number
  /** Undefined believes the authorities of the system. */
  readonly ca?: string
}

const INTERNET: PushNetwork = {
  addressesOf: async host => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  port: 443,
}

const TIMEOUT_MS = 10_000
/** For how long the service keeps it for a browser that is off. */
const LIVES_S: Readonly<Record<Notification['level'], number>> = { info: 3_600, warning: 4 * 3_600, alarm: 24 * 3_600 }
const URGENCY = { info: 'low', warning: 'normal', alarm: 'high' } as const
/** A message has room for some 4000 bytes. */
const MOST_SIGNS = 120

const short = ({ values, ...message }: PushMessage): PushMessage => ({
  ...message,
  values: Object.fromEntries(
    Object.entries(values)
      .slice(0, 8)
      .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MOST_SIGNS) : value]),
  ),
})

/** @param subject how an operator of a push service reaches us: a mailto: or https: address */
export const createPushSender = (keys: PushKeys, subject: string, network: PushNetwork = INTERNET): PushSender => ({
  send: async ({ endpoint, keys: browserKeys }, message) => {
    const { hostname } = new URL(endpoint)
    const addresses = await network.addressesOf(hostname)
    const address = addresses[0]
    if (address === undefined || !addresses.every(network.isAllowed))
      throw new Error(`${hostname} is not in the public network`)
    const details = webPush.generateRequestDetails(
      { endpoint, keys: browserKeys },
      Buffer.from(JSON.stringify(short(message))),
      {
        vapidDetails: { subject, ...keys },
        TTL: LIVES_S[message.level],
        urgency: URGENCY[message.level],
        contentEncoding: 'aes128gcm',
      },
    )
    const status = await post(endpoint, address, network, details.headers, details.body)
    if (status === 404 || status === 410) return 'gone'
    if (status < 200 || status > 299) throw new Error(`The push service ${hostname} answered ${status}`)
    return 'sent'
  },
})

/** To the very address that was looked at, under the name that it has to prove; redirections are not followed. */
const post = (
  endpoint: string,
  address: string,
  { port, ca }: PushNetwork,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer | null,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, pathname, search } = new URL(endpoint)
    const outgoing = request(
      {
        host: address,
        servername: hostname,
        port,
        method: 'POST',
        path: pathname + search,
        headers: { ...headers, host: hostname },
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(ca === undefined ? {} : { ca }),
      },
      answer => {
        resolve(answer.statusCode ?? 0)
        // Nobody waits for what else is said.
        answer.destroy()
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
