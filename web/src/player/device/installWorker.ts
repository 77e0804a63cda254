/** The service worker keeps the program itself on the tablet, and answers nothing of the API. */
const ASK_EVERY_MS = 3_600_000
const BUSY_AGAIN_MS = 5_000

/** A newer program is loaded as soon as nobody is in the middle of an order or a card. */
const reloadWhenFree = (): void => {
  if (document.querySelector('dialog[open]') === null) window.location.reload()
  else setTimeout(reloadWhenFree, BUSY_AGAIN_MS)
}

export function installWorker(): (() => void) | undefined {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
  const hadOne = navigator.serviceWorker.controller !== null
  const changed = (): void => {
    if (hadOne) reloadWhenFree()
  }
  navigator.serviceWorker.addEventListener('controllerchange', changed)
  const registered = navigator.serviceWorker.register('/playerWorker.js', { scope: '/player' })
  const timer = setInterval(() => void registered.then(found => found.update()).catch(() => undefined), ASK_EVERY_MS)
  // Plain HTTP in a course's own network: it works on without, as long as there is a network.
  registered.catch(() => undefined)
  return () => {
    clearInterval(timer)
    navigator.serviceWorker.removeEventListener('controllerchange', changed)
  }
}
