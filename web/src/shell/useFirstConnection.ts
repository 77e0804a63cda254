import { useEffect, useState } from 'react'
import type { LiveState } from '../api/index.ts'

/** The longest wait for the first live connection; after it the screens open and the top bar says that it is missing. */
const CONNECTING_MS = 60_000

/** True from the sign-in until the live channel was there once, for a minute at most. */
export function useFirstConnection(wanted: boolean, status: LiveState['status']): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (!wanted || settled) return
    if (status === 'live') {
      setSettled(true)
      return
    }
    const timer = window.setTimeout(() => setSettled(true), CONNECTING_MS)
    return () => window.clearTimeout(timer)
  }, [wanted, settled, status])
  return wanted && !settled && status !== 'live'
}
