/** Where this device is, by the browser. It is read only while the person has asked for it, and sent to nobody. */
import type { Position } from '@greensward/domain'
import { useEffect, useState } from 'react'

export interface OwnFix {
  readonly position: Position
  /** Radius in metres, of 68 % confidence. */
  readonly accuracyM: number
  /** Degrees clockwise from north; null while the device does not move. */
  readonly headingDeg: number | null
  /** Milliseconds since 1970. */
  readonly atMs: number
}

/** Why there is no position: refused by the person, not found by the device, or not given to a page without HTTPS. */
export type OwnFault = 'denied' | 'unavailable' | 'insecure'

export interface OwnReading {
  /** The newest one, also when it is old. */
  readonly fix: OwnFix | null
  readonly fault: OwnFault | null
}

const NOTHING: OwnReading = { fix: null, fault: null }
/** Above this a device says that it does not find its position, and continues to look. */
const LONGEST_SEARCH_MS = 20_000

/** @param attempt another value starts over */
export function useOwnFix(attempt: number): OwnReading {
  const [reading, setReading] = useState(NOTHING)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the browser again
  useEffect(() => {
    setReading(NOTHING)
    if (window.isSecureContext === false || !('geolocation' in navigator)) {
      setReading({ fix: null, fault: 'insecure' })
      return
    }
    const { geolocation } = navigator
    const watch = geolocation.watchPosition(
      ({ timestamp, coords }) =>
        setReading({
          fix: {
            position: [coords.longitude, coords.latitude],
            accuracyM: coords.accuracy,
            headingDeg: coords.heading === null || Number.isNaN(coords.heading) ? null : coords.heading,
            atMs: timestamp,
          },
          fault: null,
        }),
      ({ code, PERMISSION_DENIED }) =>
        setReading(({ fix }) =>
          code === PERMISSION_DENIED ? { fix: null, fault: 'denied' } : { fix, fault: 'unavailable' },
        ),
      { enableHighAccuracy: true, maximumAge: 5_000, timeout: LONGEST_SEARCH_MS },
    )
    return () => geolocation.clearWatch(watch)
  }, [attempt])
  return reading
}
