import type { CourseFeature, MissionCell, Position } from '@greensward/domain'
import { areaM2, difference, localFrame, offset, type PolygonXY } from '@greensward/geometry'

/**
 * How far a mower's middle may come out of its zone before it is stopped: RTK and steering are off by some centimetres,
 * and a mower that brakes at the end of a fast transit runs on a little.
 */
const OVERRUN_M = 0.5

/** Over the seam to another mower's part it may come less far: there somebody else may be. */
const SEAM_OVERRUN_M = 0.2

/** The ring that the mower is stopped outside of; null for what has no boundary. */
export const watchedBoundary = (
  target: CourseFeature | undefined,
  cell: MissionCell | undefined,
): readonly Position[] | null => {
  const ring = target?.geometry.type === 'Polygon' ? target.geometry.coordinates[0] : undefined
  const [origin] = ring ?? []
  if (ring === undefined || origin === undefined) return null
  const frame = localFrame(origin)
  const local = (corners: readonly Position[]): PolygonXY => ({
    outer: corners.slice(0, -1).map(position => frame.toLocal(position)),
    holes: [],
  })
  const whole = local(ring)
  const own = cell?.ground.coordinates[0]
  const part = own === undefined ? undefined : local(own)
  // Grown, the boundary of one zone stays one polygon; should it not, the drawn one is watched.
  const grown = part === undefined ? offset([whole], OVERRUN_M) : aroundCell(part, whole)
  const largest = grown.toSorted((a, b) => areaM2(b) - areaM2(a))[0]
  return largest === undefined
    ? (own ?? ring)
    : largest.outer.map((point): Position => {
        const [lon, lat] = frame.toLonLat(point)
        return [lon, lat]
      })
}

/** Wide where nobody else mows, narrow towards the rest of the zone. */
const aroundCell = (cell: PolygonXY, whole: PolygonXY): PolygonXY[] =>
  difference(offset([cell], OVERRUN_M), difference([whole], offset([cell], SEAM_OVERRUN_M)))
