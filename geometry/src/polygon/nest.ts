import type { PolygonXY, Ring } from '../units.ts'
import { ringContains } from './contains.ts'
import { type Box, boxesMeet, boxOf, signedAreaM2 } from './measure.ts'

/** Rings smaller than this are dust of rounding. */
const DUST_AREA_M2 = 1e-5

/** Makes polygons of rings that do not cross: those that run counter-clockwise are outer ones, the others holes in them. */
export const nest = (rings: Iterable<Ring>): PolygonXY[] => {
  const outers: { ring: Ring; area: number; holes: Ring[] }[] = []
  const holes: Ring[] = []
  for (const ring of rings) {
    const area = signedAreaM2(ring)
    if (Math.abs(area) < DUST_AREA_M2) continue
    if (area > 0) outers.push({ ring, area, holes: [] })
    else holes.push(ring)
  }
  // The smallest outer ring round a hole is its owner, so smaller rings are asked first.
  const bySize = outers
    .map(polygon => ({ ...polygon, box: outers.length === 1 ? undefined : boxOf(polygon.ring) }))
    .sort((a, b) => a.area - b.area)
  for (const hole of holes) {
    const around = bySize.length === 1 ? undefined : boxOf(hole)
    const owner =
      around === undefined
        ? bySize[0]
        : bySize.find(({ ring, box }) => box !== undefined && boxesMeet(around, box) && holeLiesIn(hole, ring, box))
    owner?.holes.push(hole)
  }
  return outers.map(({ ring, holes: own }) => ({ outer: ring, holes: own }))
}

// A hole may share single corners with its outer ring, so the majority of its corners decides.
const holeLiesIn = (hole: Ring, ring: Ring, box: Box): boolean => {
  let inside = 0
  let outside = 0
  for (const corner of hole) {
    const within =
      corner[0] >= box.minX && corner[0] <= box.maxX && corner[1] >= box.minY && corner[1] <= box.maxY
        ? ringContains(ring, corner)
        : false
    if (within) inside++
    else outside++
    if (Math.abs(inside - outside) > 4) break
  }
  return inside > outside
}
