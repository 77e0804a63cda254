/** Shapes of a file made fit for the map: cleaned, repaired where that is safe, refused with reason and place where not. */

import {
  LEAST_AREA_M2,
  MAX_RING_CORNERS,
  MAX_RINGS,
  type PolygonGeometry,
  type Position,
  polygonXY,
  positionOf,
  repairedPieces,
  repairGeometry,
  roundedPosition,
  storedGeometry,
} from '@greensward/domain'
import { areaM2, distanceM, type LocalFrame, type PolygonXY, polygonProblem, type XY } from '@greensward/geometry'
import { type Said, said } from '@greensward/messages'
import { type ImportGeometry, positionsOf } from './importElement.ts'

export type ImportReason =
  | 'unreadableShape'
  | 'wrongGeometry'
  | 'outOfRange'
  | 'unclosed'
  | 'tooFewCorners'
  | 'tooManyCorners'
  | 'tooManyRings'
  | 'selfIntersection'
  | 'badHole'
  | 'zeroArea'
  | 'noZoneType'
  | 'overlaps'
  | 'implausible'
  | 'unclearHole'
  | 'invalidProperties'

/** Why something was refused, or what was wrong before it was repaired. */
export interface ShapeFault extends Said {
  /** For programs; the code says it exactly. */
  readonly reason: ImportReason
  readonly at: Position | null
}

export interface ShapeOutcome<T> {
  readonly shapes: readonly T[]
  /** Wrong in the file and put right. */
  readonly repaired: readonly ShapeFault[]
  readonly refused: readonly ShapeFault[]
}

/** A scribble of more corners than this may cross itself millions of times, which no repair is worth. */
const MOST_REPAIRED_CORNERS = 5_000

/** Corners nearer to each other than this are one corner drawn twice. */
const SAME_PLACE_M = 0.01

/** A line that is meant as an area is closed when its ends are this near. */
export const CLOSING_GAP_M = 5

const isPlace = ([lon, lat]: readonly number[]): boolean =>
  lon !== undefined && lat !== undefined && Math.abs(lon) <= 180 && Math.abs(lat) <= 90

// The checked corners must equal the stored ones, so they are rounded first.
const asPosition = (place: readonly number[]): Position => roundedPosition([place[0] ?? 0, place[1] ?? 0])

const outOfRange: ShapeFault = {
  reason: 'outOfRange',
  ...said('positionOutOfRange'),
  at: null,
}

const fault = (reason: ImportReason, what: Said, at: Position | null = null): ShapeFault => ({ reason, ...what, at })

/** The line without corners that repeat the one before. */
const distinct = (points: readonly XY[]): XY[] => {
  const out: XY[] = []
  for (const point of points) {
    const last = out[out.length - 1]
    if (last === undefined || distanceM(last, point) > SAME_PLACE_M) out.push(point)
  }
  return out
}

/** The polygons of a shape; a closed or nearly closed line counts as one. */
export const polygonsOf = (frame: LocalFrame, geometry: ImportGeometry | null): ShapeOutcome<PolygonXY> => {
  if (geometry === null) return refusedShape(fault('unreadableShape', said('unreadableShape')))
  switch (geometry.type) {
    case 'Polygon':
      return polygonOf(frame, geometry.coordinates, Number.POSITIVE_INFINITY)
    case 'MultiPolygon':
      return merged(geometry.coordinates.map(rings => polygonOf(frame, rings, Number.POSITIVE_INFINITY)))
    case 'LineString':
      return polygonOf(frame, [geometry.coordinates], CLOSING_GAP_M)
    default:
      return refusedShape(fault('wrongGeometry', said('notAnArea', { type: geometry.type })))
  }
}

const refusedShape = <T>(reason: ShapeFault): ShapeOutcome<T> => ({ shapes: [], repaired: [], refused: [reason] })

const merged = <T>(outcomes: readonly ShapeOutcome<T>[]): ShapeOutcome<T> => ({
  shapes: outcomes.flatMap(({ shapes }) => shapes),
  repaired: outcomes.flatMap(({ repaired }) => repaired),
  refused: outcomes.flatMap(({ refused }) => refused),
})

const polygonOf = (
  frame: LocalFrame,
  rings: readonly (readonly (readonly number[])[])[],
  gapM: number,
): ShapeOutcome<PolygonXY> => {
  if (!rings.flat().every(isPlace)) return refusedShape(outOfRange)
  const repaired: ShapeFault[] = []
  const local: XY[][] = []
  for (const ring of rings) {
    const points = distinct(ring.map(place => frame.toLocal(asPosition(place))))
    const first = points[0]
    const last = points[points.length - 1]
    if (first !== undefined && last !== undefined && points.length > 1) {
      const gap = distanceM(first, last)
      if (gap <= SAME_PLACE_M) points.pop()
      else {
        const open = fault(
          'unclosed',
          said('ringUnclosed', { metres: Math.round(gap * 10) / 10 }),
          positionOf(frame, last),
        )
        if (gap > gapM) return refusedShape(open)
        repaired.push(open)
      }
    }
    if (points.length > MAX_RING_CORNERS)
      return refusedShape(fault('tooManyCorners', said('ringTooManyCorners', { count: MAX_RING_CORNERS })))
    local.push(points)
  }
  const [outer = [], ...holes] = local
  if (outer.length < 3) {
    const at = outer[0] === undefined ? null : positionOf(frame, outer[0])
    return refusedShape(fault('tooFewCorners', said('areaTooFewCorners'), at))
  }
  const polygon = { outer, holes: holes.filter(hole => hole.length > 2) }
  return polygon.holes.length < MAX_RINGS
    ? soundShape(frame, polygon, repaired)
    : refusedShape(
        fault(
          'tooManyRings',
          said('areaTooManyRings', { count: polygon.holes.length + 1, most: MAX_RINGS }),
          placeOf(frame, polygon),
        ),
      )
}

/** A valid polygon as it is, or the valid pieces of one whose lines cross or touch. */
export const soundShape = (
  frame: LocalFrame,
  polygon: PolygonXY,
  repaired: readonly ShapeFault[] = [],
): ShapeOutcome<PolygonXY> => {
  const problem = polygonProblem(polygon)
  if (problem === undefined)
    return areaM2(polygon) < LEAST_AREA_M2
      ? refusedShape(fault('zeroArea', said('shapeEmpty'), placeOf(frame, polygon)))
      : { shapes: [polygon], repaired, refused: [] }
  const at = problem.at === undefined ? placeOf(frame, polygon) : positionOf(frame, problem.at)
  if (problem.kind === 'zeroArea') return refusedShape(fault('zeroArea', said('shapeEmpty'), at))
  const found =
    problem.kind === 'selfIntersection'
      ? fault('selfIntersection', said('shapeCrossesItself'), at)
      : fault('badHole', said('badHole'), at)
  const corners = polygon.holes.reduce((sum, ring) => sum + ring.length, polygon.outer.length)
  if (corners > MOST_REPAIRED_CORNERS) return refusedShape(found)
  const pieces = repairedPieces(frame, polygon)
  return pieces.length === 0
    ? refusedShape(fault('zeroArea', said('shapeEmpty'), at))
    : { shapes: pieces, repaired: [...repaired, found], refused: [] }
}

/** What is wrong with the stored degrees themselves: other programs judge these and no metres. */
const faultAsStored = (geometry: PolygonGeometry) => {
  const [[[west, south] = [0, 0]] = []] = geometry.coordinates
  // Differences of near numbers are exact, so this frame adds no rounding of its own.
  const degrees: LocalFrame = {
    origin: [west, south],
    toLocal: ([lon, lat]) => [lon - west, lat - south],
    toLonLat: ([x, y]) => [x + west, y + south],
  }
  const problem = polygonProblem(polygonXY(degrees, geometry))
  return problem && { at: positionOf(degrees, problem.at ?? [0, 0]) }
}

/** An area for the map. Rounding to 0.1 mm can let edges meet that were apart; it is then repaired or refused. */
export const storedShape = (geometry: PolygonGeometry): ShapeOutcome<PolygonGeometry> => {
  const stored = storedGeometry(geometry)
  const problem = faultAsStored(stored)
  if (problem === undefined) {
    const gained = stored.coordinates.flat().length > geometry.coordinates.flat().length
    return { shapes: [gained ? stored : geometry], repaired: [], refused: [] }
  }
  const found = fault('selfIntersection', said('shapeCrossesItself'), problem.at)
  const pieces = repairGeometry(stored).filter(piece => faultAsStored(piece) === undefined)
  return pieces.length === 0 ? refusedShape(found) : { shapes: pieces, repaired: [found], refused: [] }
}

const placeOf = (frame: LocalFrame, { outer }: PolygonXY): Position | null =>
  outer[0] === undefined ? null : positionOf(frame, outer[0])

/** The lines of a shape; the outer ring of a polygon counts as one. */
export const linesOf = (frame: LocalFrame, geometry: ImportGeometry | null): ShapeOutcome<readonly XY[]> => {
  if (geometry === null) return refusedShape(fault('unreadableShape', said('unreadableShape')))
  switch (geometry.type) {
    case 'LineString':
      return lineOfPlaces(frame, geometry.coordinates)
    case 'MultiLineString':
      return merged(geometry.coordinates.map(line => lineOfPlaces(frame, line)))
    case 'Polygon':
      return lineOfPlaces(frame, geometry.coordinates[0] ?? [])
    default:
      return refusedShape(fault('wrongGeometry', said('notALine', { type: geometry.type })))
  }
}

const lineOfPlaces = (frame: LocalFrame, places: readonly (readonly number[])[]): ShapeOutcome<readonly XY[]> => {
  if (!places.every(isPlace)) return refusedShape(outOfRange)
  const line = distinct(places.map(place => frame.toLocal(asPosition(place))))
  if (line.length > MAX_RING_CORNERS)
    return refusedShape(fault('tooManyCorners', said('lineTooManyCorners', { count: MAX_RING_CORNERS })))
  if (line.length < 2) return refusedShape(fault('tooFewCorners', said('lineTooShort')))
  return { shapes: [line], repaired: [], refused: [] }
}

/** One place for a shape: the point itself, or the middle of its corners. */
export const placeOfShape = (frame: LocalFrame, geometry: ImportGeometry | null): ShapeOutcome<XY> => {
  const places = positionsOf(geometry)
  if (places.length === 0) return refusedShape(fault('unreadableShape', said('unreadableShape')))
  if (!places.every(isPlace)) return refusedShape(outOfRange)
  const points = places.map(place => frame.toLocal(asPosition(place)))
  const sum = points.reduce<XY>(([sx, sy], [x, y]) => [sx + x, sy + y], [0, 0])
  return { shapes: [[sum[0] / points.length, sum[1] / points.length]], repaired: [], refused: [] }
}
