/** Between the map's longitude and latitude and the metres in which shapes are judged and drives are planned. */
import { type Box, type LocalFrame, localFrame, type PolygonXY, type XY } from '@greensward/geometry'
import type { PolygonGeometry, Position } from './course.ts'

/** Nine decimals are 0.1 mm: far below RTK, and half the digits that a double would write. */
const DECIMALS = 1e9

const rounded = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS

/** A frame whose origin is the middle of the box round some positions, so that it depends on nothing else. */
export const frameAround = (positions: readonly Position[]): LocalFrame => {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [lon, lat] of positions) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return localFrame(positions.length === 0 ? [0, 0] : [(west + east) / 2, (south + north) / 2])
}

/** The ring in metres; GeoJSON's repetition of the first corner at the end is left out. */
const ringXY = (frame: LocalFrame, ring: readonly Position[]): XY[] => {
  const points = ring.map(position => frame.toLocal(position))
  const first = ring[0]
  const last = ring[ring.length - 1]
  if (points.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1]) points.pop()
  return points
}

/** A GeoJSON polygon in metres of the frame. */
export const polygonXY = (frame: LocalFrame, geometry: PolygonGeometry): PolygonXY => ({
  outer: ringXY(frame, geometry.coordinates[0] ?? []),
  holes: geometry.coordinates.slice(1).map(ring => ringXY(frame, ring)),
})

/** The position as the product stores it. */
export const roundedPosition = ([lon, lat]: Position): Position => [rounded(lon), rounded(lat)]

/** A place of the frame on the earth. */
export const positionOf = (frame: LocalFrame, point: XY): Position => {
  const [lon, lat] = frame.toLonLat(point)
  return roundedPosition([lon, lat])
}

const ringOf = (frame: LocalFrame, ring: readonly XY[]): Position[] => {
  const positions = ring.map(point => positionOf(frame, point))
  const first = positions[0]
  return first === undefined ? positions : [...positions, first]
}

/** A polygon of the frame as GeoJSON, rings closed. */
export const polygonGeometryOf = (frame: LocalFrame, polygon: PolygonXY): PolygonGeometry => ({
  type: 'Polygon',
  coordinates: [polygon.outer, ...polygon.holes].map(ring => ringOf(frame, ring)),
})

/** Corners of the polygon that stands for a round no-go; enough to be within 1 % of the circle. */
const CIRCLE_CORNERS = 32

/** A circle as a polygon that holds all of it, so that what keeps out of the polygon keeps out of the circle. */
export const circleXY = (centre: XY, radiusM: number): PolygonXY => {
  const r = radiusM / Math.cos(Math.PI / CIRCLE_CORNERS)
  const outer = Array.from({ length: CIRCLE_CORNERS }, (_, i): XY => {
    const angle = (2 * Math.PI * i) / CIRCLE_CORNERS
    return [centre[0] + r * Math.cos(angle), centre[1] + r * Math.sin(angle)]
  })
  return { outer, holes: [] }
}

/** Whether two boxes have a place in common. */
export const boxesMeet = (a: Box, b: Box): boolean =>
  a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY
