import { useEffect, useState, useSyncExternalStore } from 'react'
import { live } from '../../api/index.ts'

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device itself says that it has a network. */
export const useHasNetwork = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Since when it is so, in milliseconds since 1970; null while it is not. */
export function useSince(isSo: boolean): number | null {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => setSince(isSo ? Date.now() : null), [isSo])
  return since
}

/** Since when the live channel is gone. */
export function useOfflineSince(): number | null {
  const hasNetwork = useHasNetwork()
  const status = useSyncExternalStore(live.onState, () => live.state().status)
  return useSince(!hasNetwork || status === 'lost')
}
