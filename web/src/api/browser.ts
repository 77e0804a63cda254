/** The one transport and session of this browser tab. */
import { forgetAhead, takeRenewalAhead } from './ahead.ts'
import { lockSession } from './sessionLock.ts'
import { createStops } from './stops.ts'
import { STORAGE } from './storage.ts'
import { createTransport } from './transport.ts'

export const { http, session } = createTransport('/api', {
  storage: window.localStorage,
  lock: lockSession,
  takeRenewalAhead,
  setTimer: (run, ms) => window.setTimeout(run, ms),
  clearTimer: timer => {
    if (typeof timer === 'number') window.clearTimeout(timer)
  },
  now: () => Date.now(),
})

export const stops = createStops(() => session.state().accessToken?.token)

session.subscribe(() => {
  const { loading, accessToken } = session.state()
  if (!loading && accessToken === null) forgetAhead()
})

window.addEventListener('storage', event => {
  if (event.key === null || event.key === STORAGE.accessToken || event.key === STORAGE.refreshToken)
    session.readEntriesAgain()
})
