/** Which way rings run in files. The map itself does not care: an outline may have been drawn either way. */
import type { CourseFeature, Position } from '@greensward/domain'

/** Twice the area in square degrees, positive where the ring runs counter-clockwise. */
export const signedArea = (ring: readonly Position[]): number => {
  const [originX, originY] = ring[0] ?? [0, 0]
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y]
    return sum + (x - originX) * (nextY - originY) - (nextX - originX) * (y - originY)
  }, 0)
}

/** Outlines run counter-clockwise and holes clockwise, as RFC 7946 (3.1.6) asks. */
export const rightHanded = <T extends CourseFeature['geometry']>(geometry: T): T =>
  geometry.type === 'Polygon'
    ? {
        ...geometry,
        coordinates: geometry.coordinates.map((ring, i) =>
          signedArea(ring) < 0 === (i === 0) ? ring.toReversed() : ring,
        ),
      }
    : geometry
