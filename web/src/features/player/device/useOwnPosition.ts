import type { BodyOf } from '@greensward/contract'
import type { lateCalls } from '@greensward/contract/late'
import { useEffect, useRef, useState } from 'react'
import { within } from '../database.ts'
import { thinned } from './thinned.ts'

export type OwnFix = BodyOf<typeof lateCalls.player.report>['fixes'][number]

const ENTRY = 'fixes'
/** The server takes this number at once, and a longer gap keeps this number. */
const MOST = 500
const SEND_EVERY_MS = 3_000
/** A stationary cart reports its position this often. */
const LEAST_STEP_MS = 1_000

const isFix = (value: unknown): value is OwnFix => typeof value === 'object' && value !== null && 'position' in value

/**
 * Where the tablet is. Fixes of a gap are kept on the device, also through a restart, and go in one go after it.
 * @param send rejects where it did not arrive
 */
export function useOwnPosition(send: (fixes: readonly OwnFix[]) => Promise<void>): OwnFix | null {
  const [fix, setFix] = useState<OwnFix | null>(null)
  const sending = useRef(send)
  sending.current = send
  useEffect(() => {
    // A browser tells the position in secure contexts only; without it the cart's own tracker has to.
    if (!('geolocation' in navigator)) return
    let waiting: readonly OwnFix[] = []
    let isBusy = false
    let lastMs = 0
    const store = (): Promise<unknown> => within('kept', 'readwrite', kept => kept.put(waiting, ENTRY))
    const ready = within<unknown>('kept', 'readonly', kept => kept.get(ENTRY)).then(found => {
      if (Array.isArray(found)) waiting = thinned([...found.filter(isFix), ...waiting], MOST)
    })
    const watch = navigator.geolocation.watchPosition(
      ({ timestamp, coords }) => {
        if (timestamp - lastMs < LEAST_STEP_MS) return
        lastMs = timestamp
        const next: OwnFix = {
          at: new Date(timestamp).toISOString(),
          position: [coords.longitude, coords.latitude],
          accuracyM: coords.accuracy,
          speedMps: coords.speed,
          headingDeg: coords.heading === null || Number.isNaN(coords.heading) ? null : coords.heading % 360,
        }
        setFix(next)
        waiting = thinned([...waiting, next], MOST)
        void store()
      },
      () => undefined,
      { enableHighAccuracy: true, maximumAge: 0 },
    )
    const timer = setInterval(async () => {
      await ready
      if (isBusy || waiting.length === 0) return
      isBusy = true
      const sent = waiting
      try {
        await sending.current(sent)
        waiting = waiting.filter(one => !sent.includes(one))
        await store()
      } catch {
        // They wait for the network.
      } finally {
        isBusy = false
      }
    }, SEND_EVERY_MS)
    return () => {
      clearInterval(timer)
      navigator.geolocation.clearWatch(watch)
    }
  }, [])
  return fix
}
