/** The HTTP client: the key in its header, one renewal on a 401, then the request again with the new key. */
import axios, { type AxiosInstance, isAxiosError } from 'axios'
import { createSession, KEY_HEADER, type Session, type SessionParts } from './session.ts'

declare module 'axios' {
  interface InternalAxiosRequestConfig {
    /** Set on the second try after a 401, which is the last. */
    wasRetried?: boolean
  }
}

/** These answer 401 for reasons that a new key does not fix. */
const RENEWS_NOTHING = ['auth/login', 'auth/code', 'auth/code/resend', 'auth/token/refresh']

export function createTransport(
  baseURL: string,
  parts: Omit<SessionParts, 'http'>,
): { readonly http: AxiosInstance; readonly session: Session } {
  // Time-out 0 and the XSRF names are axios's own defaults, and the product's.
  const http = axios.create({ baseURL, timeout: 0 })
  const session = createSession({ ...parts, http })
  http.interceptors.response.use(undefined, async (error: unknown) => {
    if (!isAxiosError(error) || error.response?.status !== 401 || error.config === undefined) throw error
    const { config } = error
    if (config.wasRetried === true || RENEWS_NOTHING.includes(config.url ?? '')) throw error
    const usedKey = config.headers.get(KEY_HEADER)
    if (!(await session.renewedAfter(typeof usedKey === 'string' ? usedKey : undefined))) throw error
    config.wasRetried = true
    config.headers.set(KEY_HEADER, session.state().accessToken?.token)
    return http.request(config)
  })
  return { http, session }
}
