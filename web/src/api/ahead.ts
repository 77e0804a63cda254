/**
 * What the map page asks for before its program runs: the program and the course then travel at the same time. It runs from
 * a small file of its own and is the same module for the program, which takes the answers. Whatever goes wrong here is
 * asked for again by the screen, which says so.
 */
import { STORAGE } from './storage.ts'

export interface AheadAnswer {
  readonly data: unknown
  readonly date: string | null
}

/** What every map page draws first, below /api. The session, the profile and the live channel keep their order. */
const READINGS = ['map', 'settings', 'zone-types?perPage=500']
/** An answer that waited longer than this is not taken for today's, in milliseconds. */
const FRESH_MS = 15_000

const asked = new Map<string, Promise<AheadAnswer | undefined>>()

const storedKey = (): string | undefined => {
  try {
    const { token, createdAt, ttl } = JSON.parse(localStorage.getItem(STORAGE.accessToken) ?? '{}')
    const isFresh = typeof createdAt === 'number' && typeof ttl === 'number' && Date.now() < (createdAt + ttl) * 1_000
    return typeof token === 'string' && isFresh ? token : undefined
  } catch {
    return undefined
  }
}

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
  const isMap = ['/', '/map'].includes(window.location.pathname)
  if (!isMap || localStorage.getItem(STORAGE.refreshToken) === null) return
  // The key of the last visit serves until it has run out; after that the session renews it first.
  const key = storedKey()
  if (key !== undefined) for (const path of READINGS) asked.set(path, ask(path, key))
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-ahead]')) link.rel = 'modulepreload'
}

/** Whether anything was asked for ahead that nobody took yet. */
export const hasAhead = (): boolean => asked.size > 0

/** The answer that was asked for ahead, once; undefined where there is none. */
export const takeAhead = (path: string): Promise<AheadAnswer | undefined> | undefined => {
  const answer = performance.now() < FRESH_MS ? asked.get(path) : undefined
  asked.delete(path)
  return answer
}

/** Nobody else may be shown what one person's key was answered. */
export const forgetAhead = (): void => asked.clear()

begin()
