import { useEffect, useState } from 'react'

/** 0:42 */
export const countdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/**
 * Whole seconds until a moment, by the clock, so that a phone that slept shows the truth when it wakes.
 * @param endsAt milliseconds since 1970
 */
export function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAt) window.clearInterval(timer)
    }, 250)
    return () => window.clearInterval(timer)
  }, [endsAt])
  return Math.max(0, Math.ceil((endsAt - now) / 1_000))
}
