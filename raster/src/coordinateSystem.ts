/**
 * Coordinate systems of other people's files, to longitude and latitude on WGS 84 and back: by EPSG code, by the WKT of
 * a .prj file, or by the PROJ definition of a GeoTIFF's keys. Older datums are shifted with `datums.ts`.
 */
/// <reference path="./geokeys.d.ts" />
import { toProj4 } from 'geotiff-geokeys-to-proj4'
import proj4 from 'proj4'
import {
  accuracyOf,
  type Datum,
  type DatumShift,
  datumOfEpsg,
  datumOfWktName,
  plainDatumName,
  shiftAt,
} from './datums.ts'
import { isModernName } from './modernDatums.ts'

type LonLatPair = readonly [lon: number, lat: number]
type Definition = Parameters<typeof proj4>[0]

export interface CoordinateSystem {
  /** `EPSG:31370`, or the name that a .prj file gives. */
  readonly name: string
  readonly datumName: string
  /** How the datum relates to WGS 84: as good as equal, by a known shift, or unknown and then taken as equal. */
  readonly datum: 'modern' | 'shifted' | 'unknown'
  /** Possible error of the shift, in metres; null for a modern datum and for an unknown one. */
  readonly accuracyM: number | null
  /** Metres of one unit of its coordinates; null for degrees. */
  readonly unitM: number | null
  readonly toLonLat: (x: number, y: number) => LonLatPair
  readonly fromLonLat: (lon: number, lat: number) => LonLatPair
}

interface Converter {
  forward(position: number[]): number[]
  inverse(position: number[]): number[]
}

const converter = (definition: Definition): Converter => proj4(definition, 'WGS84')

const pair = ([x = Number.NaN, y = Number.NaN]: readonly number[]): LonLatPair => [x, y]

type Conversion = Pick<CoordinateSystem, 'toLonLat' | 'fromLonLat' | 'unitM'>

const unitOf = (definition: Definition): number | null => {
  // The types of proj4 take no parsed definition, and leave out the unit.
  const read = new proj4.Proj(definition as string) as { readonly projName?: string; readonly to_meter?: number }
  return read.projName === 'longlat' ? null : (read.to_meter ?? 1)
}

/** The conversion without a change of datum, or with the one that the definition brings itself. */
const plain = (definition: Definition): Conversion => {
  const { forward, inverse } = converter(definition)
  return {
    unitM: unitOf(definition),
    toLonLat: (x, y) => pair(forward([x, y])),
    fromLonLat: (lon, lat) => pair(inverse([lon, lat])),
  }
}

/**
 * The first position asked for chooses among the shifts of the datum's regions. All later ones take the same, so that
 * one file stays in one piece across the border of a region.
 */
const shifted = (datum: Datum, withShift: (shift: DatumShift) => Definition): Conversion => {
  let chosen: Converter | undefined
  const at = (lon: number, lat: number): Converter => {
    chosen = converter(withShift(shiftAt(datum, lon, lat)))
    return chosen
  }
  return {
    unitM: unitOf(withShift(shiftAt(datum, Number.NaN, Number.NaN))),
    toLonLat: (x, y) => {
      if (chosen !== undefined) return pair(chosen.forward([x, y]))
      const [lon, lat] = pair(converter(withShift(shiftAt(datum, Number.NaN, Number.NaN))).forward([x, y]))
      return pair(at(lon, lat).forward([x, y]))
    },
    fromLonLat: (lon, lat) => pair((chosen ?? at(lon, lat)).inverse([lon, lat])),
  }
}

/** Within a metre or two of WGS 84, and taken as it everywhere but in surveying. */
const isModernEllipsoid = (definition: string): boolean =>
  /\+(datum|ellps)=(WGS84|GRS80|NAD83)\b/.test(definition) || /\+a=6378137(\.0*)? /.test(definition)

/** Web Mercator puts latitudes of WGS 84 on a sphere as they are, which no honest change of datum would do. */
const isWebMercator = (definition: string): boolean =>
  /\+proj=merc\b/.test(definition) && /\+b=6378137(\.0*)? /.test(`${definition} `)

const hasOwnShift = (definition: string): boolean =>
  /\+(towgs84|nadgrids)=/.test(definition) && !/\+towgs84=0,0,0(,0)*(\s|$)/.test(definition)

/**
 * @param definition of PROJ; its own shift counts only where no better one is known here
 * @param datum the older datum it is on, where it is one of those known here
 */
export const systemOfDefinition = (name: string, definition: string, datum: Datum | undefined): CoordinateSystem => {
  if (datum !== undefined) {
    const bare = definition.replace(/\+(towgs84|nadgrids)=\S+/g, '')
    // The ellipsoid's own name would win over a shift that differs from it.
    const conversion = shifted(datum, ({ towgs84 }) => `${bare} +towgs84=${towgs84}`)
    return { name, datumName: datum.name, datum: 'shifted', accuracyM: accuracyOf(datum), ...conversion }
  }
  if (hasOwnShift(definition))
    return { name, datumName: 'its own', datum: 'shifted', accuracyM: null, ...plain(definition) }
  const bare = definition.replace(/\+towgs84=\S+/g, '')
  const isModern = isModernEllipsoid(`${bare} `)
  const conversion = plain(isWebMercator(bare) ? `${bare} +nadgrids=@null` : `${bare} +towgs84=0,0,0`)
  return {
    name,
    datumName: isModern ? 'WGS 84' : 'unknown',
    datum: isModern ? 'modern' : 'unknown',
    accuracyM: null,
    ...conversion,
  }
}

/**
 * Oblique Mercator comes in two variants that differ by where its coordinates begin, up to thousands of kilometres apart, and
 * definitions by code leave out which one it is. With an azimuth of 90 degrees, as in Switzerland, both are the same.
 */
export const isAmbiguous = (definition: string): boolean =>
  /\+proj=omerc\b/.test(definition) && !/\+alpha=90(\.0*)?(\s|$)/.test(definition)

/**
 * Codes whose definition here leaves out what puts them hundreds of kilometres elsewhere: Krovak counted to the south and the west,
 * Mercators that are true to scale away from the equator, degrees in grads from Paris.
 */
const MISREAD: ReadonlySet<number> = new Set([2065, 3388, 3994, 4807, 4810, 4811, 5513])

export const isMisread = (code: number | undefined): boolean => code !== undefined && MISREAD.has(code)

/** South African maps count towards the west and the south. */
export const countsSouthWest = (definition: string): boolean => /\+axis=ws/.test(definition)

/**
 * Definitions by code of polar stereographic systems leave out their pole, and would then be about the equator: it is the
 * one on the side of the parallel that is true to scale.
 */
export const withPole = (definition: string): string => {
  const [, parallel] = /\+lat_ts=(-?[\d.]+)/.exec(definition) ?? []
  if (!/\+proj=stere\b/.test(definition) || /\+lat_0=/.test(definition) || parallel === undefined) return definition
  return `${definition} +lat_0=${parallel.startsWith('-') ? -90 : 90}`
}

/** The PROJ definition of an EPSG code; undefined where the register's copy here has none. */
const definitionOfEpsg = (code: number): string | undefined => {
  if (isMisread(code)) return undefined
  for (const key of ['ProjectedCSTypeGeoKey', 'GeographicTypeGeoKey']) {
    try {
      const { proj4: definition, errors } = toProj4({ [key]: code })
      if (/\+proj=\w/.test(definition) && !isAmbiguous(definition) && Object.keys(errors).length === 0)
        return withPole(definition)
    } catch {
      // The code is of the other kind, or of none.
    }
  }
  return undefined
}

export const southWest = (system: CoordinateSystem): CoordinateSystem => ({
  ...system,
  toLonLat: (x, y) => system.toLonLat(-x, -y),
  fromLonLat: (lon, lat) => {
    const [x, y] = system.fromLonLat(lon, lat)
    return [-x, -y]
  },
})

/** @returns undefined for a code that is not known here */
export const systemOfEpsg = (code: number): CoordinateSystem | undefined => {
  const definition = definitionOfEpsg(code)
  if (definition === undefined) return undefined
  try {
    const system = systemOfDefinition(`EPSG:${code}`, definition, datumOfEpsg(code))
    return countsSouthWest(definition) ? southWest(system) : system
  } catch {
    return undefined
  }
}

const nameIn = (wkt: string, keyword: RegExp): string | undefined => keyword.exec(wkt)?.[1]

/** The code that the outermost system names for itself. */
const epsgOf = (wkt: string): number | undefined => {
  const code = /(?:AUTHORITY|ID)\s*\[\s*"EPSG"\s*,\s*"?(\d+)"?\s*\]\s*\]\s*$/i.exec(wkt)?.[1]
  return code === undefined ? undefined : Number(code)
}

const DEGREE_RAD = Math.PI / 180
/** Longitude of the meridian of Paris, which some files give in degrees and some in grads. */
const PARIS_DEG = 2.33722917
/** Fields that the parser reads as degrees, even if the file names another unit. */
const ANGLES = ['lat0', 'lat1', 'lat2', 'lat_ts', 'long0', 'longc', 'alpha'] as const

/**
 * The parsed fields of a WKT definition, as proj4 keeps them. The parser passes over a prime meridian other than
 * Greenwich and over angles in grads, both of which French maps have.
 * @throws the parser's error for text that is not WKT
 */
const readWkt = (wkt: string): Record<string, unknown> => {
  proj4.defs(SCRATCH, wkt)
  const read: Record<string, unknown> = { ...proj4.defs(SCRATCH) }
  const [, meridian, degrees] = /\bPRIMEM\s*\[\s*"([^"]*)"\s*,\s*(-?[\d.]+)/i.exec(wkt) ?? []
  const meridianDeg = meridian?.toLowerCase() === 'paris' ? PARIS_DEG : Number(degrees ?? 0)
  if (meridianDeg !== 0) read.from_greenwich = meridianDeg * DEGREE_RAD
  readPole(read)
  if (/\bUNIT\s*\[\s*"(grad|gon)"/i.test(wkt))
    for (const angle of ANGLES) if (typeof read[angle] === 'number') read[angle] = read[angle] * 0.9
  return read
}

/** A definition may be passed parsed, which the types of proj4 leave out. */
const asDefinition = (parsed: Record<string, unknown>): Definition => parsed as unknown as Definition

/** The parser reads the northern of ESRI's polar projections as another one, and takes axes that meet at the pole for turned. */
const readPole = (read: Record<string, unknown>): void => {
  if (read.projName === 'Stereographic_North_Pole') {
    read.projName = 'Polar_Stereographic'
    read.lat_ts = read.lat1
    read.lat0 = Math.PI / 2
  }
  if (typeof read.axis === 'string' && !/[ew]/.test(read.axis)) delete read.axis
}

const SCRATCH = 'a .prj file'

/** ESRI's names of systems that the parser cannot read by their parameters. */
const BY_NAME: ReadonlyMap<string, number> = new Map([['GD_1949_New_Zealand_Map_Grid', 27_200]])

const hasTowgs84 = (wkt: string): boolean => /\bTOWGS84\s*\[(?!(\s*-?0(\.0*)?\s*,?)+\])/i.test(wkt)

/**
 * @param wkt what a .prj file says, of ESRI's or OGC's kind
 * @throws the parser's error for text that is not WKT
 */
export const systemOfWkt = (wkt: string): CoordinateSystem => {
  const text = wkt.trim()
  const name = nameIn(text, /^(?:PROJCS|PROJCRS|GEOGCS|GEOGCRS|GEODCRS)\s*\[\s*"([^"]*)"/i) ?? 'its own'
  const code = epsgOf(text) ?? BY_NAME.get(name)
  const known = code === undefined ? undefined : systemOfEpsg(code)
  if (known !== undefined && known.datum !== 'unknown') return known
  const datumName = nameIn(text, /\b(?:DATUM|ENSEMBLE|GEODETICDATUM|TRF)\s*\[\s*"([^"]*)"/i) ?? 'unknown'
  const read = readWkt(text)
  const datum = datumOfWktName(datumName)
  if (datum !== undefined) {
    const withShift = ({ towgs84 }: DatumShift): Definition =>
      asDefinition({ ...read, datumCode: 'none', nadgrids: undefined, datum_params: towgs84.split(',').map(Number) })
    const conversion = shifted(datum, withShift)
    return { name, datumName: datum.name, datum: 'shifted', accuracyM: accuracyOf(datum), ...conversion }
  }
  const conversion = plain(asDefinition(read))
  if (hasTowgs84(text)) return { name, datumName, datum: 'shifted', accuracyM: null, ...conversion }
  const isModern = isModernName(datumName, plainDatumName(datumName))
  return { name, datumName, datum: isModern ? 'modern' : 'unknown', accuracyM: null, ...conversion }
}
