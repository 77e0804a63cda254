/**
 * What a page asks for before its program runs: the session is renewed, and the map page has its person, its course and the
 * ticket of its live channel on their way while the program still travels. It runs from a small file of its own and is the
 * same module for the program, which takes the answers. After a failure here, the program asks again itself.
 */
import { lockSession } from './sessionLock.ts'
import { STORAGE } from './storage.ts'

export interface AheadAnswer {
  readonly data: unknown
  readonly date: string | null
}

/** The first calls of every map page, below /api: they use the token of the last visit unless it has expired. */
const READINGS = ['map', 'settings', 'zone-types?perPage=500']
/** The calls after the renewal, in order: the person, and only then the live channel. */
const FOLLOWING = ['profile', 'ws/config']
/** Another tab that renews keeps the program waiting no longer than this, in milliseconds. */
const PATIENCE_MS = 150
/** An answer that waited longer than this is not taken for today's, in milliseconds. */
const FRESH_MS = 15_000

const asked = new Map<string, Promise<AheadAnswer | undefined>>()

let renewal: Promise<unknown> | undefined
/** The session waits no longer for the renewal, and lets go of its connection and of the lock. */
const givenUp = new AbortController()
/** Ends when the renewal has left. */
let sent: Promise<unknown> = Promise.resolve()
/** Whether the key of the last visit served. */
let isKeyed = false

interface Stored {
  readonly token: string
  /** By the clock of this machine, and as far as its entry says. */
  readonly isFresh: boolean
}

const stored = (name: string): Stored | undefined => {
  try {
    const { token, createdAt, ttl } = JSON.parse(localStorage.getItem(name) ?? '{}')
    if (typeof token !== 'string') return undefined
    const isDated = typeof createdAt === 'number' && typeof ttl === 'number'
    return { token, isFresh: isDated && Date.now() < (createdAt + ttl) * 1_000 }
  } catch {
    return undefined
  }
}

/** Renews as the session does, which takes the pair; in one piece, so that another tab finds the old pair or the new one. */
const renew = (onSent: () => void): Promise<unknown> =>
  lockSession(async () => {
    const refreshToken = stored(STORAGE.refreshToken)?.token
    if (refreshToken === undefined) return undefined
    const answering = fetch('/api/auth/token/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
      signal: givenUp.signal,
    })
    onSent()
    const answer = await answering
    const pair = answer.ok ? (await answer.json())?.result : undefined
    if (typeof pair?.refreshToken?.token !== 'string' || typeof pair.accessToken?.token !== 'string') return undefined
    for (const name of [STORAGE.refreshToken, STORAGE.accessToken])
      localStorage.setItem(name, JSON.stringify(pair[name]))
    return pair
  }).catch(() => undefined)

const ask = async (path: string, key: string): Promise<AheadAnswer | undefined> => {
  try {
    const answer = await fetch(`/api/${path}`, { headers: { 'x-api-key': key } })
    if (!answer.ok) return undefined
    return { data: await answer.json(), date: answer.headers.get('date') }
  } catch {
    return undefined
  }
}

const begin = (): void => {
  if (localStorage.getItem(STORAGE.refreshToken) === null) return
  const access = stored(STORAGE.accessToken)
  sent = new Promise(resolve => {
    setTimeout(resolve, PATIENCE_MS)
    renewal = renew(() => resolve(undefined))
  })
  if (!['/', '/map'].includes(window.location.pathname)) return
  isKeyed = access?.isFresh === true
  const renewed = Promise.resolve(renewal).then(() => stored(STORAGE.accessToken)?.token)
  const askWith = (path: string, key: Promise<string | undefined>): Promise<AheadAnswer | undefined> => {
    const answer = key.then(token => (token === undefined ? undefined : ask(path, token)))
    asked.set(path, answer)
    return answer
  }
  for (const path of READINGS) void askWith(path, isKeyed ? Promise.resolve(access?.token) : renewed)
  let next = renewed
  for (const path of FOLLOWING) next = askWith(path, next).then(() => renewed)
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-ahead]')) link.rel = 'modulepreload'
}

/** Ends when everything that is asked for ahead has left: the program keeps the page busy from its first moment on. */
export const whenAsked = (): Promise<unknown> => sent

/** The pair that was renewed ahead, once: the session begins with it instead of renewing. */
export const takeRenewalAhead = (signal: AbortSignal): Promise<unknown> => {
  const pair = renewal
  renewal = undefined
  if (pair !== undefined) signal.addEventListener('abort', () => givenUp.abort(), { once: true })
  return Promise.resolve(pair)
}

/** Whether anything is on its way that needs no renewal first and that nobody took yet. */
export const hasAhead = (): boolean => isKeyed && asked.size > 0

/** The answer that was asked for ahead, once; undefined where there is none. */
export const takeAhead = (path: string): Promise<AheadAnswer | undefined> | undefined => {
  const answer = performance.now() < FRESH_MS ? asked.get(path) : undefined
  asked.delete(path)
  return answer
}

/** Nobody else may be shown what one person's key was answered. */
export const forgetAhead = (): void => asked.clear()

begin()
