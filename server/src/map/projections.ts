/** From the coordinates of surveyors to longitude and latitude. */
import proj4 from 'proj4'
import { Unreadable, wrongIn } from './importRefusal.ts'

/** Turns east and north (or whatever the system has) into longitude and latitude in degrees. */
export type ToLonLat = (place: readonly number[]) => number[]

const BESSEL_DE = '+ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7 +units=m +no_defs'
const gaussKrueger = (zone: number): string =>
  `+proj=tmerc +lat_0=0 +lon_0=${zone * 3} +k=1 +x_0=${zone}500000 +y_0=0 ${BESSEL_DE}`
const SWISS =
  '+proj=somerc +lat_0=46.95240555555556 +lon_0=7.439583333333333 +k_0=1 +ellps=bessel +towgs84=674.374,15.056,405.346 +units=m +no_defs'
const GRS80 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs'

/** National systems, with the parameters of the EPSG register. */
const NATIONAL: Readonly<Record<number, string>> = {
  2056: `${SWISS} +x_0=2600000 +y_0=1200000`,
  2154: `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${GRS80}`,
  2157: `+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=0.99982 +x_0=600000 +y_0=750000 ${GRS80}`,
  2193: `+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 ${GRS80}`,
  3006: `+proj=utm +zone=33 ${GRS80}`,
  21781: `${SWISS} +x_0=600000 +y_0=200000`,
  27700:
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs',
  28992:
    '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.417,50.3319,465.552,-0.398957,0.343988,-1.8774,4.0725 +units=m +no_defs',
  29903:
    '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000 +a=6377340.189 +b=6356034.447938534 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15 +units=m +no_defs',
  31370:
    '+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl +towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747 +units=m +no_defs',
  31466: gaussKrueger(2),
  31467: gaussKrueger(3),
  31468: gaussKrueger(4),
  31469: gaussKrueger(5),
}

/** Families of UTM zones: first code, first zone, last zone, what their definition ends with. */
const UTM: readonly (readonly [first: number, from: number, to: number, rest: string])[] = [
  [32_601, 1, 60, '+datum=WGS84 +units=m +no_defs'],
  [32_701, 1, 60, '+south +datum=WGS84 +units=m +no_defs'],
  [25_828, 28, 38, GRS80],
  [26_901, 1, 23, '+datum=NAD83 +units=m +no_defs'],
  [28_348, 48, 58, `+south ${GRS80}`],
  [7_846, 46, 59, `+south ${GRS80}`],
]

const definitionOf = (epsg: number): string | undefined => {
  if (epsg === 4326 || epsg === 4258) return 'EPSG:4326'
  if (epsg === 3857) return 'EPSG:3857'
  const family = UTM.find(([first, from, to]) => epsg >= first && epsg <= first + to - from)
  if (family === undefined) return NATIONAL[epsg]
  const [first, from, , rest] = family
  return `+proj=utm +zone=${from + epsg - first} ${rest}`
}

const converter = (definition: string): ToLonLat => {
  const { forward } = proj4(definition, 'EPSG:4326')
  return place => {
    const [lon = Number.NaN, lat = Number.NaN] = forward([place[0] ?? Number.NaN, place[1] ?? Number.NaN])
    return [lon, lat]
  }
}

/** @throws Unreadable for a code that is not known here */
export const fromEpsg = (epsg: number): ToLonLat => {
  const definition = definitionOf(epsg)
  if (definition === undefined)
    throw new Unreadable(
      'unknownProjection',
      `EPSG:${epsg} is not known here. Known are 4326, 3857, UTM zones (such as 25832 or 32630), the national systems of Belgium, Britain, France, Germany, Ireland, the Netherlands, New Zealand, Sweden and Switzerland; for others zip the file together with its .prj`,
    )
  return converter(definition)
}

/** @param wkt what a .prj file says; @param part its name, for the refusal */
export const fromWkt = (wkt: string, part: string): ToLonLat => {
  try {
    return converter(wkt.trim().slice(0, 10_000))
  } catch (error) {
    throw new Unreadable('unknownProjection', `${part} names a projection that cannot be read: ${wrongIn(error)}`)
  }
}

/** Whether places may be longitude and latitude as they are. */
export const looksLikeDegrees = (places: readonly (readonly number[])[]): boolean =>
  places.every(([x = Number.NaN, y = Number.NaN]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)

export const needsProjection = (part: string): Unreadable =>
  new Unreadable(
    'needsProjection',
    `${part} does not say which projection its coordinates are in. Name its EPSG code, such as 25832`,
  )
