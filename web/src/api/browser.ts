/** The one transport and session of this browser tab. */
import { forgetAhead } from './ahead.ts'
import { STORAGE } from './storage.ts'
import { createTransport } from './transport.ts'

const LOCK = 'greensward.session'

export const { http, session } = createTransport('/api', {
  storage: window.localStorage,
  // Web Locks exist in secure contexts only; without them the server's grace for parallel tabs has to do.
  lock: work => ('locks' in navigator ? navigator.locks.request(LOCK, work) : work()),
  setTimer: (run, ms) => window.setTimeout(run, ms),
  clearTimer: timer => {
    if (typeof timer === 'number') window.clearTimeout(timer)
  },
  now: () => Date.now(),
})

session.subscribe(() => {
  const { loading, accessToken } = session.state()
  if (!loading && accessToken === null) forgetAhead()
})

window.addEventListener('storage', event => {
  if (event.key === null || event.key === STORAGE.accessToken || event.key === STORAGE.refreshToken)
    session.readEntriesAnew()
})
