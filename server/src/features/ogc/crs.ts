/**
 * Coordinate systems by reference: OGC API - Features Part 2 (OGC 18-058r1). The map is stored in longitude and latitude;
 * what goes in and out may be in a few others.
 */
import type { CourseFeature, Position } from '@greensward/domain'
import { roundedPosition } from '@greensward/domain'
// Not by the package's index, which loads the GeoTIFF library.
import { systemOfEpsg } from '@greensward/raster/coordinates'
import { refuse } from '../../platform/http/refusal.ts'
import { boxAround, boxOfFeature } from '../../shared/course/featureBox.ts'

export interface Crs {
  readonly uri: string
  /** As a person names it, such as EPSG:3857. */
  readonly shortName: string
  /** Of the code; 0 for CRS84, which has none. */
  readonly epsg: number
  readonly isDegrees: boolean
  readonly toLonLat: (place: Position) => Position
  readonly fromLonLat: (position: Position) => Position
}

const swapped = ([a, b]: Position): Position => [b, a]
const same = (position: Position): Position => position

export const CRS84: Crs = {
  uri: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  shortName: 'CRS84',
  epsg: 0,
  isDegrees: true,
  toLonLat: same,
  fromLonLat: same,
}

const uriOf = (epsg: number): string => `http://www.opengis.net/def/crs/EPSG/0/${epsg}`

/** The register puts the latitude first. */
const WGS84: Crs = {
  uri: uriOf(4326),
  shortName: 'EPSG:4326',
  epsg: 4326,
  isDegrees: true,
  toLonLat: swapped,
  fromLonLat: swapped,
}

/** Hundredths of a millimetre. */
const STEPS_A_METRE = 1e5
const inSteps = (metres: number): number => Math.round(metres * STEPS_A_METRE) / STEPS_A_METRE

const known = new Map<number, Crs>()

const projected = (epsg: number): Crs => {
  const found = known.get(epsg)
  if (found !== undefined) return found
  const system = systemOfEpsg(epsg)
  if (system === undefined) throw new Error(`EPSG:${epsg} is not in the register`)
  const made: Crs = {
    uri: uriOf(epsg),
    shortName: `EPSG:${epsg}`,
    epsg,
    isDegrees: false,
    toLonLat: ([x, y]) => {
      const [lon, lat] = system.toLonLat(x, y)
      return roundedPosition([lon, lat])
    },
    fromLonLat: ([lon, lat]) => {
      const [x, y] = system.fromLonLat(lon, lat)
      return [inSteps(x), inSteps(y)]
    },
  }
  known.set(epsg, made)
  return made
}

const UTM_NORTH = 32_600
const UTM_SOUTH = 32_700

/** The zone of the course's middle; none for a map without features. */
const utmOf = (features: readonly CourseFeature[]): readonly Crs[] => {
  if (features.length === 0) return []
  const [west, south, east, north] = boxAround(features.map(boxOfFeature))
  const zone = Math.min(60, Math.max(1, Math.floor(((west + east) / 2 + 180) / 6) + 1))
  return [projected((south + north < 0 ? UTM_SOUTH : UTM_NORTH) + zone)]
}

/** What every collection of the course is offered in. */
export const offeredCrs = (features: readonly CourseFeature[]): readonly Crs[] => [
  CRS84,
  WGS84,
  projected(3857),
  ...utmOf(features),
]

const LONGEST_NAME = 100
const BRACKETS = /^\s*(?:<(.*)>|\[(.*)\])\s*$/
const IS_CRS84 = /(^|[/:])CRS84$/i
const EPSG_CODE = /(?:^|[/:])EPSG(?:[/:][\d.]*)?[/:](\d{1,7})$/i

/** @param name a URI, a URN or EPSG:4326, with or without the brackets of a header */
const isNamed = (name: string, { epsg }: Crs): boolean =>
  epsg === 0 ? IS_CRS84.test(name) : Number(EPSG_CODE.exec(name)?.[1] ?? Number.NaN) === epsg

const bare = (name: string): string => {
  const [, angled, squared] = BRACKETS.exec(name) ?? []
  return (angled ?? squared ?? name).trim()
}

/**
 * @param name undefined for the default of the standard
 * @throws Refusal otherCrs, which lists those that are offered
 */
export const crsNamed = (name: string | undefined, offered: readonly Crs[], parameter: string): Crs => {
  if (name === undefined) return CRS84
  const said = bare(name)
  const found = offered.find(crs => isNamed(said, crs))
  if (found !== undefined) return found
  return refuse('otherCrs', {
    name: said.slice(0, LONGEST_NAME),
    parameter,
    offered: offered.map(({ shortName }) => shortName).join(', '),
  })
}

/** The name in `crs` as GeoJSON of 2008 wrote it, or in `coordRefSys` as JSON-FG does. */
const nameIn = (value: unknown): string => {
  if (typeof value === 'string') return bare(value)
  const { properties } = (typeof value === 'object' && value !== null ? value : {}) as { properties?: unknown }
  const { name } = (typeof properties === 'object' && properties !== null ? properties : {}) as { name?: unknown }
  return typeof name === 'string' ? bare(name) : JSON.stringify(value)
}

/**
 * The header decides, as Part 4 asks. A feature that names another system would be put elsewhere without a word.
 * @throws Refusal otherCrs, crsDiffers
 */
export const sentCrs = (
  header: string | string[] | undefined,
  members: readonly unknown[],
  offered: readonly Crs[],
): Crs => {
  const crs = crsNamed(Array.isArray(header) ? header.join() : header, offered, 'Content-Crs')
  for (const member of members) {
    if (member === undefined || member === null) continue
    const name = nameIn(member)
    if (!isNamed(name, crs)) refuse('crsDiffers', { name: name.slice(0, LONGEST_NAME), sent: crs.shortName })
  }
  return crs
}

/** As a header of an answer. */
export const contentCrs = ({ uri }: Crs): string => `<${uri}>`

type Geometry = CourseFeature['geometry']

/** By the code of their system, for as long as somebody keeps the stored geometry. */
const projections = new Map<number, WeakMap<Geometry, Geometry>>()

export const geometryIn = (geometry: Geometry, crs: Crs): Geometry =>
  projections.get(crs.epsg)?.get(geometry) ?? converted(geometry, crs)

const converted = (geometry: Geometry, { fromLonLat }: Crs): Geometry => {
  switch (geometry.type) {
    case 'Point':
      return { ...geometry, coordinates: fromLonLat(geometry.coordinates) }
    case 'LineString':
      return { ...geometry, coordinates: geometry.coordinates.map(fromLonLat) }
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map(ring => ring.map(fromLonLat)) }
  }
}

/** What is projected in one go, in well under a millisecond. */
const SLICE_CORNERS = 200

/** Gets ready what `geometryIn` then finds: a boundary of many corners is projected in longer than anybody may wait for the server. */
export const projectAhead = async (geometry: Geometry, crs: Crs, breathe: () => Promise<void>): Promise<void> => {
  if (crs.isDegrees || geometry.type === 'Point') return
  const made = projections.get(crs.epsg) ?? new WeakMap<Geometry, Geometry>()
  projections.set(crs.epsg, made)
  if (made.has(geometry)) return
  const project = async (line: readonly Position[]): Promise<Position[]> => {
    const projected: Position[] = []
    for (let from = 0; from < line.length; from += SLICE_CORNERS) {
      projected.push(...line.slice(from, from + SLICE_CORNERS).map(crs.fromLonLat))
      await breathe()
    }
    return projected
  }
  if (geometry.type === 'LineString') {
    made.set(geometry, { ...geometry, coordinates: await project(geometry.coordinates) })
    return
  }
  const rings: Position[][] = []
  for (const ring of geometry.coordinates) rings.push(await project(ring))
  made.set(geometry, { ...geometry, coordinates: rings })
}

/** Areas of several parts are lists of lists of lists of positions. */
const MOST_DEPTH = 4

const inDegrees = (coordinates: unknown, toLonLat: Crs['toLonLat'], depth = 0): unknown => {
  if (!Array.isArray(coordinates) || depth > MOST_DEPTH) return coordinates
  const [x, y] = coordinates as unknown[]
  return typeof x === 'number' && typeof y === 'number'
    ? toLonLat([x, y])
    : coordinates.map(part => inDegrees(part, toLonLat, depth + 1))
}

const positionsOf = ({ type, coordinates }: CourseFeature['geometry']): readonly Position[] =>
  type === 'Point' ? [coordinates] : type === 'LineString' ? coordinates : coordinates.flat()

/**
 * @param geometry as it was sent, and not checked yet
 * @param before the geometry that it takes the place of: corners that have not moved keep every digit, so that areas
 * that share an edge do not begin to overlap
 */
export const sentGeometry = (geometry: unknown, crs: Crs, before?: CourseFeature['geometry']): unknown => {
  if (crs === CRS84 || typeof geometry !== 'object' || geometry === null || !('coordinates' in geometry))
    return geometry
  const kept = new Map(
    (before === undefined ? [] : positionsOf(before)).map(position => [crs.fromLonLat(position).join(), position]),
  )
  const toLonLat = (place: Position): Position => kept.get(place.join()) ?? crs.toLonLat(place)
  return { ...geometry, coordinates: inDegrees(geometry.coordinates, toLonLat) }
}
