import i18next from 'i18next'
import { useEffect } from 'react'

/** A browser that gets notifications says once that the same person still uses it, and when they choose another language. */
export function usePushRenewal(): void {
  useEffect(() => {
    const isAsked = 'Notification' in window && Notification.permission === 'granted'
    if (!isAsked) return
    const renew = (): void => {
      void import('../api/browserPush.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
    }
    renew()
    i18next.on('languageChanged', renew)
    return () => i18next.off('languageChanged', renew)
  }, [])
}
