/** Sends a text message by the HTTP gateway of a provider, as its settings describe the call. */
import type { SmsProblem } from '@greensward/contract'
import { callOutgoing, secondsUntil } from '../outgoing.ts'
import { VERSION } from '../version.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024
const TOO_MANY = 429
/** Where a gateway that wants fewer calls does not say how long. */
const WAIT_MS = 60_000
const MOST_WAIT_MS = 3_600_000

export interface SmsGateway {
  readonly address: string
  /** Lines such as `Authorization: Bearer abc`. */
  readonly headers: string
  /** Empty calls the address with GET. */
  readonly body: string
  readonly bodyType: 'json' | 'form'
  /** What the answer has to hold; empty takes any answer of 200 to 299. */
  readonly expects: string
}

export interface SmsOutcome {
  readonly problem: SmsProblem | null
  readonly detail: string
  /** The gateway wants no call for this long. */
  readonly waitMs?: number
}

/** A number as gateways take it: digits, with the plus of an international one. */
export const dialled = (phone: string): string => phone.replace(/(?!^\+)\D/g, '')

const filled = (template: string, to: string, text: string, write: (value: string) => string): string =>
  template.replace(/\{(to|text)\}/g, (_, name) => write(name === 'to' ? to : text))

/** Within the quotes of a JSON text. */
const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)

const headersOf = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines.split('\n').flatMap(line => {
      const at = line.indexOf(': ')
      return at > 0 ? [[line.slice(0, at).toLowerCase(), line.slice(at + 2).trim()]] : []
    }),
  )

const waitOf = (header: string | undefined, now: Date): number => {
  const seconds = secondsUntil(header, now.getTime()) ?? 0
  return seconds > 0 ? Math.min(seconds * 1_000, MOST_WAIT_MS) : WAIT_MS
}

/** One call. Every failure is a value with a reason; it never throws for a fault of the other side. */
export const sendSms = async (
  { address, headers, body, bodyType, expects }: SmsGateway,
  { to, text }: { readonly to: string; readonly text: string },
  { allowsPrivate, now }: { readonly allowsPrivate: boolean; readonly now: () => Date },
): Promise<SmsOutcome> => {
  const number = dialled(to)
  const sent = filled(body, number, text, bodyType === 'json' ? inJson : encodeURIComponent)
  const type = bodyType === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  const answer = await callOutgoing(filled(address, number, text, encodeURIComponent), {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    allowsPrivate,
    headers: {
      accept: '*/*',
      'user-agent': `Greensward/${VERSION}`,
      ...(sent === '' ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(sent)) }),
      ...headersOf(headers),
    },
    ...(sent === '' ? {} : { body: sent }),
  })
  if (!answer.ok) return { problem: answer.problem, detail: answer.detail }
  const { status } = answer
  if (status === TOO_MANY)
    return { problem: 'rateLimited', detail: 'It answered 429', waitMs: waitOf(answer.headers['retry-after'], now()) }
  if (status < 200 || status >= 300) return { problem: 'httpStatus', detail: `It answered ${status}` }
  // Many gateways say in an answer of 200 that they did not send it.
  if (!answer.text.includes(expects)) return { problem: 'unexpectedAnswer', detail: answer.text.slice(0, 200) }
  return { problem: null, detail: '' }
}
