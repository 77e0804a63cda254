/**
 * The service worker of notifications: shows what is pushed and opens what it is about. It stands between nothing and the
 * network: it has no fetch handler, and the golfer's screen has a worker of its own.
 */
import type { PushMessage } from '@greensward/domain'
import { pushShown, pushTexts } from './pushShown.ts'

/** As far as it is used here; the types of a page and of a worker exclude each other. */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Pushed extends Waiting {
  readonly data: { json(): PushMessage } | null
}
interface Clicked extends Waiting {
  readonly notification: Notification & { readonly data?: { readonly path?: string } }
}
interface OpenPage {
  readonly url: string
  focus(): Promise<OpenPage>
  navigate(url: string): Promise<OpenPage | null>
}
interface Worker {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>
    openWindow(url: string): Promise<unknown>
    claim(): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
}

const worker = self as unknown as Worker
const texts = pushTexts()

worker.addEventListener('install', event => event.waitUntil(worker.skipWaiting()))
// Only a page that the worker has taken over can be led to another address by it.
worker.addEventListener('activate', event => event.waitUntil(worker.clients.claim()))

const show = async (message: PushMessage): Promise<void> => {
  const { title, body, options } = await pushShown(message, await texts)
  await worker.registration.showNotification(title, { body, ...options })
}

worker.addEventListener('push', event => {
  if (event.data !== null) event.waitUntil(show(event.data.json()))
})

const open = async (path: string): Promise<void> => {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // The golfer's screen is left alone.
  const page = pages.find(({ url }) => !new URL(url).pathname.startsWith('/player'))
  const address = new URL(path, worker.location.origin).href
  if (page === undefined) await worker.clients.openWindow(address)
  // A page that cannot be led there is left where it is.
  else await (await page.focus()).navigate(address).catch(() => worker.clients.openWindow(address))
}

worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? '/notifications'))
})
