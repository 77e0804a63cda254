/**
 * The session: two tokens, their renewal and their end. It knows no React; screens follow changes by `subscribe`. The
 * refresh token is in local storage, where other tabs of the same browser see it too.
 */
import { calls, type Token, type TokenPair, token, tokenPair } from '@greensward/contract'
import type { AxiosInstance } from 'axios'
import { type Entries, STORAGE } from './storage.ts'

/** The longest wait a browser's timer can hold, in milliseconds. */
export const LONGEST_TIMER_MS = 2_147_483_647
/** How often a request that waits for another one's refresh looks again, in milliseconds. */
export const REFRESH_POLL_MS = 100
/** How long the start waits for a server that does not answer, in milliseconds. */
export const CONNECTING_MS = 60_000
export const KEY_HEADER = 'x-api-key'

export interface SessionState {
  readonly refreshToken: Token | null
  readonly accessToken: Token | null
  /** True from the start until the stored refresh token was tried. */
  readonly loading: boolean
  /** True while the start waits for a server that does not answer. */
  readonly waitingForServer: boolean
  /** True when the start gave up after a minute; the tokens stay, because the server did not refuse them. */
  readonly unreachable: boolean
  /** The person logged out, here or in another tab: the next one does not start where this one was. */
  readonly loggedOut: boolean
}

/** `refused` ended the session; `unanswered` leaves it as it is. */
export type RefreshOutcome = 'renewed' | 'refused' | 'unanswered' | 'none'

export interface SessionParts {
  readonly http: AxiosInstance
  readonly storage: Entries
  /** Keeps two tabs from using up one refresh token; absent outside secure contexts. */
  readonly lock: <T>(work: () => Promise<T>) => Promise<T>
  /** The pair that was requested and stored before the program ran; undefined where that failed, and after the first call. */
  readonly takeRenewalAhead?: (signal: AbortSignal) => Promise<unknown>
  readonly setTimer: (run: () => void, ms: number) => unknown
  readonly clearTimer: (timer: unknown) => void
  readonly now: () => number
}

export interface Session {
  readonly state: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  readonly start: () => Promise<void>
  readonly adopt: (pair: TokenPair) => void
  readonly refresh: () => Promise<RefreshOutcome>
  /** Renews, or waits for a renewal that runs already; true when there is a new key. */
  readonly renewedAfter: (usedKey: string | undefined) => Promise<boolean>
  readonly logOut: () => Promise<void>
  readonly clear: () => void
  /** Another tab changed the entries. */
  readonly readEntriesAgain: () => void
}

/** No answer at all, or a proxy that reports the server as away. */
const isUnanswered = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null || !('isAxiosError' in error)) return false
  const response = 'response' in error ? (error.response as { status?: number } | undefined) : undefined
  return response === undefined || [502, 503, 504].includes(response.status ?? 0)
}

const NO_SESSION: SessionState = {
  refreshToken: null,
  accessToken: null,
  loading: true,
  waitingForServer: false,
  unreachable: false,
  loggedOut: false,
}

class StoredSession implements Session {
  private readonly parts: SessionParts
  private readonly listeners = new Set<() => void>()
  private current: SessionState = NO_SESSION
  private renewing: Promise<RefreshOutcome> | null = null
  private expiryTimer: unknown = null

  constructor(parts: SessionParts) {
    this.parts = parts
  }

  // Screens pass these on as callbacks, so each keeps its object.
  readonly state = (): SessionState => this.current

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly start = async (): Promise<void> => {
    this.set({ loading: true, unreachable: false })
    const { now } = this.parts
    const givesUpAt = now() + CONNECTING_MS
    let outcome: RefreshOutcome = this.readEntry(STORAGE.refreshToken) === null ? 'none' : await this.refresh()
    for (let waitMs = 1_000; outcome === 'unanswered' && now() < givesUpAt; waitMs = Math.min(waitMs * 2, 5_000)) {
      this.set({ waitingForServer: true })
      await this.sleep(waitMs)
      outcome = await this.refreshWithin(Math.max(givesUpAt - now(), 1_000))
    }
    this.set({ loading: false, waitingForServer: false, unreachable: outcome === 'unanswered' })
  }

  readonly adopt = (pair: TokenPair): void => {
    const { storage } = this.parts
    storage.setItem(STORAGE.refreshToken, JSON.stringify(pair.refreshToken))
    storage.setItem(STORAGE.accessToken, JSON.stringify(pair.accessToken))
    this.hold(pair)
  }

  readonly refresh = (): Promise<RefreshOutcome> => this.refreshWithin(CONNECTING_MS)

  readonly renewedAfter = async (usedKey: string | undefined): Promise<boolean> => {
    if (this.renewing !== null) {
      while (this.renewing !== null) await this.sleep(REFRESH_POLL_MS)
      return this.current.accessToken !== null && this.current.accessToken.token !== usedKey
    }
    if (this.current.accessToken !== null && this.current.accessToken.token !== usedKey) return true
    return (await this.refresh()) === 'renewed'
  }

  readonly logOut = async (): Promise<void> => {
    const { data } = await this.parts.http.post(calls.auth.logout.path)
    if (data?.code === 200) this.end(true)
  }

  readonly clear = (): void => this.end(false)

  readonly readEntriesAgain = (): void => {
    const refreshToken = this.readEntry(STORAGE.refreshToken)
    const accessToken = this.readEntry(STORAGE.accessToken)
    if (refreshToken === null) {
      if (this.current.refreshToken !== null) this.end(true)
    } else if (accessToken !== null && accessToken.token !== this.current.accessToken?.token) {
      this.hold({ refreshToken, accessToken })
    }
  }

  private end(loggedOut: boolean): void {
    const { http, storage } = this.parts
    this.stopExpiry()
    for (const name of [STORAGE.refreshToken, STORAGE.accessToken, STORAGE.mapLayer, STORAGE.filters])
      storage.removeItem(name)
    delete http.defaults.headers.common[KEY_HEADER]
    this.set({ refreshToken: null, accessToken: null, loggedOut })
  }

  private set(change: Partial<SessionState>): void {
    this.current = { ...this.current, ...change }
    for (const listener of this.listeners) listener()
  }

  private sleep(ms: number): Promise<void> {
    return new Promise(done => this.parts.setTimer(done, ms))
  }

  private readEntry(name: string): Token | null {
    const text = this.parts.storage.getItem(name)
    if (text === null) return null
    try {
      const parsed = token.safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }

  private stopExpiry(): void {
    if (this.expiryTimer !== null) this.parts.clearTimer(this.expiryTimer)
    this.expiryTimer = null
  }

  private watchExpiry(ttlS: number): void {
    const { setTimer, now } = this.parts
    this.stopExpiry()
    const endsAt = now() + ttlS * 1_000
    const arm = (): void => {
      this.expiryTimer = setTimer(
        () => {
          if (now() >= endsAt) this.clear()
          else arm()
        },
        Math.min(Math.max(endsAt - now(), 0), LONGEST_TIMER_MS),
      )
    }
    arm()
  }

  private hold(pair: TokenPair): void {
    this.parts.http.defaults.headers.common[KEY_HEADER] = pair.accessToken.token
    this.watchExpiry(pair.refreshToken.ttl)
    this.set({ refreshToken: pair.refreshToken, accessToken: pair.accessToken, loggedOut: false })
  }

  private refreshWithin(limitMs: number): Promise<RefreshOutcome> {
    this.renewing ??= this.renewWithin(limitMs).finally(() => {
      this.renewing = null
    })
    return this.renewing
  }

  /** Ends as unanswered also where the server accepts and never answers, or another tab holds the lock for one. */
  private async renewWithin(limitMs: number): Promise<RefreshOutcome> {
    const { setTimer, clearTimer } = this.parts
    const giveUp = new AbortController()
    const silence = new Promise<RefreshOutcome>(resolve => {
      giveUp.signal.addEventListener('abort', () => resolve('unanswered'))
    })
    const timer = setTimer(() => giveUp.abort(), limitMs)
    try {
      return await Promise.race([this.renew(giveUp.signal), silence])
    } finally {
      clearTimer(timer)
    }
  }

  private async renew(signal: AbortSignal): Promise<RefreshOutcome> {
    const ahead = tokenPair.safeParse(await this.parts.takeRenewalAhead?.(signal))
    if (ahead.success) {
      this.hold(ahead.data)
      return 'renewed'
    }
    const before = this.current.accessToken?.token
    return this.parts.lock(() => this.renewLocked(signal, before))
  }

  private async renewLocked(signal: AbortSignal, before: string | undefined): Promise<RefreshOutcome> {
    // The caller gave up while this waited: the token must not be used for nothing.
    if (signal.aborted) return 'unanswered'
    const refreshToken = this.readEntry(STORAGE.refreshToken)
    const accessToken = this.readEntry(STORAGE.accessToken)
    if (refreshToken === null) {
      this.clear()
      return 'none'
    }
    // Another tab renewed while this one waited for the lock: its tokens are fresh, a second use would look like theft.
    if (before !== undefined && accessToken !== null && accessToken.token !== before) {
      this.hold({ refreshToken, accessToken })
      return 'renewed'
    }
    try {
      const body = { refreshToken: refreshToken.token }
      const { data } = await this.parts.http.post(calls.auth.refresh.path, body, { signal })
      this.adopt(tokenPair.parse(data?.result))
      return 'renewed'
    } catch (error) {
      if (isUnanswered(error)) return 'unanswered'
      this.clear()
      return 'refused'
    }
  }
}

export const createSession = (parts: SessionParts): Session => new StoredSession(parts)
