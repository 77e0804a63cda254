/** Zones of the course as the map gives them, with their size and their distance. */

export interface Zone {
  readonly id: string
  readonly kind: string
  readonly geometry: { readonly coordinates: readonly (readonly (readonly [number, number])[])[] }
  readonly properties: { readonly title: string }
}
type Place = readonly [lon: number, lat: number]

/** Of a degree of latitude, metres. */
const DEGREE_M = 111_320

const degreesM = ([, lat]: Place): Place => [DEGREE_M * Math.cos((lat * Math.PI) / 180), DEGREE_M]

/** The mean of its corners. */
export const middleOf = ({ geometry }: Zone): Place => {
  const ring = geometry.coordinates[0] ?? []
  const mean = (axis: 0 | 1): number => ring.reduce((sum, corner) => sum + corner[axis], 0) / ring.length
  return [mean(0), mean(1)]
}

/** From the middle of the zone's corners. */
export const distanceM = (zone: Zone, from: Place): number => {
  const [lon, lat] = middleOf(zone)
  const [lonM, latM] = degreesM(from)
  return Math.hypot((lon - from[0]) * lonM, (lat - from[1]) * latM)
}

/** The area inside of its outer ring. */
export const areaM2 = (zone: Zone): number => {
  const ring = zone.geometry.coordinates[0] ?? []
  const [lonM, latM] = degreesM(middleOf(zone))
  return Math.abs(
    ring.reduce((sum, [lon, lat], index) => {
      const [nextLon, nextLat] = ring[(index + 1) % ring.length] ?? [lon, lat]
      return sum + ((lon * nextLat - nextLon * lat) * lonM * latM) / 2
    }, 0),
  )
}
