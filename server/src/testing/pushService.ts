/** A push service over real TLS, and a browser of it that opens what it is sent as RFC 8188 and RFC 8291 say. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:https'
import type { PushSubscriptionGiven } from '@greensward/domain'
import type { PushNetwork } from '../platform/push/pushSender.ts'
import { selfSigned } from './certificate.ts'

export const PUSH_HOST = 'push.example.org'

export interface Delivery {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export interface PushService {
  readonly network: PushNetwork
  readonly deliveries: readonly Delivery[]
  /** Answers from now on with this status, and redirects to this address. */
  answerWith(status: number, location?: string): void
  close(): void
}

export const startPushService = async (): Promise<PushService> => {
  const identity = selfSigned(PUSH_HOST)
  const deliveries: Delivery[] = []
  let answer: { status: number; location?: string } = { status: 201 }
  const server = createServer(identity, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      deliveries.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response
        .writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location })
        .end('accepted')
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    network: {
      addressesOf: async () => ['127.0.0.1'],
      isAllowed: () => true,
      port: address.port,
      ca: identity.cert,
    },
    deliveries,
    answerWith: (status, location) => {
      answer = location === undefined ? { status } : { status, location }
    },
    close: () => server.close(),
  }
}

export interface Browser {
  readonly subscription: PushSubscriptionGiven
  open(body: Buffer): unknown
}

const info = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)))
const derive = (secret: Uint8Array, salt: Uint8Array, about: Uint8Array, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, about, bytes))

export const newBrowser = (name: string, language: PushSubscriptionGiven['language'] = 'en'): Browser => {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `https://${PUSH_HOST}/send/${name}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
      language,
    },
    open: body => {
      // Salt, size of a record, length of the sender's key, that key; then one record.
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const senderKey = body.subarray(21, 21 + keyLength)
      const record = body.subarray(21 + keyLength)
      const secret = derive(own.computeSecret(senderKey), auth, info('WebPush: info', publicKey, senderKey), 32)
      const key = derive(secret, salt, info('Content-Encoding: aes128gcm'), 16)
      const nonce = derive(secret, salt, info('Content-Encoding: nonce'), 12)
      const opened = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()])
      // A byte 2 ends what is said in the last record.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}

/** The claims of the sender in `Authorization: vapid t=..., k=...`. @throws where that key did not sign them */
export const vapidOf = (authorization: string): { readonly key: string; readonly claims: Record<string, unknown> } => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('not signed by the key it names')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}
