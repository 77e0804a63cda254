/** Asks a service for the weather. Each fault of the other side is a value: wrong, late, huge or garbled answers end here. */
import type { SourceReading, WeatherRole } from '@greensward/domain'
import { callOutgoing, type OutgoingResponse, secondsUntil } from '../../platform/outgoing.ts'
import { metNorway } from './providers/metNorway.ts'
import { openMeteo } from './providers/openMeteo.ts'
import { openWeather } from './providers/openWeather.ts'
import { ownReport } from './providers/ownReport.ts'
import { fault, type Provider, type ProviderFault, type Understood } from './providers/provider.ts'
import { weatherLink } from './providers/weatherLink.ts'
import type { Place, StoredWeatherSettings } from './weatherStore.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024
const SECOND_MS = 1_000
/** A service that allows nothing for longer is asked all the same: its header may be wrong. */
const MOST_EXPIRES_S = 6 * 3_600
const MOST_RETRY_S = 24 * 3_600
const LEAST_RETRY_S = 60

const PROVIDERS = { json: ownReport, openMeteo, metNorway, openWeather } as const

export const providerOf = (role: WeatherRole, settings: StoredWeatherSettings): Provider | undefined => {
  if (role === 'station') return settings.station === 'weatherLink' ? weatherLink : undefined
  return settings.provider === 'none' ? undefined : PROVIDERS[settings.provider]
}

export interface Asked {
  readonly settings: StoredWeatherSettings
  /** Undefined where none is stored. */
  readonly secret: string | undefined
  readonly place: Place | undefined
  /** Of the answer before: a service that has nothing newer says so. */
  readonly lastModified: string | null
  readonly reading: SourceReading | null
}

export interface SourceReply {
  readonly result: Understood | ProviderFault
  readonly lastModified: string | null
  /** Null where it may be asked again at any time. */
  readonly notBefore: Date | null
}

export interface AskOptions {
  readonly allowsPrivate: boolean
  readonly signal: AbortSignal
  readonly now: () => Date
}

const header = (answer: OutgoingResponse, name: string): string | undefined => {
  const value = answer.headers[name]
  return typeof value === 'string' ? value : undefined
}

const faultOf = (status: number): ProviderFault => {
  if (status === 429) return fault('rateLimited', 'It answered 429')
  if (status === 401 || status === 403) return fault('keyRefused', `It answered ${status}`)
  return fault('httpStatus', `It answered ${status}`)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const askSource = async (
  provider: Provider,
  { settings, secret, place, lastModified, reading }: Asked,
  { allowsPrivate, signal, now }: AskOptions,
): Promise<SourceReply> => {
  const question = provider.ask(settings, secret, place)
  if ('ok' in question) return { result: question, lastModified, notBefore: null }
  // A measurement that is not newer than the one before was still not made now, so a source of measurements answers in full.
  const isKnown = lastModified !== null && reading !== null && !reading.isObserved
  const answer = await callOutgoing(question.address, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    allowsPrivate,
    signal,
    headers: { ...question.headers, ...(isKnown ? { 'if-modified-since': lastModified } : {}) },
  })
  const nowMs = now().getTime()
  const after = (seconds: number): Date | null => (seconds <= 0 ? null : new Date(nowMs + seconds * SECOND_MS))
  if (!answer.ok) return { result: answer, lastModified, notBefore: after(provider.leastGapS) }

  const { status, text } = answer
  const expiresS = Math.min(secondsUntil(header(answer, 'expires'), nowMs) ?? 0, MOST_EXPIRES_S)
  const notBefore = after(provider.leastGapS === 0 ? 0 : Math.max(provider.leastGapS, expiresS))
  if (status === 304 && isKnown) {
    const again: SourceReading = { ...reading, at: now().toISOString() }
    return { result: { ok: true, reading: again }, lastModified, notBefore }
  }
  // 203 is how MET Norway announces that a product will end.
  if (status !== 200 && status !== 203) {
    const asksToWait = status === 429 || status === 503
    const waitS = asksToWait ? Math.max(secondsUntil(header(answer, 'retry-after'), nowMs) ?? 0, LEAST_RETRY_S) : 0
    const pauseS = Math.max(Math.min(waitS, MOST_RETRY_S), provider.leastGapS)
    return { result: faultOf(status), lastModified, notBefore: after(pauseS) }
  }
  const json = parsed(text)
  if (json === undefined)
    return {
      result: fault('notUnderstood', 'The answer is not JSON'),
      lastModified,
      notBefore: after(provider.leastGapS),
    }
  const result = provider.understand(json, nowMs)
  return { result, lastModified: result.ok ? (header(answer, 'last-modified') ?? null) : lastModified, notBefore }
}
