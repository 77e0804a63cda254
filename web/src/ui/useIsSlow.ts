import { useEffect, useState } from 'react'

/** A wait longer than this is explained, in milliseconds. */
const SLOW_MS = 5_000

/** True once its component has been shown for a while. */
export function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return isSlow
}
