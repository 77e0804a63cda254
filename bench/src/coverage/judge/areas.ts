import type { Leg, MachineBody, PolygonXY, PolylineXY, Ring, XY } from '@greensward/geometry'
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js'
import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js'
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js'
import BufferOp from 'jsts/org/locationtech/jts/operation/buffer/BufferOp.js'
import BufferParameters from 'jsts/org/locationtech/jts/operation/buffer/BufferParameters.js'
import OverlayOp from 'jsts/org/locationtech/jts/operation/overlay/OverlayOp.js'
import { type EdgeGrid, edgeGrid } from './edges.ts'
import { lengthM } from './length.ts'

/** What a plan cuts, measured with JTS alone. Shares in per cent of the ground to mow. */
export interface AreaVerdict {
  /** Field less its obstacles with their clearance. */
  readonly areaM2: number
  readonly coverage: number
  /** Share that a disc of the working width can cover at most if it stays inside the field. */
  readonly limit: number
  readonly overlap: number
  /** Share cut more than 1 cm beyond the edge. */
  readonly outside: number
  readonly legsOutsideM: number
  /**
   * Patches left uncut where the blade fits with 2 cm to spare, largest first; strips below 10 cm are none. For a machine with
   * a body, of the largest ground that its middle can be driven over.
   */
  readonly patchesM2: readonly number[]
  /** Ground where the blade fits that obstacles cut off for the body. */
  readonly cutOffM2: number
}

/** The machine, and the areas that it must not enter. */
export interface JudgedMachine {
  readonly widthM: number
  /** 0 turns on the spot. */
  readonly radiusM: number
  readonly body?: MachineBody | undefined
  readonly obstacles: readonly PolygonXY[]
  /** What the rim of the blade keeps from them. */
  readonly clearanceM: number
}

const factory = new GeometryFactory()
const flat = new BufferParameters(8, BufferParameters.CAP_FLAT, BufferParameters.JOIN_ROUND, 5)
const round = new BufferParameters(8, BufferParameters.CAP_ROUND, BufferParameters.JOIN_ROUND, 5)

/** Planned laps keep 1 cm from the edge, and lines are thinned by as much. */
const SPARE_M = 0.02
/** Half the width of the widest strip that does not count as a patch. */
const STRIP_M = 0.05

/** The tolerance within which a leg counts as inside. */
const TOLERANCE_M = 0.01

const coordinates = (points: readonly XY[]): Coordinate[] => points.map(([x, y]) => new Coordinate(x, y))
const linearRing = (ring: Ring) => factory.createLinearRing(coordinates([...ring, ...ring.slice(0, 1)]))
const polygonOf = ({ outer, holes }: PolygonXY): Geometry =>
  factory.createPolygon(linearRing(outer), holes.map(linearRing)) as unknown as Geometry
const lineOf = (points: PolylineXY): Geometry => factory.createLineString(coordinates(points)) as unknown as Geometry
const buffered = (geometry: Geometry, distanceM: number, how = round): Geometry =>
  BufferOp.bufferOp(geometry, distanceM, how) as unknown as Geometry

/**
 * Everything that is in one of the polygons. Made as a buffer of width 0: unlike the overlay of this library, that one starts over
 * on a coarser grid where rounding spoils the first attempt.
 */
const united = (parts: readonly Geometry[]): Geometry => {
  const all = factory.createGeometryCollection([...parts]) as unknown as Geometry
  try {
    return buffered(all, 0)
  } catch (error) {
    // Now and then the library loses an edge among many parts; in two steps it meets other edges first.
    const half = parts.length >> 1
    if (half > 0 && parts.length > 2) return united([united(parts.slice(0, half)), united(parts.slice(half))])
    if (parts.length !== 2) throw error
    return buffered(buffered(all, 1e-4), -1e-4)
  }
}

/** The first geometry minus the second; slightly thinned if the library fails on lines that run along each other. */
const without = (a: Geometry, b: Geometry): Geometry => {
  try {
    return OverlayOp.difference(a, b) as unknown as Geometry
  } catch {
    return OverlayOp.difference(buffered(a, -1e-4), buffered(b, 1e-4)) as unknown as Geometry
  }
}

const areasOf = (geometry: Geometry): number[] =>
  Array.from({ length: geometry.getNumGeometries() }, (_, i) => geometry.getGeometryN(i).getArea()).filter(
    areaM2 => areaM2 > 0,
  )

/** Area that two polygons have in common. */
const commonM2 = (a: Geometry, b: Geometry): number => a.getArea() + b.getArea() - united([a, b]).getArea()

/** The area mown from the largest area in which the body keeps its margin from obstacles. */
const reachedBy = (
  field: PolygonXY,
  body: MachineBody,
  { widthM, obstacles }: JudgedMachine,
  fits: Geometry,
): Geometry => {
  const kept = obstacles.map(obstacle => buffered(polygonOf(obstacle), body.widthM / 2 + body.marginM))
  const middle = kept.length === 0 ? polygonOf(field) : without(polygonOf(field), united(kept))
  const pieces = Array.from({ length: middle.getNumGeometries() }, (_, i) => middle.getGeometryN(i))
  const [largest] = pieces.sort((a, b) => b.getArea() - a.getArea())
  return largest === undefined
    ? fits
    : (OverlayOp.intersection(buffered(largest, widthM / 2), fits) as unknown as Geometry)
}

/** Points of a leg are looked at in steps of this. */
const STEP_M = 0.25

/** Whether a leg comes so near to an edge that a part of it may be outside. */
const isNearEdge = (points: PolylineXY, field: EdgeGrid, clearanceM: number): boolean =>
  points.some((to, i) => {
    const from = points[i - 1] ?? to
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / STEP_M))
    return Array.from({ length: steps }, (_, k): XY => {
      const t = (k + 1) / steps
      return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
    }).some(at => field.awayM(at) < clearanceM + STEP_M || !field.contains(at))
  })

/** Metres of the legs outside of the ground. Most legs keep far from every edge and need no exact look. */
const outsideM = (field: PolygonXY, legs: readonly Leg[], ground: Geometry, clearanceM: number): number => {
  const grid = edgeGrid(field)
  return legs
    .filter(({ points }) => isNearEdge(points, grid, clearanceM))
    .reduce(
      (sum, { points }) => sum + (OverlayOp.difference(lineOf(points), ground) as unknown as Geometry).getLength(),
      0,
    )
}

/** Of a closed line this short, in widths, JTS loses a part of the strip; the strips of its segments are whole. */
const SHORT_WIDTHS = 2

const isShortRing = (points: PolylineXY, widthM: number): boolean => {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || lengthM(points) > SHORT_WIDTHS * widthM) return false
  return Math.hypot(last[0] - first[0], last[1] - first[1]) < TOLERANCE_M
}

const stripsOf = ({ kind, points }: Leg, widthM: number): Geometry[] => {
  if (kind === 'swath') return [buffered(lineOf(points), widthM / 2, flat)]
  const pieces = isShortRing(points, widthM) ? points.slice(1).map((to, i) => [points[i] ?? to, to]) : [points]
  return pieces.map(piece => buffered(lineOf(piece), widthM / 2))
}

/**
 * Measures the strips that the blade cuts: swaths end flat, everything else with the blade on is round.
 * @param field to be mown, obstacles included
 */
export const judgeAreas = (field: PolygonXY, legs: readonly Leg[], machine: JudgedMachine): AreaVerdict => {
  const { widthM, obstacles, clearanceM, body } = machine
  const kept = obstacles.map(obstacle => buffered(polygonOf(obstacle), clearanceM))
  const ground = kept.length === 0 ? polygonOf(field) : without(polygonOf(field), united(kept))
  const areaM2 = ground.getArea()
  const lines = legs.filter(({ points }) => lengthM(points) > 1e-6)
  const mownLines = lines.filter(({ bladeOn }) => bladeOn)
  const mown = united(mownLines.flatMap(leg => stripsOf(leg, widthM)))
  const limitM2 = commonM2(buffered(buffered(ground, -widthM / 2), widthM / 2), ground)
  const tolerant = buffered(ground, TOLERANCE_M)
  const mownM = mownLines.reduce((sum, { points }) => sum + lengthM(points), 0)
  const mownM2 = mown.getArea()
  const fits = buffered(buffered(ground, -widthM / 2 - SPARE_M), widthM / 2 + SPARE_M)
  const reached = body === undefined ? fits : reachedBy(field, body, machine, fits)
  const patches = buffered(buffered(without(reached, mown), -STRIP_M), STRIP_M)
  const percent = (share: number): number => (100 * share) / areaM2
  return {
    areaM2,
    coverage: percent(commonM2(mown, ground)),
    limit: percent(limitM2),
    overlap: percent(Math.max(0, mownM * widthM - mownM2)),
    outside: percent(mownM2 - commonM2(mown, tolerant)),
    legsOutsideM: outsideM(field, lines, tolerant, clearanceM),
    patchesM2: areasOf(patches).sort((a, b) => b - a),
    cutOffM2: fits.getArea() - reached.getArea(),
  }
}
