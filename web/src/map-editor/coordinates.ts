/** Coordinates as people type them, checked one by one. */
import type { MapBounds, Position } from '@greensward/domain'
import type { Plane } from './plane.ts'

export type TypedRefusal = 'notNumber' | 'lonRange' | 'latRange' | 'beyondBounds' | 'tooFar' | 'swapped'

export type Typed =
  | { readonly ok: true; readonly value: Position }
  | { readonly ok: false; readonly error: TypedRefusal }

const refused = (error: TypedRefusal): Typed => ({ ok: false, error })

/** Nobody moves a corner by more than this by hand; it is a slip of the decimal point. */
const FARTHEST_M = 10_000

/** A number with a point or a comma; degree and metre signs are let pass. Undefined for anything else. */
export const typedNumber = (text: string): number | undefined => {
  const plain = text.trim().replace(/[°m]$/i, '').trim().replace('\u2212', '-').replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

const isWithin = ([lon, lat]: Position, bounds: MapBounds): boolean =>
  lon >= bounds.topLeft[0] && lon <= bounds.bottomRight[0] && lat <= bounds.topLeft[1] && lat >= bounds.bottomRight[1]

/** A position typed in degrees. */
export const typedPosition = (lonText: string, latText: string, bounds: MapBounds | null): Typed => {
  const lon = typedNumber(lonText)
  const lat = typedNumber(latText)
  if (lon === undefined || lat === undefined) return refused('notNumber')
  if (bounds !== null && isWithin([lat, lon], bounds) && !isWithin([lon, lat], bounds)) return refused('swapped')
  if (lon < -180 || lon > 180) return refused('lonRange')
  if (lat < -90 || lat > 90) return refused('latRange')
  if (bounds !== null && !isWithin([lon, lat], bounds)) return refused('beyondBounds')
  return { ok: true, value: [lon, lat] }
}

/** A position typed as metres to the east and to the north of another. */
export const typedOffset = (
  from: Position,
  eastText: string,
  northText: string,
  plane: Plane,
  bounds: MapBounds | null,
): Typed => {
  const east = typedNumber(eastText)
  const north = typedNumber(northText)
  if (east === undefined || north === undefined) return refused('notNumber')
  if (Math.hypot(east, north) > FARTHEST_M) return refused('tooFar')
  const [x, y] = plane.toFlat(from)
  const value = plane.toPosition([x + east, y + north])
  return bounds !== null && !isWithin(value, bounds) ? refused('beyondBounds') : { ok: true, value }
}
