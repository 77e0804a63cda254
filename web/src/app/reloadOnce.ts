/** A release removes the files of the one before: a page that was open asks for one of them in vain. */

const ENTRY = 'reloadedAt'
/** Another miss within this time has another cause, and the error page shows it. */
const ONCE_PER_MS = 60_000

/**
 * Loads the page again where a part of the program is missing, once.
 * @param reload loads the page
 */
export function reloadForMissingParts(reload: () => void, nowMs: () => number = Date.now): void {
  window.addEventListener('vite:preloadError', event => {
    const last = Number(sessionStorage.getItem(ENTRY) ?? 0)
    if (nowMs() - last < ONCE_PER_MS) return
    sessionStorage.setItem(ENTRY, String(nowMs()))
    event.preventDefault()
    reload()
  })
}
