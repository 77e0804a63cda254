/** From a GeoTIFF's own projection to longitude and latitude on WGS 84, and back. */
/// <reference path="./geokeys.d.ts" />
import { toProj4 } from 'geotiff-geokeys-to-proj4'
import proj4 from 'proj4'
import { Fault } from './fault.ts'

export type GeoKeys = Readonly<Record<string, unknown>>

export interface Projection {
  readonly toLonLat: (x: number, y: number) => readonly [lon: number, lat: number]
  readonly fromLonLat: (lon: number, lat: number) => readonly [x: number, y: number]
  /** What heights are multiplied with to be metres. */
  readonly heightToMetres: number
  /** How far the place may be off for its datum's sake; null where the datum is WGS 84 or as good as that. */
  readonly accuracyM: number | null
}

interface Shift {
  /** Three or seven parameters of the position vector transformation, as PROJ's towgs84 takes them. */
  readonly towgs84: string
  readonly accuracyM: number
}

/** Older datums by their code in EPSG, with the shift that EPSG gives for the whole of their area. */
const SHIFTS: ReadonlyMap<number, Shift> = new Map([
  [4277, { towgs84: '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489', accuracyM: 5 }],
  [4314, { towgs84: '598.1,73.7,418.2,0.202,0.045,-2.455,6.7', accuracyM: 3 }],
  [4312, { towgs84: '577.326,90.129,463.919,5.137,1.474,5.297,2.4232', accuracyM: 2 }],
  [4289, { towgs84: '565.4171,50.3319,465.5524,-0.398957,0.343988,-1.87740,4.0725', accuracyM: 1 }],
  [4313, { towgs84: '-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747', accuracyM: 1 }],
  [4149, { towgs84: '674.374,15.056,405.346', accuracyM: 2 }],
  [4150, { towgs84: '674.374,15.056,405.346', accuracyM: 1 }],
  [4275, { towgs84: '-168,-60,320', accuracyM: 3 }],
  [4807, { towgs84: '-168,-60,320', accuracyM: 3 }],
  [4230, { towgs84: '-87,-98,-121', accuracyM: 10 }],
  [4156, { towgs84: '570.8,85.7,462.8,4.998,1.587,5.261,3.56', accuracyM: 2 }],
  [4265, { towgs84: '-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68', accuracyM: 4 }],
  [4299, { towgs84: '482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15', accuracyM: 1 }],
  [4300, { towgs84: '482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15', accuracyM: 1 }],
  [4301, { towgs84: '-146.414,507.337,680.507', accuracyM: 9 }],
  [4202, { towgs84: '-117.808,-51.536,137.784,0.303,0.446,0.234,-0.29', accuracyM: 3 }],
  [4203, { towgs84: '-134,-48,149', accuracyM: 5 }],
  [4272, { towgs84: '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993', accuracyM: 4 }],
  [4222, { towgs84: '-136,-108,-292', accuracyM: 9 }],
  [4124, { towgs84: '414.1,41.3,603.1,-0.855,2.141,-7.023,0', accuracyM: 1 }],
  [4267, { towgs84: '-8,160,176', accuracyM: 10 }],
])

/** Which datum the projected systems of an older datum stand on: from, to, datum. */
const DATUM_OF: readonly (readonly [from: number, to: number, datum: number])[] = [
  [27700, 27700, 4277],
  [31461, 31469, 4314],
  [31251, 31297, 4312],
  [28991, 28992, 4289],
  [31370, 31370, 4313],
  [21780, 21782, 4149],
  [2056, 2056, 4150],
  [27561, 27564, 4807],
  [27571, 27574, 4807],
  [27581, 27584, 4807],
  [23028, 23038, 4230],
  [5513, 5514, 4156],
  [2065, 2065, 4156],
  [3003, 3004, 4265],
  [29900, 29903, 4300],
  [2443, 2461, 4301],
  [30161, 30179, 4301],
  [20248, 20258, 4202],
  [20348, 20358, 4203],
  [27200, 27200, 4272],
  [2046, 2055, 4222],
  [3019, 3024, 4124],
  [26701, 26722, 4267],
  [26729, 26799, 4267],
  [32001, 32058, 4267],
]

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

const datumOf = (keys: GeoKeys): number | undefined => {
  const projected = numberOf(keys.ProjectedCSTypeGeoKey)
  const named = DATUM_OF.find(([from, to]) => projected !== undefined && projected >= from && projected <= to)
  if (named !== undefined) return named[2]
  const geographic = numberOf(keys.GeographicTypeGeoKey)
  return geographic === 32_767 ? undefined : geographic
}

/** Within a few centimetres of each other in shape, and taken for one datum everywhere but in surveying. */
const isModernEllipsoid = (definition: string): boolean =>
  /\+(datum|ellps)=(WGS84|GRS80|NAD83)\b/.test(definition) || /\+a=6378137(\.0*)? /.test(definition)

/** Latitudes of WGS 84 are put on a sphere as they are, which no honest change of datum would do. */
const isWebMercator = (definition: string): boolean =>
  /\+proj=merc\b/.test(definition) && /\+b=6378137(\.0*)? /.test(`${definition} `)

/** Feet, where heights are said to be in feet: codes of EPSG's units. */
const HEIGHT_UNITS: ReadonlyMap<number, number> = new Map([
  [9001, 1],
  [9002, 0.3048],
  [9003, 1200 / 3937],
])

const USER_DEFINED = 32_767
const GEOCENTRIC = 3

const between = (definition: string) => proj4(definition, 'WGS84')

/** @throws Fault where the keys name no place on the earth that can be known */
export const readProjection = (keys: GeoKeys): Projection => {
  const model = numberOf(keys.GTModelTypeGeoKey)
  if (model === GEOCENTRIC) throw new Fault('unknownProjection', 'Its coordinates are geocentric, not on a map')
  const code = numberOf(keys.ProjectedCSTypeGeoKey) ?? numberOf(keys.GeographicTypeGeoKey)
  if (code === undefined && keys.ProjCoordTransGeoKey === undefined && keys.GeogEllipsoidGeoKey === undefined) {
    throw new Fault('noGeoreference', 'It does not say in which projection it lies')
  }
  const name = code === undefined || code === USER_DEFINED ? 'its own projection' : `EPSG:${code}`
  const unknown = (): Fault => new Fault('unknownProjection', `The projection (${name}) is not known here`)
  const read = ((): ReturnType<typeof toProj4> => {
    try {
      return toProj4(keys)
    } catch {
      throw unknown()
    }
  })()
  if (!/\+proj=\w/.test(read.proj4) || Object.keys(read.errors).some(key => /CRS|Projection|conversion/i.test(key))) {
    throw unknown()
  }
  const hasShift = /\+(towgs84|nadgrids)=/.test(read.proj4)
  const datum = datumOf(keys)
  const shift = datum === undefined ? undefined : SHIFTS.get(datum)
  if (!hasShift && shift === undefined && !isModernEllipsoid(`${read.proj4} `)) {
    throw new Fault(
      'unknownDatum',
      `How its datum (${name}) lies to WGS 84 is not known here: convert it to WGS 84, such as EPSG:4326, first`,
    )
  }
  const useShift = shift !== undefined && (!hasShift || /\+towgs84=0,0,0(,0)*\b/.test(read.proj4))
  // The ellipsoid's own name would win over a shift that differs from it.
  const definition = useShift
    ? `${read.proj4.replace(/\+towgs84=\S+/, '')} +towgs84=${shift.towgs84}`
    : hasShift
      ? read.proj4
      : isWebMercator(read.proj4)
        ? `${read.proj4} +nadgrids=@null`
        : `${read.proj4} +towgs84=0,0,0`
  const { x: perX, y: perY, z } = read.coordinatesConversionParameters
  const heightUnit = HEIGHT_UNITS.get(numberOf(keys.VerticalUnitsGeoKey) ?? 0)
  const converter = ((): ReturnType<typeof between> => {
    try {
      return between(definition)
    } catch {
      throw unknown()
    }
  })()
  return {
    toLonLat: (x, y) => {
      const [lon = Number.NaN, lat = Number.NaN] = converter.forward([x * perX, y * perY])
      return [lon, lat]
    },
    fromLonLat: (lon, lat) => {
      const [x = Number.NaN, y = Number.NaN] = converter.inverse([lon, lat])
      return [x / perX, y / perY]
    },
    heightToMetres: heightUnit ?? (z > 0 ? z : 1),
    accuracyM: useShift ? shift.accuracyM : null,
  }
}
