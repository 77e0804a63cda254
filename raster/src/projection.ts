/** From a GeoTIFF's own projection to longitude and latitude on WGS 84, and back. */
/// <reference path="./geokeys.d.ts" />
import { toProj4 } from 'geotiff-geokeys-to-proj4'
import {
  type CoordinateSystem,
  countsSouthWest,
  isAmbiguous,
  isMisread,
  southWest,
  systemOfDefinition,
  withPole,
} from './coordinateSystem.ts'
import { type Datum, datumOfEpsg } from './datums.ts'
import { Fault } from './fault.ts'

export type GeoKeys = Readonly<Record<string, unknown>>

export interface Projection {
  readonly toLonLat: (x: number, y: number) => readonly [lon: number, lat: number]
  readonly fromLonLat: (lon: number, lat: number) => readonly [x: number, y: number]
  /** Factor from heights to metres. */
  readonly heightToMetres: number
  /** How far the place may be off for its datum's sake; null where the datum is WGS 84 or as good as that. */
  readonly accuracyM: number | null
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The older datum that the keys name, by the projected system or by the geographic one under it. */
const datumOf = (keys: GeoKeys): Datum | undefined => {
  const projected = numberOf(keys.ProjectedCSTypeGeoKey)
  const geographic = numberOf(keys.GeographicTypeGeoKey)
  return datumOfEpsg(projected ?? USER_DEFINED) ?? datumOfEpsg(geographic ?? USER_DEFINED)
}

/** Feet, where heights are said to be in feet: codes of EPSG's units. */
const HEIGHT_UNITS: ReadonlyMap<number, number> = new Map([
  [9001, 1],
  [9002, 0.3048],
  [9003, 1200 / 3937],
])

const USER_DEFINED = 32_767
const POLAR_STEREOGRAPHIC = 15
const GEOCENTRIC = 3

/**
 * Keys of a polar stereographic system that has no code give the parallel that is true to scale as the latitude of the origin, and
 * the meridian in a key of its own. Source: OGC 19-008r4, annex C.
 */
const withPoleOfKeys = (keys: GeoKeys, definition: string): string => {
  const latitude = numberOf(keys.ProjNatOriginLatGeoKey)
  if (numberOf(keys.ProjCoordTransGeoKey) !== POLAR_STEREOGRAPHIC || latitude === undefined) return withPole(definition)
  const meridian = numberOf(keys.ProjStraightVertPoleLongGeoKey) ?? numberOf(keys.ProjNatOriginLongGeoKey) ?? 0
  const isTrueAtPole = Math.abs(latitude) === 90
  const bare = definition.replace(/\+(lat_0|lat_ts|lon_0)=\S+/g, '').replace(isTrueAtPole ? '' : /\+k(_0)?=\S+/g, '')
  return withPole(`${bare} +lon_0=${meridian} +lat_ts=${latitude}`)
}

/** @throws Fault where the keys name no place on the earth that can be known */
export const readProjection = (keys: GeoKeys): Projection => {
  const model = numberOf(keys.GTModelTypeGeoKey)
  if (model === GEOCENTRIC) throw new Fault('unknownProjection', { model })
  const code = numberOf(keys.ProjectedCSTypeGeoKey) ?? numberOf(keys.GeographicTypeGeoKey)
  if (code === undefined && keys.ProjCoordTransGeoKey === undefined && keys.GeogEllipsoidGeoKey === undefined) {
    throw new Fault('noGeoreference')
  }
  const isNamed = code !== undefined && code !== USER_DEFINED
  const name = isNamed ? `EPSG:${code}` : 'its own projection'
  const epsg: Fault['params'] = isNamed ? { epsg: code } : {}
  const unknown = (): Fault => new Fault('unknownProjection', epsg)
  const read = ((): ReturnType<typeof toProj4> => {
    try {
      return toProj4(keys)
    } catch {
      throw unknown()
    }
  })()
  if (
    !/\+proj=\w/.test(read.proj4) ||
    isAmbiguous(read.proj4) ||
    isMisread(code) ||
    Object.keys(read.errors).some(key => /CRS|Projection|conversion/i.test(key))
  ) {
    throw unknown()
  }
  const { x, z } = read.coordinatesConversionParameters
  const isGeographic = /\+proj=longlat\b/.test(read.proj4)
  // A definition by its code brings its unit along as `+to_meter`. A unit that the keys name takes its place, so that
  // feet are turned into metres once and not twice.
  const hasUnit = !isGeographic && numberOf(keys.ProjLinearUnitsGeoKey) !== undefined
  const placed = withPoleOfKeys(keys, read.proj4)
  const definition = hasUnit ? `${placed.replace(/\+(to_meter|units)=\S+/g, '')} +to_meter=${x}` : placed
  const toDegrees = isGeographic ? x : 1
  const system = ((): CoordinateSystem => {
    try {
      const system = systemOfDefinition(name, definition, datumOf(keys))
      return countsSouthWest(definition) ? southWest(system) : system
    } catch {
      throw unknown()
    }
  })()
  if (system.datum === 'unknown') {
    throw new Fault('unknownDatum', epsg)
  }
  const heightUnit = HEIGHT_UNITS.get(numberOf(keys.VerticalUnitsGeoKey) ?? 0)
  return {
    toLonLat: (east, north) => system.toLonLat(east * toDegrees, north * toDegrees),
    fromLonLat: (lon, lat) => {
      const [east, north] = system.fromLonLat(lon, lat)
      return [east / toDegrees, north / toDegrees]
    },
    heightToMetres: heightUnit ?? (z > 0 ? z : 1),
    accuracyM: system.accuracyM,
  }
}
