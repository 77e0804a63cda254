/**
 * The session: two tokens, who renews them, and when they are gone. It knows no React; screens hear of changes by
 * `subscribe`. The refresh token rests in local storage, where other tabs of the same browser see it too.
 */
import { calls, type Token, type TokenPair, token, tokenPair } from '@greensward/domain/contract'
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
  /** True when the start gave up after a minute; the tokens stay, as nobody refused them. */
  readonly unreachable: boolean
}

/** `refused` ended the session; `unanswered` means that nobody knows, and the session stays. */
export type RefreshOutcome = 'renewed' | 'refused' | 'unanswered' | 'none'

export interface SessionParts {
  readonly http: AxiosInstance
  readonly storage: Entries
  /** Keeps two tabs from using up one refresh token; absent outside secure contexts. */
  readonly lock: <T>(work: () => Promise<T>) => Promise<T>
  /** The pair that was asked for, and stored, before the program ran; nothing where that came to nothing, and once taken. */
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
  /** Renews unless somebody already does, then waits for that one; true when there is a new key. */
  readonly renewedAfter: (usedKey: string | undefined) => Promise<boolean>
  readonly logOut: () => Promise<void>
  readonly clear: () => void
  /** Another tab changed the entries. */
  readonly readEntriesAnew: () => void
}

/** No answer at all, or a gateway's word that the server behind it is away. */
const isUnanswered = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null || !('isAxiosError' in error)) return false
  const response = 'response' in error ? (error.response as { status?: number } | undefined) : undefined
  return response === undefined || [502, 503, 504].includes(response.status ?? 0)
}

export function createSession(parts: SessionParts): Session {
  const { http, storage, lock, takeRenewalAhead, setTimer, clearTimer, now } = parts
  const listeners = new Set<() => void>()
  let state: SessionState = {
    refreshToken: null,
    accessToken: null,
    loading: true,
    waitingForServer: false,
    unreachable: false,
  }
  let renewing: Promise<RefreshOutcome> | null = null
  let expiryTimer: unknown = null

  const set = (change: Partial<SessionState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const sleep = (ms: number): Promise<void> => new Promise(done => setTimer(done, ms))

  const readEntry = (name: string): Token | null => {
    const text = storage.getItem(name)
    if (text === null) return null
    try {
      const parsed = token.safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }

  const watchExpiry = (ttlS: number): void => {
    if (expiryTimer !== null) clearTimer(expiryTimer)
    const endsAt = now() + ttlS * 1_000
    const arm = (): void => {
      expiryTimer = setTimer(
        () => {
          if (now() >= endsAt) clear()
          else arm()
        },
        Math.min(Math.max(endsAt - now(), 0), LONGEST_TIMER_MS),
      )
    }
    arm()
  }

  const hold = (pair: TokenPair): void => {
    http.defaults.headers.common[KEY_HEADER] = pair.accessToken.token
    watchExpiry(pair.refreshToken.ttl)
    set({ refreshToken: pair.refreshToken, accessToken: pair.accessToken })
  }

  const adopt = (pair: TokenPair): void => {
    storage.setItem(STORAGE.refreshToken, JSON.stringify(pair.refreshToken))
    storage.setItem(STORAGE.accessToken, JSON.stringify(pair.accessToken))
    hold(pair)
  }

  const clear = (): void => {
    if (expiryTimer !== null) clearTimer(expiryTimer)
    expiryTimer = null
    for (const name of [STORAGE.refreshToken, STORAGE.accessToken, STORAGE.mapLayer, STORAGE.filters])
      storage.removeItem(name)
    delete http.defaults.headers.common[KEY_HEADER]
    set({ refreshToken: null, accessToken: null })
  }

  const renew = async (signal: AbortSignal): Promise<RefreshOutcome> => {
    const ahead = tokenPair.safeParse(await takeRenewalAhead?.(signal))
    if (ahead.success) {
      hold(ahead.data)
      return 'renewed'
    }
    const before = state.accessToken?.token
    return lock(async () => {
      // Given up while it waited: the token must not be used up for nobody.
      if (signal.aborted) return 'unanswered'
      const refreshToken = readEntry(STORAGE.refreshToken)
      const accessToken = readEntry(STORAGE.accessToken)
      if (refreshToken === null) {
        clear()
        return 'none'
      }
      // Another tab renewed while this one waited for the lock: its tokens are fresh, a second use would look like theft.
      if (before !== undefined && accessToken !== null && accessToken.token !== before) {
        hold({ refreshToken, accessToken })
        return 'renewed'
      }
      try {
        const { data } = await http.post(calls.auth.refresh.path, { refreshToken: refreshToken.token }, { signal })
        adopt(tokenPair.parse(data?.result))
        return 'renewed'
      } catch (error) {
        if (isUnanswered(error)) return 'unanswered'
        clear()
        return 'refused'
      }
    })
  }

  /** A server that accepts and never answers ends it too, as does another tab that holds the lock for one. */
  const renewWithin = async (limitMs: number): Promise<RefreshOutcome> => {
    const giveUp = new AbortController()
    const silence = new Promise<RefreshOutcome>(resolve => {
      giveUp.signal.addEventListener('abort', () => resolve('unanswered'))
    })
    const timer = setTimer(() => giveUp.abort(), limitMs)
    try {
      return await Promise.race([renew(giveUp.signal), silence])
    } finally {
      clearTimer(timer)
    }
  }

  const refresh = (limitMs = CONNECTING_MS): Promise<RefreshOutcome> => {
    if (renewing === null) {
      renewing = renewWithin(limitMs).finally(() => {
        renewing = null
      })
    }
    return renewing
  }

  return {
    state: () => state,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: async () => {
      set({ loading: true, unreachable: false })
      const givesUpAt = now() + CONNECTING_MS
      let outcome: RefreshOutcome = readEntry(STORAGE.refreshToken) === null ? 'none' : await refresh()
      for (let waitMs = 1_000; outcome === 'unanswered' && now() < givesUpAt; waitMs = Math.min(waitMs * 2, 5_000)) {
        set({ waitingForServer: true })
        await sleep(waitMs)
        outcome = await refresh(Math.max(givesUpAt - now(), 1_000))
      }
      set({ loading: false, waitingForServer: false, unreachable: outcome === 'unanswered' })
    },
    adopt,
    refresh: () => refresh(),
    renewedAfter: async usedKey => {
      if (renewing !== null) {
        while (renewing !== null) await sleep(REFRESH_POLL_MS)
        return state.accessToken !== null && state.accessToken.token !== usedKey
      }
      if (state.accessToken !== null && state.accessToken.token !== usedKey) return true
      return (await refresh()) === 'renewed'
    },
    logOut: async () => {
      const { data } = await http.post(calls.auth.logout.path)
      if (data?.code === 200) clear()
    },
    clear,
    readEntriesAnew: () => {
      const refreshToken = readEntry(STORAGE.refreshToken)
      const accessToken = readEntry(STORAGE.accessToken)
      if (refreshToken === null) {
        if (state.refreshToken !== null) clear()
      } else if (accessToken !== null && accessToken.token !== state.accessToken?.token) {
        hold({ refreshToken, accessToken })
      }
    },
  }
}
