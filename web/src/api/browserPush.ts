/** This browser as one that notifications are sent to. */
import { calls } from '@greensward/contract'
import { spokenLanguage } from '../i18n/index.ts'
import { call } from './call.ts'

const WORKER = '/pushWorker.js'

/** Why it cannot be one; undefined where it can. */
export type PushHindrance = 'insecure' | 'homeScreen' | 'unsupported' | 'denied'

export function pushHindrance(): PushHindrance | undefined {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'homeScreen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** Null where this browser is none. */
async function subscription(): Promise<PushSubscription | null> {
  if (pushHindrance() !== undefined) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

const isSameKey = (kept: ArrayBuffer | null | undefined, publicKey: string): boolean => {
  const wanted = bytesOf(publicKey)
  return kept?.byteLength === wanted.length && new Uint8Array(kept).every((byte, index) => byte === wanted[index])
}

/** The worker once it runs; another one of the same page may run already. */
const running = async (registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> => {
  const starting = registration.installing ?? registration.waiting
  if (registration.active === null && starting !== null)
    await new Promise<void>(resolve => {
      starting.addEventListener('statechange', () => {
        if (starting.state === 'activated' || starting.state === 'redundant') resolve()
      })
    })
  return registration
}

/** Asks the person, the browser and the server, in that order. @returns undefined where the person says no */
export async function startPush(publicKey: string): Promise<{ readonly id: string } | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { pushManager } = await running(await navigator.serviceWorker.register(WORKER, { scope: '/' }))
  const old = await pushManager.getSubscription()
  // A subscription made with another key does not work with this one.
  const isUsable = old !== null && isSameKey(old.options.applicationServerKey, publicKey)
  if (old !== null && !isUsable) await old.unsubscribe()
  const made = isUsable
    ? old
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
  const { endpoint, keys } = made.toJSON()
  return call(calls.push.add, {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      language: spokenLanguage(),
    },
  })
}

/** Reports to the server who uses this browser now. A person who asked for no messages gets none. */
export async function renewPush(): Promise<string | null> {
  const own = await subscription()
  if (own === null) return null
  const { id } = await call(calls.push.renew, { body: { endpoint: own.endpoint, language: spokenLanguage() } })
  if (id === null) await own.unsubscribe()
  return id
}
