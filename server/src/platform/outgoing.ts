/**
 * Reading from an address that a person typed into the settings. The server is on another network than that person: it must
 * not reach itself, its database, the metadata service of a cloud or any other service inside its network.
 * Our own: request-filtering-agent filters addresses alone; this also follows no redirect and bounds time and size.
 */
import { lookup } from 'node:dns/promises'
import { type IncomingHttpHeaders, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'

export type OutgoingProblem = 'notReached' | 'tooSlow' | 'forbiddenAddress' | 'httpStatus' | 'tooLarge'

export interface OutgoingFailure {
  readonly ok: false
  readonly problem: OutgoingProblem
  readonly detail: string
  /** Of the system or of TLS, such as ENOTFOUND, where it has one. */
  readonly code?: string
}

export type OutgoingAnswer = { readonly ok: true; readonly text: string } | OutgoingFailure

export interface OutgoingResponse {
  readonly ok: true
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
}

export interface OutgoingOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** For the whole of it, names included. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** The operator of the server may let it ask hosts of its own network. */
  readonly allowsPrivate: boolean
  /** Ends the call early, as when the server stops. */
  readonly signal?: AbortSignal
}

export interface OutgoingCall extends OutgoingOptions {
  /** Sent by POST; without it the call is a GET. */
  readonly body?: string
}

/** Addresses that are not of the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry and its sister of IPv6. */
const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
/** Of IPv6 only what was given out as global unicast is public, and of that not what only carries an address of IPv4. */
const GLOBAL_V6 = new BlockList()
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6')
const CARRIERS_V6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  CARRIERS_V6.addSubnet(network, prefix, 'ipv6')

export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return family === 6 && GLOBAL_V6.check(address, 'ipv6') && !CARRIERS_V6.check(address, 'ipv6')
}

export class Failed extends Error {
  readonly problem: OutgoingProblem

  constructor(problem: OutgoingProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/**
 * The address that is really asked: names are looked up once, so that none can change between the check and the call.
 * @throws Failed with the reason
 */
export const addressOf = async (host: string, allowsPrivate: boolean): Promise<string> => {
  const plain = host.replace(/^\[|\]$/g, '')
  const found = isIP(plain) === 0 ? (await lookup(plain, { all: true })).map(({ address }) => address) : [plain]
  const [address] = found
  if (address === undefined) throw new Failed('notReached', `${plain} has no address`)
  if (!allowsPrivate && !found.every(isPublicAddress))
    throw new Failed('forbiddenAddress', `${plain} is not an address of the public internet`)
  return address
}

const ask = (url: URL, address: string, signal: AbortSignal, options: OutgoingCall): Promise<OutgoingResponse> =>
  new Promise((done, fail) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const asked: RequestOptions & { servername?: string } = {
      host: address,
      port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method: options.body === undefined ? 'GET' : 'POST',
      signal,
      agent: false,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...options.headers, host: url.host },
      ...(isIP(host) === 0 ? { servername: host } : {}),
    }
    const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(asked, answer => {
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > options.maxBytes) {
          answer.destroy()
          fail(new Failed('tooLarge', `The answer has more than ${options.maxBytes} bytes`))
        } else parts.push(part)
      })
      answer.on('end', () => {
        const bytes = Buffer.concat(parts)
        const { statusCode: status = 0, headers } = answer
        done({ ok: true, status, headers, bytes, text: bytes.toString('utf8') })
      })
      answer.on('error', fail)
    })
    sent.on('error', fail)
    sent.end(options.body)
  })

/**
 * Seconds from now until the moment of a header such as `Retry-After`, which is a date or a number of seconds; undefined where it
 * is neither (RFC 9110, 10.2.3).
 */
export const secondsUntil = (header: string | undefined, nowMs: number): number | undefined => {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - nowMs) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/**
 * Makes one call and takes an answer of any status; a redirect is such an answer and is not followed, because it could lead
 * anywhere. Every failure is a value with a reason; it never throws for a fault of the other side.
 */
export const callOutgoing = async (
  address: string,
  options: OutgoingCall,
): Promise<OutgoingResponse | OutgoingFailure> => {
  const late = AbortSignal.timeout(options.timeoutMs)
  const ending = options.signal === undefined ? late : AbortSignal.any([late, options.signal])
  const timeout = new Promise<never>((_, fail) =>
    ending.addEventListener('abort', () => fail(new Failed('tooSlow', `No answer within ${options.timeoutMs} ms`))),
  )
  // After an early answer, or an address that is not asked at all, nobody waits for it.
  timeout.catch(() => undefined)
  try {
    const url = new URL(address)
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new Failed('forbiddenAddress', 'Only http and https are asked')
    const work = addressOf(url.hostname, options.allowsPrivate).then(found => ask(url, found, ending, options))
    work.catch(() => undefined)
    return await Promise.race([work, timeout])
  } catch (error) {
    if (error instanceof Failed) return { ok: false, problem: error.problem, detail: error.message }
    const detail = error instanceof Error ? error.message : String(error)
    const code = error instanceof Error && 'code' in error ? { code: String(error.code) } : {}
    return { ok: false, problem: 'notReached', detail: detail.slice(0, 200), ...code }
  }
}

/** Reads the address: only an answer of status 200 is one. */
export const readOutgoing = async (address: string, options: OutgoingOptions): Promise<OutgoingAnswer> => {
  const answer = await callOutgoing(address, options)
  if (!answer.ok) return answer
  if (answer.status !== 200) return { ok: false, problem: 'httpStatus', detail: `It answered ${answer.status}` }
  return { ok: true, text: answer.text }
}
