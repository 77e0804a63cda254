import type { CourseFeature, Position } from '@greensward/domain'
import { areaM2, localFrame, offset, type Ring } from '@greensward/geometry'

/**
 * How far a mower's middle may come out of its zone before it is stopped: RTK and steering are off by some centimetres,
 * and a mower that brakes at the end of a fast transit runs on a little.
 */
const OVERRUN_M = 0.5

/** The ring that the mower is stopped outside of; null for what has no boundary. */
export const watchedBoundary = (target: CourseFeature | undefined): readonly Position[] | null => {
  const ring = target?.geometry.type === 'Polygon' ? target.geometry.coordinates[0] : undefined
  const [origin] = ring ?? []
  if (ring === undefined || origin === undefined) return null
  const frame = localFrame(origin)
  const outer: Ring = ring.slice(0, -1).map(position => frame.toLocal(position))
  // Grown, the boundary of one zone stays one polygon; should it not, the drawn one is watched.
  const grown = offset([{ outer, holes: [] }], OVERRUN_M).toSorted((a, b) => areaM2(b) - areaM2(a))[0]
  return grown === undefined
    ? ring
    : grown.outer.map((point): Position => {
        const [lon, lat] = frame.toLonLat(point)
        return [lon, lat]
      })
}
