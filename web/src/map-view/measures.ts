/** Sizes of features on the ground. */
import type { PolygonGeometry, Position } from '@greensward/domain'
import { areaM2, lengthM, localFrame } from '@greensward/geometry'

export const lineLengthM = (points: readonly Position[]): number => {
  const [first] = points
  if (first === undefined) return 0
  const frame = localFrame(first)
  return lengthM(points.map(point => frame.toLocal(point)))
}

export const polygonAreaM2 = (polygon: PolygonGeometry): number => {
  const first = polygon.coordinates[0]?.[0]
  if (first === undefined) return 0
  const frame = localFrame(first)
  const rings = polygon.coordinates.map(ring => ring.slice(0, -1).map(corner => frame.toLocal(corner)))
  const [outer = [], ...holes] = rings
  return areaM2({ outer, holes })
}
