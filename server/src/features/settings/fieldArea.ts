/** The area that is mown, from the outlines of its zones. */
import type { PolygonGeometry } from '@greensward/domain'
import { localFrame, totalAreaM2 } from '@greensward/geometry'

/** Square metres. Each zone is measured in its own frame, so that a large course is measured as well as a small one. */
export const fieldAreaM2 = (zones: readonly PolygonGeometry[]): number =>
  Math.round(
    zones.reduce((sum, zone) => {
      const origin = zone.coordinates[0]?.[0]
      if (origin === undefined) return sum
      const frame = localFrame(origin)
      const [outer = [], ...holes] = zone.coordinates.map(ring => ring.map(frame.toLocal))
      return sum + totalAreaM2([{ outer, holes }])
    }, 0),
  )
