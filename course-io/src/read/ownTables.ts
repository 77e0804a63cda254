/** Features of our own export that another program has kept in tables: layers by the names of their kinds. */
import type { Position } from '@greensward/domain'
import type { ImportElement, ImportGeometry } from '../classify/importElement.ts'
import { ownOfRow } from '../write/flatFeature.ts'
import { signedArea } from '../write/winding.ts'

const flat = (place: readonly number[]): number[] => place.slice(0, 2)

/** A Shapefile has its outlines the other way. */
const areaOf = (rings: readonly (readonly (readonly number[])[])[]): ImportGeometry => ({
  type: 'Polygon',
  coordinates: rings.map((ring, i) => {
    const places = ring.map(flat)
    return signedArea(places as Position[]) < 0 === (i === 0) ? places.toReversed() : places
  }),
})

/** Programs save every area as a collection of one, and let people draw a second part. */
const partsOf = (geometry: ImportGeometry | null): readonly (ImportGeometry | null)[] => {
  switch (geometry?.type) {
    case 'Point':
      return [{ type: 'Point', coordinates: flat(geometry.coordinates) }]
    case 'LineString':
      return [{ type: 'LineString', coordinates: geometry.coordinates.map(flat) }]
    case 'MultiLineString':
      return geometry.coordinates.map(line => ({ type: 'LineString', coordinates: line.map(flat) }))
    case 'Polygon':
      return [areaOf(geometry.coordinates)]
    case 'MultiPolygon':
      return geometry.coordinates.map(areaOf)
    default:
      return [null]
  }
}

/**
 * @param table the name of the layer: the kind of its features, where the row does not say it
 * @param row its cells by the names of their columns
 * @returns one for each part of the shape of an own feature, else the element as it is
 */
export const withOwnTable = (
  element: ImportElement,
  table: string | undefined,
  row: Readonly<Record<string, unknown>>,
): readonly ImportElement[] => {
  const kind = typeof row.kind === 'string' ? row.kind : table
  if (element.own !== undefined || kind === undefined) return [element]
  const parts = partsOf(element.geometry).flatMap((geometry, part): ImportElement[] => {
    const own = ownOfRow(kind, row, geometry)
    return own === undefined ? [] : [{ ...element, geometry, ...own, ...(part === 0 ? {} : { ownPart: part }) }]
  })
  return parts.length === 0 ? [element] : parts
}
