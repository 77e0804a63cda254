import { frameAround, type Position, polygonXY, type Zone } from '@greensward/domain'
import { areaM2, contains } from '@greensward/geometry'
import { useEffect, useState } from 'react'

/** The smallest zone at a position: a green lies within its collar. */
export const zoneAt = (zones: readonly Zone[], at: Position): Zone | undefined => {
  let best: { readonly zone: Zone; readonly areaM2: number } | undefined
  for (const zone of zones) {
    const frame = frameAround(zone.geometry.coordinates[0] ?? [])
    const polygon = polygonXY(frame, zone.geometry)
    if (!contains(polygon, frame.toLocal(at))) continue
    const size = areaM2(polygon)
    if (best === undefined || size < best.areaM2) best = { zone, areaM2: size }
  }
  return best?.zone
}

/** Where the phone is, once its person allows it; undefined before, and in browsers that do not say. */
export function useHere(): Position | undefined {
  const [here, setHere] = useState<Position>()
  useEffect(() => {
    if (!('geolocation' in navigator)) return
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => setHere([coords.longitude, coords.latitude]),
      () => undefined,
      { enableHighAccuracy: true, maximumAge: 10_000 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [])
  return here
}
