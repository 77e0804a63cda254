/** Shapes of GML 2, 3.1 and 3.2 (ISO 19136) as GeoJSON, known by the local names of their elements. Arcs become chords. */
import { said } from '@greensward/messages'
import type { Element } from '@xmldom/xmldom'
import { arcString, chordErrorIn, circleThrough } from '../arcs.ts'
import { Unshaped } from '../importRefusal.ts'
import { centreArc } from './centreArcs.ts'
import { childrenOf, localOf, type Place, placesReader, refuseLink } from './gmlPlaces.ts'
import type { SrsRead } from './srsName.ts'

const POINTS = ['Point', 'MultiPoint']
const LINES = [
  'LineString',
  'LinearRing',
  'Curve',
  'CompositeCurve',
  'OrientableCurve',
  'MultiLineString',
  'MultiCurve',
]
const AREAS = [
  'Polygon',
  'Surface',
  'CompositeSurface',
  'OrientableSurface',
  'MultiPolygon',
  'MultiSurface',
  'PolyhedralSurface',
]
/** Kinds that hold ground in a way that is not read here. */
const OTHERS = [
  'Solid',
  'CompositeSolid',
  'MultiSolid',
  'TriangulatedSurface',
  'Tin',
  'Grid',
  'RectifiedGrid',
  'TopoCurve',
  'TopoSurface',
]
const MIXED = ['MultiGeometry', 'GeometricComplex']

/** How much of the ground a kind of shape covers: of several of one thing the largest is it. Undefined for other elements. */
export const extentOf = (name: string): number | undefined => {
  if (AREAS.includes(name)) return 4
  if (OTHERS.includes(name)) return 3
  if (MIXED.includes(name)) return 2
  if (LINES.includes(name)) return 1
  return POINTS.includes(name) ? 0 : undefined
}

/** @param srs of the shape as a whole */
export const shapeReader = ({ placement, isNorthFirst }: SrsRead) => {
  const unitM = placement === undefined ? null : placement.unitM
  const error = chordErrorIn(unitM)
  const places = placesReader(isNorthFirst)

  const segment = (node: Element): Place[] => {
    const name = localOf(node)
    switch (name) {
      case 'LineStringSegment':
      case 'GeodesicString':
      case 'Geodesic':
        return places(node)
      case 'Arc':
      case 'ArcString':
        return arcString(places(node), error)
      case 'Circle':
        return circleThrough(places(node), error)
      case 'ArcByCenterPoint':
      case 'CircleByCenterPoint':
        return centreArc(node, places(node)[0], { isNorthFirst, unitM })
      default:
        throw new Unshaped(said('shapeUnsupported', { type: name }))
    }
  }

  /** Ends of arcs by their centre are computed, and miss what follows by the digits of their angles. */
  const meet = (one: Place | undefined, other: Place | undefined): boolean => {
    const [[x = 0, y = 0], [otherX = 0, otherY = 0]] = [one ?? [], other ?? []]
    return one !== undefined && other !== undefined && Math.hypot(x - otherX, y - otherY) <= error
  }

  /** Parts of a line as one: each begins where the one before ends. */
  const joined = (parts: readonly Place[][]): Place[] =>
    parts.reduce<Place[]>((line, part) => {
      const meets = meet(line.at(-1), part[0])
      // A call with a million arguments would exhaust the stack.
      for (const place of meets ? part.slice(1) : part) line.push(place)
      return line
    }, [])

  /** The shapes in an element that holds members, of which each is a shape or a link to one. */
  const membersOf = (node: Element): Element[] =>
    childrenOf(node).flatMap(child => {
      if (!/(?:Member|Members|baseCurve|baseSurface|element)$/.test(localOf(child))) return []
      refuseLink(child)
      return childrenOf(child)
    })

  const lineOf = (node: Element): Place[] => {
    const name = localOf(node)
    switch (name) {
      case 'LineString':
      case 'LinearRing':
        return places(node)
      case 'Curve':
        return joined(
          childrenOf(node)
            .filter(child => localOf(child) === 'segments')
            .flatMap(childrenOf)
            .map(segment),
        )
      case 'Ring':
      case 'CompositeCurve':
        return joined(membersOf(node).map(lineOf))
      case 'OrientableCurve': {
        const line = joined(membersOf(node).map(lineOf))
        return node.getAttribute('orientation') === '-' ? line.toReversed() : line
      }
      default:
        throw new Unshaped(said('shapeUnsupported', { type: name }))
    }
  }

  const ringsOf = (node: Element): Place[][] => {
    const rings = (names: readonly string[]): Place[][] =>
      childrenOf(node)
        .filter(child => names.includes(localOf(child)))
        .flatMap(childrenOf)
        .map(lineOf)
        .map(ring => (ring.length > 3 && meet(ring[0], ring.at(-1)) ? [...ring.slice(0, -1), ring[0] ?? []] : ring))
    return [...rings(['exterior', 'outerBoundaryIs']), ...rings(['interior', 'innerBoundaryIs'])]
  }

  const PATCHES = ['patches', 'polygonPatches']
  /** The areas of a surface, each of its rings. */
  const areasOf = (node: Element): Place[][][] => {
    const name = localOf(node)
    switch (name) {
      case 'Polygon':
      case 'PolygonPatch':
      case 'Rectangle':
        return [ringsOf(node)]
      case 'Surface':
      case 'PolyhedralSurface':
        return childrenOf(node)
          .filter(child => PATCHES.includes(localOf(child)))
          .flatMap(childrenOf)
          .flatMap(areasOf)
      case 'CompositeSurface':
      case 'OrientableSurface':
      case 'MultiSurface':
      case 'MultiPolygon':
        return membersOf(node).flatMap(areasOf)
      default:
        throw new Unshaped(said('shapeUnsupported', { type: name }))
    }
  }

  /** GeoJSON's geometry, in the coordinates of the file with east first. @throws Unshaped */
  const shape = (node: Element): unknown => {
    const name = localOf(node)
    if (name === 'Point') return { type: 'Point', coordinates: places(node)[0] ?? [] }
    if (name === 'MultiPoint') return { type: 'MultiPoint', coordinates: membersOf(node).flatMap(places) }
    if (MIXED.includes(name)) return { type: 'GeometryCollection', geometries: membersOf(node).map(shape) }
    if (name === 'MultiLineString' || name === 'MultiCurve')
      return { type: 'MultiLineString', coordinates: membersOf(node).map(lineOf) }
    if (LINES.includes(name)) return { type: 'LineString', coordinates: lineOf(node) }
    const [first, ...more] = areasOf(node)
    if (first === undefined) throw new Unshaped(said('unreadableShape'))
    return more.length === 0
      ? { type: 'Polygon', coordinates: first }
      : { type: 'MultiPolygon', coordinates: [first, ...more] }
  }
  return shape
}
