/** Files in metres of some projection: each thing comes to its place, or the person is asked for the projection. */
import { type CourseFeature, featureTitle } from '@greensward/domain'
import { at } from '@greensward/domain/testing'
import { englishText } from '@greensward/messages/english'
import { strToU8, unzipSync, zipSync } from 'fflate'
import proj4 from 'proj4'
import { describe, expect, test } from 'vitest'
import { preview, refusal } from '../testing/importFile.ts'
import { rectangle } from '../testing/rectangle.ts'
import { zippedShapefile } from '../testing/shapefile.ts'

const UTM = '+proj=utm +zone=30 +datum=WGS84 +units=m +no_defs'
const utm = ([lon, lat]: readonly [number, number]): [number, number] => {
  const [x = 0, y = 0] = proj4('EPSG:4326', UTM, [lon, lat])
  return [x, y]
}
const UTM_PRJ =
  'PROJCS["WGS_1984_UTM_Zone_30N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-3.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]'

const near = (feature: CourseFeature | undefined, [lon, lat]: readonly [number, number]) => {
  const first = feature?.geometry.type === 'Polygon' ? feature.geometry.coordinates[0]?.[0] : undefined
  expect(first?.[0]).toBeCloseTo(lon, 7)
  expect(first?.[1]).toBeCloseTo(lat, 7)
}

describe('Shapefile', () => {
  const ring = (rectangle(0, 0, 20, 20)[0] ?? []).toReversed()
  const projected = ring.map(([lon, lat]) => utm([lon, lat]))

  test('polygons of a projection come to their place, with the words of their table', () => {
    const zip = zippedShapefile('greens', 5, [{ name: 'Übungsgrün', parts: [projected] }], UTM_PRJ)
    const { format, features } = preview(zip)
    expect(format).toBe('shapefile')
    expect(features.map(({ kind }) => kind)).toEqual(['zone'])
    near(features[0], ring[0] ?? [0, 0])
  })

  test('a column called NAME gives holes and zones their names', () => {
    const line = [utm(at(0, 0)), utm(at(0, 150))]
    const holes = ['Hole 7', 'Hole 5'].map(name => ({ name, parts: [line] }))
    const named = preview(zippedShapefile('holes', 3, holes, UTM_PRJ)).features
    expect(named.map(feature => feature.kind === 'hole' && [featureTitle(feature), feature.properties.sort])).toEqual([
      ['Hole 5', 5],
      ['Hole 7', 7],
    ])
    const greens = zippedShapefile('greens', 5, [{ name: 'Übungsgrün', parts: [projected] }], UTM_PRJ)
    expect(preview(greens).features.map(featureTitle)).toEqual(['Übungsgrün'])
  })

  test('without a projection metres are refused with a question, and taken with its answer', () => {
    const zip = zippedShapefile('greens', 5, [{ name: 'Green 1', parts: [projected] }])
    expect(refusal(zip)).toMatchObject({
      reason: 'needsProjection',
      code: 'noProjection',
      params: { part: 'greens.shp' },
    })
    near(preview(zip, { epsg: 32_630 }).features[0], ring[0] ?? [0, 0])
    expect(refusal(zip, { epsg: 999_999 })).toMatchObject({ code: 'unknownEpsg', params: { epsg: 999_999 } })
  })

  const ED50_PRJ = UTM_PRJ.replaceAll('WGS_1984_UTM', 'ED_1950_UTM')
    .replace('D_WGS_1984', 'D_European_1950')
    .replace('"WGS_1984",6378137.0,298.257223563', '"International_1924",6378388.0,297.0')

  test('an old datum is shifted, and the preview says from which and how exact that is', () => {
    const { coordinateSystems, features } = preview(
      zippedShapefile('greens', 5, [{ name: 'Green 1', parts: [projected] }], ED50_PRJ),
    )
    expect(coordinateSystems).toEqual([
      { name: 'ED_1950_UTM_Zone_30N', source: 'file', datum: 'shifted', datumName: 'ED50', accuracyM: 10 },
    ])
    const [feature] = features
    const first = feature?.geometry.type === 'Polygon' ? feature.geometry.coordinates[0]?.[0] : undefined
    const [lon = 0, lat = 0] = ring[0] ?? []
    // European Datum 1950 lies about 140 m to the north-east of WGS 84 here.
    expect(Math.abs((first?.[1] ?? 0) - lat) * 110_574).toBeGreaterThan(50)
    expect(Math.abs((first?.[0] ?? 0) - lon) * 69_000).toBeGreaterThan(50)
  })

  test('a datum without a known shift is named, so that the person is warned', () => {
    const prj = ED50_PRJ.replace('D_European_1950', 'D_Somewhere_1931')
    const { coordinateSystems } = preview(zippedShapefile('greens', 5, [{ name: 'Green 1', parts: [projected] }], prj))
    expect(coordinateSystems).toMatchObject([{ datum: 'unknown', datumName: 'D_Somewhere_1931', accuracyM: null }])
  })

  test('the chosen system wins over the one in the .prj', () => {
    const zip = zippedShapefile('greens', 5, [{ name: 'Green 1', parts: [projected] }], ED50_PRJ)
    const { coordinateSystems, features } = preview(zip, { epsg: 32_630 })
    near(features[0], ring[0] ?? [0, 0])
    expect(coordinateSystems).toMatchObject([{ name: 'EPSG:32630', source: 'chosen', datum: 'modern' }])
  })

  test('degrees need no projection', () => {
    const zip = zippedShapefile('paths', 3, [{ name: 'Cart path', parts: [[at(0, 0), at(50, 0)]] }])
    expect(preview(zip).features.map(({ kind }) => kind)).toEqual(['road'])
  })

  test.each([
    [
      'a .shp cut short',
      (zip: Record<string, Uint8Array>) => ({ 'a.shp': zip['a.shp']?.slice(0, 60) }),
      /a\.shp is not a Shapefile/,
    ],
    [
      'a .dbf that is shorter than it says',
      (zip: Record<string, Uint8Array>) => ({ ...zip, 'a.dbf': zip['a.dbf']?.slice(0, 70) }),
      /a\.dbf is shorter/,
    ],
    [
      'a .prj of nonsense',
      (zip: Record<string, Uint8Array>) => ({ ...zip, 'a.prj': strToU8('PROJCS[[[') }),
      /a\.prj names a projection/,
    ],
  ])('%s is refused by name', (_, spoil, message) => {
    const row = { name: 'Green 1', parts: [ring] }
    const parts: Record<string, Uint8Array> = unzipSync(zippedShapefile('a', 5, [row]))
    const spoilt = Object.fromEntries(
      Object.entries(spoil(parts)).flatMap(([n, b]) => (b === undefined ? [] : [[n, b]])),
    )
    expect(englishText(refusal(zipSync(spoilt)))).toMatch(message)
  })
})

describe('DXF', () => {
  const dxf = (entities: string) => `0\nSECTION\n2\nENTITIES\n${entities}0\nENDSEC\n0\nEOF\n`
  const polyline = (layer: string, places: readonly (readonly [number, number])[], closed: boolean) =>
    `0\nLWPOLYLINE\n8\n${layer}\n90\n${places.length}\n70\n${closed ? 1 : 0}\n${places.map(([x, y]) => `10\n${x}\n20\n${y}\n`).join('')}`
  const corners = (rectangle(0, 0, 20, 20)[0] ?? []).slice(0, 4).map(([lon, lat]) => utm([lon, lat]))
  const [east, north] = utm(at(100, 100))
  const drawing = dxf(
    polyline('BUNKER', corners, true) +
      polyline('CART_PATH', [utm(at(0, 40)), utm(at(50, 40))], false) +
      `0\nCIRCLE\n8\nGREENS\n10\n${east}\n20\n${north}\n40\n9\n`,
  )

  test('asks for the projection, then layers say what its lines are', () => {
    expect(refusal(drawing)).toMatchObject({ reason: 'needsProjection' })
    const { format, groups, features } = preview(drawing, { epsg: 32_630 })
    expect(format).toBe('dxf')
    expect(groups.map(({ label, shape, count }) => [label, shape, count])).toEqual([
      ['path', 'line', 1],
      ['green', 'ring', 1],
      ['bunker', 'ring', 1],
    ])
    // The course of this test has no zone type for bunkers, so that group is left out until somebody chooses one.
    expect(features.map(({ kind }) => kind).sort()).toEqual(['road', 'zone'])
  })

  test('faces are areas, and what is not read is counted by its kind', () => {
    const places = corners.map(([x, y], i) => `1${i}\n${x}\n2${i}\n${y}\n3${i}\n0\n`).join('')
    const { groups, ignored } = preview(dxf(`0\n3DFACE\n8\nGREEN\n${places}0\nTRACE\n8\nGREEN\n${places}`), {
      epsg: 32_630,
    })
    expect(groups.map(({ label, shape, count }) => [label, shape, count])).toEqual([['green', 'ring', 1]])
    expect(ignored).toEqual({ 'DXF TRACE': 1 })
  })

  test('a .prj beside it in a zip answers the question', () => {
    const zip = zipSync({ 'plan.dxf': strToU8(drawing), 'plan.prj': strToU8(UTM_PRJ) })
    const { coordinateSystems, ...found } = preview(zip)
    const { coordinateSystems: chosen, ...foundByCode } = preview(drawing, { epsg: 32_630 })
    expect(found).toEqual(foundByCode)
    expect([coordinateSystems[0]?.source, chosen[0]?.source]).toEqual(['file', 'chosen'])
  })

  test('the chosen system wins over the .prj beside it', () => {
    const zip = zipSync({ 'plan.dxf': strToU8(drawing), 'plan.prj': strToU8(UTM_PRJ.replaceAll('-3.0]', '3.0]')) })
    expect(preview(zip, { epsg: 32_630 })).toEqual(preview(drawing, { epsg: 32_630 }))
  })

  test('what is drawn as seen from below, with x the other way, is where the rest is', () => {
    const onPlane = (sign: 1 | -1): string => {
      const places = (list: readonly (readonly [number, number])[]): string =>
        list.map(([x, y]) => `10\n${sign * x}\n20\n${y}\n`).join('')
      const plane = `210\n0\n220\n0\n230\n${sign}\n`
      const moved = corners.map(([x, y]): [number, number] => [x, y + 100])
      const block = `0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n8\n0\n2\nGREEN\n10\n0\n20\n0\n${polyline(
        '0',
        [
          [0, 0],
          [8 * sign, 0],
          [8 * sign, 9],
          [0, 9],
        ],
        true,
      )}0\nENDBLK\n0\nENDSEC\n`
      const entities =
        `0\nLWPOLYLINE\n8\nGREEN\n90\n4\n70\n1\n${places(corners)}${plane}` +
        `0\nHATCH\n8\nFAIRWAY\n10\n0\n20\n0\n30\n0\n${plane}2\nSOLID\n70\n1\n71\n0\n91\n1\n92\n2\n72\n0\n73\n1\n93\n4\n${places(moved)}97\n0\n` +
        `0\nINSERT\n8\nGREEN\n2\nGREEN\n${places([[east, north]])}${plane}`
      return block + dxf(entities)
    }
    const shapes = (sign: 1 | -1) =>
      preview(onPlane(sign), { epsg: 32_630 }).features.map(({ kind, geometry }) => [kind, geometry])
    expect(shapes(1)).toHaveLength(3)
    expect(shapes(-1)).toEqual(shapes(1))
  })

  describe('its unit', () => {
    const inUnit = (insunits: number | undefined, metres: number) => {
      const header = insunits === undefined ? '' : `0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n${insunits}\n0\nENDSEC\n`
      const scaled = corners.map(([x, y]): [number, number] => [x / metres, y / metres])
      return header + dxf(polyline('GREEN', scaled, true))
    }
    const corner = rectangle(0, 0, 20, 20)[0]?.[0] ?? ([0, 0] as const)

    test.each([
      ['inches', 1, 0.0254],
      ['feet', 2, 0.3048],
      ['miles', 3, 1_609.344],
      ['millimetres', 4, 0.001],
      ['centimetres', 5, 0.01],
      ['metres', 6, 1],
      ['kilometres', 7, 1_000],
      ['yards', 10, 0.9144],
      ['decimetres', 14, 0.1],
      ['usSurveyFeet', 21, 1_200 / 3_937],
    ] as const)('%s of its header are converted', (name, insunits, metres) => {
      const { drawingUnit, features } = preview(inUnit(insunits, metres), { epsg: 32_630 })
      expect(drawingUnit).toEqual({ name, source: 'file' })
      near(features[0], corner)
    })

    test.each([undefined, 0])('is that of the coordinate system where the header says %s, and named', insunits => {
      const { drawingUnit, features } = preview(inUnit(insunits, 1), { epsg: 32_630 })
      expect(drawingUnit).toEqual({ name: 'metres', source: 'assumed' })
      near(features[0], corner)
    })

    test('the chosen unit wins over the one in the header', () => {
      const { drawingUnit, features } = preview(inUnit(1, 0.001), { epsg: 32_630, unit: 'millimetres' })
      expect(drawingUnit).toEqual({ name: 'millimetres', source: 'chosen' })
      near(features[0], corner)
    })

    test('one that is not known is a question, answered by a choice', () => {
      const lightYears = inUnit(19, 1)
      expect(refusal(lightYears, { epsg: 32_630 })).toMatchObject({
        reason: 'needsUnit',
        code: 'unknownDxfUnit',
        params: { code: '19' },
      })
      near(preview(lightYears, { epsg: 32_630, unit: 'metres' }).features[0], corner)
    })

    test('feet are those of the system, metres are converted to them, and none is assumed in it', () => {
      // New York in US survey feet; the two kinds of feet differ by 0.6 m at this easting.
      const [x, y] = [1_011_978, 194_321]
      const square = (perFoot: number) =>
        polyline(
          'GREEN',
          [
            [x, y],
            [x + 60, y],
            [x + 60, y + 60],
            [x, y + 60],
          ].map(([east = 0, north = 0]): [number, number] => [east * perFoot, north * perFoot]),
          true,
        )
      const drawn = (insunits: number, perFoot: number) => {
        const header = `0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n${insunits}\n0\nENDSEC\n`
        return preview(header + dxf(square(perFoot)), { epsg: 2_263 })
      }
      const unnamed = drawn(0, 1)
      expect(unnamed.drawingUnit).toEqual({ name: 'usSurveyFeet', source: 'assumed' })
      expect(drawn(2, 1).features).toEqual(unnamed.features)
      expect(drawn(21, 1).features).toEqual(unnamed.features)
      const [feature] = unnamed.features
      const first = feature?.geometry.type === 'Polygon' ? feature.geometry.coordinates[0]?.[0] : undefined
      near(drawn(6, 1_200 / 3_937).features[0], [first?.[0] ?? 0, first?.[1] ?? 0])
    })

    test('degrees have none', () => {
      const degrees = (rectangle(0, 0, 20, 20)[0] ?? []).slice(0, 4).map(([lon, lat]): [number, number] => [lon, lat])
      const header = '0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n1\n0\nENDSEC\n'
      const { drawingUnit, features } = preview(header + dxf(polyline('GREEN', degrees, true)), { epsg: 4_326 })
      expect(drawingUnit).toBeNull()
      near(features[0], corner)
    })
  })

  test('what is broken is refused', () => {
    expect(refusal('0\nSECTION\n2\nENTITIES\n0\nLINE\n8', { epsg: 32_630 }).code).toBe('badDxf')
    expect(refusal('AutoCAD Binary DXF\r\n\u001a\u0000').code).toBe('binaryDxf')
  })
})

describe('GeoJSON in metres', () => {
  const green = (crs: object) => ({
    type: 'FeatureCollection',
    ...crs,
    features: [
      {
        type: 'Feature',
        properties: { golf: 'green' },
        geometry: {
          type: 'Polygon',
          coordinates: [(rectangle(0, 0, 20, 20)[0] ?? []).map(([lon, lat]) => utm([lon, lat]))],
        },
      },
    ],
  })
  const corner = rectangle(0, 0, 20, 20)[0]?.[0] ?? ([0, 0] as const)

  test('is read in the system that it names', () => {
    const file = green({ crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32630' } } })
    const { coordinateSystems, features } = preview(JSON.stringify(file))
    near(features[0], corner)
    expect(coordinateSystems).toMatchObject([{ name: 'EPSG:32630', source: 'file' }])
  })

  test('asks where it names none, and takes the answer', () => {
    const file = JSON.stringify(green({}))
    expect(refusal(file)).toMatchObject({ reason: 'needsProjection' })
    near(preview(file, { epsg: 32_630 }).features[0], corner)
  })
})
