/** Areas of the map split, merged, cut out and repaired: GeoJSON in, GeoJSON out, in metres in between. */
import {
  areaM2,
  cutPolygon,
  difference,
  type LocalFrame,
  mergePolygons,
  offset,
  type PolygonXY,
  polygonProblem,
  splitPolygon,
  union,
  withSharedCorners,
  type XY,
} from '@greensward/geometry'
import type { PolygonGeometry, Position } from './course.ts'
import { circleXY, frameAround, polygonGeometryOf, polygonXY, roundedPosition } from './courseGeometry.ts'

/** A piece smaller than this is a slip of the pen. */
export const LEAST_AREA_M2 = 0.5

/** A part smaller than this is dust of the knife. */
const LEAST_PART_M2 = 0.01

const frameOf = (geometries: readonly PolygonGeometry[]) => frameAround(geometries.flatMap(g => g.coordinates.flat()))

/**
 * The area as the product stores it. Where two of its rings touch both get that corner: on the edge alone, it would be on
 * the wrong side by the rounding of its numbers, and other programs judge the stored degrees exactly.
 */
export const storedGeometry = (geometry: PolygonGeometry): PolygonGeometry => {
  const coordinates = geometry.coordinates.map(ring => ring.map(roundedPosition))
  const drawn = { outer: coordinates[0] ?? [], holes: coordinates.slice(1) }
  const shared = withSharedCorners(drawn)
  if (shared === drawn) return { type: 'Polygon', coordinates }
  const closed = (ring: readonly XY[]): Position[] => [...ring, ...ring.slice(0, 1)].map(([lon, lat]) => [lon, lat])
  return { type: 'Polygon', coordinates: [shared.outer, ...shared.holes].map(closed) }
}

const storedGeometryOf = (frame: LocalFrame, polygon: PolygonXY): PolygonGeometry =>
  storedGeometry(polygonGeometryOf(frame, polygon))

const largestFirst = (a: PolygonXY, b: PolygonXY): number => areaM2(b) - areaM2(a)

/** The parts into which a line cuts an area, the largest first; one where the line does not cross from edge to edge. */
export const splitGeometry = (geometry: PolygonGeometry, line: readonly Position[]): PolygonGeometry[] => {
  const frame = frameOf([geometry])
  const parts = splitPolygon(
    polygonXY(frame, geometry),
    line.map(position => frame.toLocal(position)),
  )
  return parts.length < 2
    ? [geometry]
    : soundPieces(frame, parts, LEAST_PART_M2).map(part => storedGeometryOf(frame, part))
}

/** Areas that touch or overlap made one, the largest first; more than one where some are apart. */
export const mergeGeometries = (geometries: readonly PolygonGeometry[]): PolygonGeometry[] => {
  const frame = frameOf(geometries)
  const merged = mergePolygons(geometries.map(geometry => polygonXY(frame, geometry)))
  return soundPieces(frame, merged, LEAST_PART_M2).map(part => storedGeometryOf(frame, part))
}

/** An area minus others, the largest piece first; empty if nothing is left. */
export const cutGeometry = (geometry: PolygonGeometry, cutters: readonly PolygonGeometry[]): PolygonGeometry[] => {
  const frame = frameOf([geometry])
  const left = cutPolygon(
    polygonXY(frame, geometry),
    cutters.map(cutter => polygonXY(frame, cutter)),
  )
  return soundPieces(frame, left, LEAST_PART_M2).map(part => storedGeometryOf(frame, part))
}

/** A round no-go as an area that holds all of it. */
export const circleGeometry = (centre: Position, radiusM: number): PolygonGeometry => {
  const frame = frameAround([centre])
  return polygonGeometryOf(frame, circleXY([0, 0], radiusM))
}

/** Everything that crossed lines go round, as areas that are valid, the largest first. */
export const repairGeometry = (geometry: PolygonGeometry): PolygonGeometry[] => {
  const frame = frameOf([geometry])
  return repairedPieces(frame, polygonXY(frame, geometry))
    .sort(largestFirst)
    .map(piece => storedGeometryOf(frame, piece))
}

/** Everything that the lines go round, cut where they cross; what is a hole stays one. */
export const repairedPieces = (frame: LocalFrame, { outer, holes }: PolygonXY): PolygonXY[] => {
  const solid = union([{ outer, holes: [] }])
  const cut = holes.length === 0 ? solid : difference(solid, union(holes.map(hole => ({ outer: hole, holes: [] }))))
  return soundPieces(frame, cut)
}

/** Two rings of a result that touch in a point are parted by this much. */
const PARTING_M = 0.005

/** Pieces that are valid polygons of a size worth keeping, as they will be once they are stored on the earth. */
export const soundPieces = (
  frame: LocalFrame,
  pieces: readonly PolygonXY[],
  leastAreaM2 = LEAST_AREA_M2,
): PolygonXY[] => {
  const stored = (piece: PolygonXY): PolygonXY => polygonXY(frame, polygonGeometryOf(frame, piece))
  return pieces
    .map(stored)
    .flatMap(piece =>
      polygonProblem(piece) === undefined ? [piece] : offset([piece], -PARTING_M, 'mitre').map(stored),
    )
    .filter(piece => areaM2(piece) >= leastAreaM2 && polygonProblem(piece) === undefined)
}
