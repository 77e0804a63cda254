import { describe, expect, test } from 'vitest'
import { type CoordinateSystem, systemOfEpsg, systemOfWkt } from './coordinateSystem.ts'
import { readProjection } from './projection.ts'

type Pair = readonly [number, number]

/** Positions as GDAL 3.6 with PROJ 9.1 and no correction grids gives them: EPSG code, coordinates, longitude and latitude. */
const POSITIONS: readonly (readonly [code: number, coordinates: Pair, lonLat: Pair])[] = [
  [2048, [-46192.6145, 3763774.1511], [19.5, -34]],
  [2039, [179383.7839, 665268.3345], [34.78, 32.08]],
  [2056, [2597056.2028, 1194321.8765], [7.4, 46.9]],
  [2100, [476138.5858, 4203342.4397], [23.73, 37.98]],
  [2154, [648583.2621, 6855774.7157], [2.3, 48.8]],
  [2193, [1760373.8424, 5914708.0287], [174.8, -36.9]],
  [2232, [3196965.819, 1680612.9557], [-104.8, 39.7]],
  [2237, [527090.1114, 1332915.5105], [-82.4, 28]],
  [2249, [764292.7712, 2952822.4553], [-71.1, 42.35]],
  [2263, [1011978.0768, 194321.166], [-73.9, 40.7]],
  [2278, [3111197.8307, 13819651.7265], [-95.4, 29.7]],
  [2443, [46722.1779, 111.034], [130, 33]],
  [2868, [705089.723, 873063.8738], [-111.9, 33.4]],
  [3003, [1515653.3854, 5038536.044], [9.2, 45.5]],
  [3006, [670817.9156, 6577304.567], [18, 59.3]],
  [3021, [1625036.3622, 6577515.058], [18, 59.3]],
  [3405, [588128.0276, 2325811.0314], [105.85, 21.03]],
  [3435, [1129670.0884, 1870161.6132], [-87.8, 41.8]],
  [3857, [-311694.5742, 6927697.6899], [-2.8, 52.7]],
  [5514, [-744125.8629, -1041424.2754], [14.4, 50.1]],
  [6443, [527090.1114, 1332915.5105], [-82.4, 28]],
  [21781, [597056.2028, 194321.8765], [7.4, 46.9]],
  [22279, [-46250.6753, 3763484.428], [19.5, -34]],
  [23029, [565437.6585, 4750234.6641], [-8.2, 42.9]],
  [23030, [440707.1824, 4472597.4346], [-3.7, 40.4]],
  [23032, [531264.698, 6206399.246], [9.5, 56]],
  [25832, [535833.4592, 5538750.4775], [9.5, 50]],
  [26729, [294447.5007, 728071.648], [-86.5, 32.5]],
  [26986, [232956.9025, 900022.0844], [-71.1, 42.35]],
  [27200, [2670798.9129, 6476399.1748], [174.8, -36.9]],
  [27572, [597274.5744, 2333415.0509], [2.3, 48]],
  [27700, [497487.6655, 167703.8485], [-0.6, 51.4]],
  [28992, [155874.8265, 467987.6446], [5.4, 52.2]],
  [29903, [313389.0009, 229065.8048], [-6.3, 53.3]],
  [30169, [-11787.8778, -44725.3299], [139.7, 35.6]],
  [31287, [525576.6537, 401399.3844], [15, 47.5]],
  [3031, [304792.0965, -1289361.3032], [166.7, -77.85]],
  [3032, [6328827.4213, 8339728.6772], [78, -68.5]],
  [3413, [-331477.8122, -2821736.129], [-51.7, 64.2]],
  [3976, [303880.0653, -1285503.1396], [166.7, -77.85]],
  [3995, [1122436.8125, -2332251.4287], [25.7, 66.5]],
  [6312, [200003.7521, 352212.5818], [33, 34.8]],
  [31839, [208579.3409, 3244954.0619], [48, 29.3]],
  [3164, [656320.8557, 7721401.1673], [166.5, -20.6]],
  [5041, [2353506.9702, 733880.3066], [15.6, 78.2]],
  [31370, [152202.8841, 165505.1355], [4.4, 50.8]],
  [31467, [3500074.5254, 5540407.1072], [9, 50]],
  [6984, [179384.0948, 665268.6264], [34.78, 32.08]],
  [6991, [179383.7835, 665268.3343], [34.78, 32.08]],
  [31901, [498035.2195, 3250275.0321], [47.98, 29.37]],
  [32630, [513514.9155, 5838917.6125], [-2.8, 52.7]],
]

/** A tenth of a metre, which no mower notices. */
const TOLERANCE_M = 0.1

const apartM = ([lon, lat]: Pair, [otherLon, otherLat]: Pair): number =>
  Math.hypot((lon - otherLon) * 111_320 * Math.cos((lat * Math.PI) / 180), (lat - otherLat) * 110_574)

const known = (code: number): CoordinateSystem => {
  const system = systemOfEpsg(code)
  if (system === undefined) throw new Error(`EPSG:${code} is not known`)
  return system
}

describe('coordinate systems by EPSG code', () => {
  test.each(POSITIONS)('EPSG:%i puts a position where GDAL does', (code, [x, y], lonLat) => {
    expect(apartM(known(code).toLonLat(x, y), lonLat)).toBeLessThan(TOLERANCE_M)
  })

  test.each(POSITIONS)('EPSG:%i leads back to the coordinates', (code, [x, y], lonLat) => {
    const [east, north] = known(code).fromLonLat(...lonLat)
    // Coordinates in feet are closer together than in metres.
    expect(Math.hypot(east - x, north - y)).toBeLessThan(TOLERANCE_M / 0.3048)
  })

  test.each(POSITIONS)('EPSG:%i puts a raster where GDAL does', (code, [x, y], lonLat) => {
    const { toLonLat } = readProjection({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: code })
    expect(apartM(toLonLat(x, y), lonLat)).toBeLessThan(TOLERANCE_M)
  })

  test.each([
    ['a code that no register has', 999_999],
    ['an oblique Mercator, as its variant is not known', 3078],
    ['another one', 3375],
    ['a Krovak that counts to the south', 5513],
    ['degrees in grads from Paris', 4807],
    ['a Mercator that is true elsewhere', 3994],
  ])('%s is not known, and no raster is placed by it', (_, code) => {
    expect(systemOfEpsg(code)).toBeUndefined()
    expect(() => readProjection({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: code })).toThrow()
  })

  test('says how the datum relates to WGS 84 and what that may be off', () => {
    expect(known(31_370)).toMatchObject({ datum: 'shifted', datumName: 'Belge 1972', accuracyM: 1 })
    expect(known(25_832)).toMatchObject({ datum: 'modern', accuracyM: null })
  })

  test('keeps one file in one piece across the border of a region', () => {
    const system = known(23_030)
    const east = system.toLonLat(440_000, 4_594_000)
    const west = system.toLonLat(439_999, 4_594_000)
    expect(apartM(east, west)).toBeLessThan(1.01)
  })
})

const geographic = (datum: string, spheroid: string): string =>
  `GEOGCS["GCS",DATUM["${datum}",SPHEROID[${spheroid}]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`
const transverseMercator = (falseEasting: number, centralMeridian: number, scale: number): string =>
  `PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",${falseEasting}],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",${centralMeridian}],PARAMETER["Scale_Factor",${scale}],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]`
const INTERNATIONAL = '"International_1924",6378388.0,297.0'

describe('coordinate systems of .prj files', () => {
  const ed50 = (datum: string): string =>
    `PROJCS["ED_1950_UTM_Zone_30N",${geographic(datum, INTERNATIONAL)},${transverseMercator(500_000, -3, 0.9996)}]`
  const madrid: readonly [Pair, Pair] = [
    [440_707.1824, 4_472_597.4346],
    [-3.7, 40.4],
  ]

  test('an old datum is shifted though the file says nothing of a shift', () => {
    const system = systemOfWkt(ed50('D_European_1950'))
    expect(system).toMatchObject({ name: 'ED_1950_UTM_Zone_30N', datum: 'shifted', datumName: 'ED50' })
    expect(apartM(system.toLonLat(...madrid[0]), madrid[1])).toBeLessThan(TOLERANCE_M)
  })

  test.each([
    'D_ETRF2000_Poland',
    'ETRF2000 Poland',
    'D_China_2000',
    'D_TWD_1997',
    'D_SVY21',
    'D_Rete_Dinamica_Nazionale_2008',
    'North_American_Datum_of_1983_(CSRS)_version_7',
  ])('%s is a datum of today', datum => {
    const system = systemOfWkt(
      `PROJCS["Zone",${geographic(datum, '"GRS_1980",6378137.0,298.257222101')},${transverseMercator(7_500_000, 21, 0.999923)}]`,
    )
    expect(system).toMatchObject({ datum: 'modern', accuracyM: null })
    expect(apartM(system.toLonLat(7_500_000, 5_785_151.9093), [21, 52.2])).toBeLessThan(TOLERANCE_M)
  })

  test('a polar system is at its pole, as ESRI and as OGC write it', () => {
    const wgs84 = geographic('D_WGS_1984', '"WGS_1984",6378137.0,298.257223563')
    const esri = `PROJCS["Arctic",${wgs84},PROJECTION["Stereographic_North_Pole"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",71.0],UNIT["Meter",1.0]]`
    const ogc = `PROJCRS["Arctic",BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]],CONVERSION["Arctic",METHOD["Polar Stereographic (variant B)"],PARAMETER["Latitude of standard parallel",71,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Longitude of origin",0,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["False easting",0,LENGTHUNIT["metre",1]],PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["easting (X)",south,MERIDIAN[90,ANGLEUNIT["degree",0.0174532925199433]],ORDER[1],LENGTHUNIT["metre",1]],AXIS["northing (Y)",south,MERIDIAN[180,ANGLEUNIT["degree",0.0174532925199433]],ORDER[2],LENGTHUNIT["metre",1]]]`
    for (const wkt of [esri, ogc])
      expect(apartM(systemOfWkt(wkt).toLonLat(1_122_436.8125, -2_332_251.4287), [25.7, 66.5])).toBeLessThan(TOLERANCE_M)
  })

  test('a datum that is not known here is named as unknown', () => {
    expect(systemOfWkt(ed50('D_Somewhere_1931'))).toMatchObject({ datum: 'unknown', datumName: 'D_Somewhere_1931' })
  })

  test('the code that a file names for itself counts more than its parameters', () => {
    const system = systemOfWkt(
      `PROJCS["ED50 / UTM zone 30N",${geographic('European_Datum_1950', INTERNATIONAL)},${transverseMercator(500_000, -3, 0.9996)},AUTHORITY["EPSG","23030"]]`,
    )
    expect(system.name).toBe('EPSG:23030')
    expect(apartM(system.toLonLat(...madrid[0]), madrid[1])).toBeLessThan(TOLERANCE_M)
  })

  test('a shift that the file brings itself is used', () => {
    const wkt = `GEOGCS["own",DATUM["Own",SPHEROID[${INTERNATIONAL}],TOWGS84[-87,-98,-121,0,0,0,0]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]`
    const system = systemOfWkt(wkt)
    expect(system.datum).toBe('shifted')
    expect(apartM(system.toLonLat(-3.7, 40.4), [-3.7, 40.4])).toBeGreaterThan(100)
  })

  test('French maps count from Paris and in grads', () => {
    const system = systemOfWkt(
      'PROJCS["NTF_Paris_Lambert_Zone_II",GEOGCS["GCS_NTF_Paris",DATUM["D_NTF",SPHEROID["Clarke_1880_IGN",6378249.2,293.466021293627]],PRIMEM["Paris",2.33722917],UNIT["Grad",0.0157079632679489]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",600000.0],PARAMETER["False_Northing",2200000.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",52.0],PARAMETER["Scale_Factor",0.99987742],PARAMETER["Latitude_Of_Origin",52.0],UNIT["Meter",1.0]]',
    )
    expect(apartM(system.toLonLat(597_274.5744, 2_333_415.0509), [2.3, 48])).toBeLessThan(TOLERANCE_M)
  })

  test('a modern datum needs no shift', () => {
    const wkt = `PROJCS["NAD_1983_2011_UTM_Zone_17N",${geographic('D_NAD_1983_2011', '"GRS_1980",6378137.0,298.257222101')},${transverseMercator(500_000, -81, 0.9996)}]`
    expect(systemOfWkt(wkt).datum).toBe('modern')
  })

  test('text that is not WKT throws', () => {
    expect(() => systemOfWkt('PROJCS[[[')).toThrow()
  })
})

describe('coordinate systems of GeoTIFFs', () => {
  const US_SURVEY_FOOT = 9003
  const FOOT = 9002
  test.each([
    [2232, US_SURVEY_FOOT],
    [2237, US_SURVEY_FOOT],
    [2249, US_SURVEY_FOOT],
    [2263, US_SURVEY_FOOT],
    [2868, FOOT],
    [3435, US_SURVEY_FOOT],
    [6443, US_SURVEY_FOOT],
    [26_986, 9001],
  ])('EPSG:%i with its unit named once more turns feet into metres once', (code, unit) => {
    const [, [x, y], lonLat] = POSITIONS.find(([other]) => other === code) ?? [code, [0, 0] as Pair, [0, 0] as Pair]
    for (const keys of [{}, { ProjLinearUnitsGeoKey: unit }]) {
      const projection = readProjection({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: code, ...keys })
      expect(apartM(projection.toLonLat(x, y), lonLat)).toBeLessThan(TOLERANCE_M)
      const [east, north] = projection.fromLonLat(...lonLat)
      expect(Math.hypot(east - x, north - y)).toBeLessThan(TOLERANCE_M / 0.3048)
    }
  })

  test('feet of a projection of its own are metres after they were multiplied', () => {
    const keys = {
      GTModelTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 32_767,
      GeographicTypeGeoKey: 4269,
      ProjCoordTransGeoKey: 1,
      ProjNatOriginLongGeoKey: -82,
      ProjNatOriginLatGeoKey: 24 + 1 / 3,
      ProjScaleAtNatOriginGeoKey: 0.999941177,
      ProjFalseEastingGeoKey: 656_166.667,
      ProjFalseNorthingGeoKey: 0,
      ProjLinearUnitsGeoKey: US_SURVEY_FOOT,
    }
    const [, [x, y], lonLat] = POSITIONS.find(([code]) => code === 2237) ?? [0, [0, 0] as Pair, [0, 0] as Pair]
    expect(apartM(readProjection(keys).toLonLat(x, y), lonLat)).toBeLessThan(TOLERANCE_M)
  })
})

describe('polar stereographic keys without a code', () => {
  const keys = {
    GTModelTypeGeoKey: 1,
    GeographicTypeGeoKey: 4326,
    ProjectedCSTypeGeoKey: 32_767,
    ProjCoordTransGeoKey: 15,
  }
  const metres = { ProjLinearUnitsGeoKey: 9001, ProjFalseEastingGeoKey: 0, ProjFalseNorthingGeoKey: 0 }

  test.each([
    ['true to scale at a parallel of the south', -68, 30, 1, [65.537677792, -82.0198571446]],
    ['with a factor at the pole', 90, 10, 0.95, [154.462322208, 81.905900455]],
  ] as const)('%s', (_, ProjNatOriginLatGeoKey, ProjStraightVertPoleLongGeoKey, ProjScaleAtNatOriginGeoKey, lonLat) => {
    const more = { ProjNatOriginLatGeoKey, ProjStraightVertPoleLongGeoKey, ProjScaleAtNatOriginGeoKey }
    const { toLonLat } = readProjection({ ...keys, ...metres, ...more })
    expect(apartM(toLonLat(500_000, 700_000), lonLat)).toBeLessThan(TOLERANCE_M)
  })
})
