/** One invented course, written in each format by libraries that are not ours, is the same course after each reader. */

import { readFileSync } from 'node:fs'
import {
  type CourseFeature,
  featureTitle,
  type ImportOptions,
  type Position,
  polygonXY,
  type ZoneType,
} from '@greensward/domain'
import { areaM2, localFrame } from '@greensward/geometry'
import { englishText } from '@greensward/messages/english'
import { fixture } from '@greensward/testing/fixtures'
import { describe, expect, test } from 'vitest'
import { readImport } from './readImport.ts'

const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const ZONE_TYPES = ['Green', 'Fairway', 'Tee', 'Bunker', 'Rough'].map(
  (name, index): ZoneType => ({
    id: idOf(index + 1),
    name,
    color: '#17A73F',
    directions: ['12-6'],
    allowsIntersection: name === 'Rough',
    mowable: name !== 'Bunker',
    updatedAt: '2026-05-01T05:00:00.000Z',
  }),
)

const preview = (file: string, options: Partial<ImportOptions> = {}) => {
  let next = 1_000
  const read = readImport({
    bytes: new Uint8Array(readFileSync(fixture(`course/${file}`))).buffer,
    options: { mapping: {}, ...options },
    zoneTypes: ZONE_TYPES,
    today: [],
    noteBy: { author: 'Greta', time: '2026-05-01T05:30:00.000Z' },
    newId: () => idOf(next++),
  })
  if (!read.ok) throw new Error(englishText(read.error))
  return read.value
}

const typeOf = (feature: CourseFeature): string =>
  feature.kind === 'zone'
    ? (ZONE_TYPES.find(({ id }) => id === feature.properties.zoneTypeId)?.name ?? 'unknown')
    : feature.kind

const countsOf = (features: readonly CourseFeature[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const feature of features) counts[typeOf(feature)] = (counts[typeOf(feature)] ?? 0) + 1
  return counts
}

const cornersOf = ({ geometry }: CourseFeature): readonly Position[] =>
  geometry.type === 'Polygon'
    ? geometry.coordinates.flat()
    : geometry.type === 'LineString'
      ? geometry.coordinates
      : [geometry.coordinates]

const DEGREE_M = 111_320
const distanceM = ([lon, lat]: Position, [otherLon, otherLat]: Position): number =>
  Math.hypot((lon - otherLon) * DEGREE_M * Math.cos((lat * Math.PI) / 180), (lat - otherLat) * DEGREE_M)

/** Metres from the farthest corner to the nearest corner of the other set. */
const farthestM = (from: readonly Position[], to: readonly Position[]): number =>
  Math.max(...from.map(one => Math.min(...to.map(other => distanceM(one, other)))))

const WHOLE_COURSE = {
  hole: 3,
  Green: 3,
  Fairway: 2,
  Tee: 3,
  Bunker: 2,
  Rough: 1,
  restriction: 1,
  road: 1,
}

interface DrawnFeature {
  readonly properties: { readonly golf?: string }
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: Position[][] }
    | { readonly type: 'LineString'; readonly coordinates: Position[] }
}
/** The corners of the course as they were drawn, read by nothing but JSON. */
const drawnCorners: readonly Position[] = (
  JSON.parse(readFileSync(fixture('course/course.geojson'), 'utf8')) as { features: readonly DrawnFeature[] }
).features
  .filter(({ properties }) => properties.golf !== undefined)
  .flatMap(({ geometry }) => (geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates))

describe.each<[file: string, format: string, options: Partial<ImportOptions>]>([
  ['course.osm', 'osm', {}],
  ['course.geojson', 'geojson', {}],
  ['course.kml', 'kml', {}],
  ['course.kmz', 'kml', {}],
  ['course-shapefile.zip', 'shapefile', {}],
  ['course.dxf', 'dxf', { epsg: 32_630 }],
  ['course.gpkg', 'gpkg', {}],
  ['course.geojsons', 'geojson', {}],
  ['course.gml', 'gml', {}],
  ['course-overpass.json', 'osm', {}],
  ['course-overpass-geom.json', 'osm', {}],
])('%s', (file, format, options) => {
  const read = preview(file, options)
  const golf = read.features.filter(({ kind }) => kind !== 'area')

  test('holds every thing of the course as what it is', () => {
    expect(read.format).toBe(format)
    expect(read.refused).toEqual([])
    expect(countsOf(golf)).toEqual(WHOLE_COURSE)
  })

  test('has each corner within a centimetre', () => {
    const corners = golf.flatMap(cornersOf)
    expect(farthestM(corners, drawnCorners)).toBeLessThan(0.01)
    expect(farthestM(drawnCorners, corners)).toBeLessThan(0.01)
  })
})

test.each(['course.osm', 'course.geojson', 'course.gpkg', 'course.gml', 'course.geojsons', 'course-overpass.json'])(
  '%s gives holes their numbers and pars, and zones their holes',
  file => {
    const { features } = preview(file)
    const holes = features.flatMap(feature => (feature.kind === 'hole' ? [feature] : []))
    expect(
      holes.map(({ properties: { name, sort, par, baseAngle } }) => [name, sort, par, Math.round(baseAngle)]),
    ).toEqual([
      ['Hole 1', 1, 4, 0],
      ['Hole 2', 2, 3, 180],
      ['Hole 3', 3, 5, 0],
    ])
    const named = features.filter(({ kind }) => kind === 'zone').map(featureTitle)
    expect(named.toSorted()).toEqual([
      'Bunker 1',
      'Bunker 3',
      'Fairway 1',
      'Fairway 3',
      'Green 1',
      'Green 2',
      'Green 3',
      'Rough 1',
      'Tee 1',
      'Tee 2',
      'Tee 3',
    ])
  },
)

test.each(['course.kml', 'course-shapefile.zip'])('%s gives things the names that were drawn', file => {
  const { features } = preview(file)
  expect(features.map(featureTitle)).toEqual(
    expect.arrayContaining(['Hole 1', 'Green 3', 'Bunker 3', 'Fairway 1', 'Pond', 'Cart path', 'Wickerdale']),
  )
})

test('a Shapefile says which system its numbers are in', () => {
  const { coordinateSystems } = preview('course-shapefile.zip')
  expect(coordinateSystems).toMatchObject([{ name: 'WGS_1984_UTM_Zone_30N', source: 'file', datum: 'modern' }])
})

describe('a drawing of a CAD program, with blocks, splines, hatches and ellipses', () => {
  const { features, ignored, refused } = preview('course-cad.dxf', { epsg: 32_630 })
  const areas = (kind: string): readonly number[] =>
    features
      .flatMap(feature =>
        typeOf(feature) === kind && feature.geometry.type === 'Polygon'
          ? [areaM2(polygonXY(localFrame([-2.7, 52.75]), feature.geometry))]
          : [],
      )
      .toSorted((a, b) => a - b)
  const about = (...wanted: readonly number[]) => wanted.map(area => expect.closeTo(area, -Math.log10(area / 50)))

  test('holds every area as what its layer says, with its size', () => {
    expect(refused).toEqual([])
    // 45 by 230 m with a bulge of 67.6, without the island of 200.
    expect(areas('Fairway')).toEqual(about(10_217))
    // 20 by 10 m without half an ellipse of 10 by 5, and a solid of 10 by 10.
    expect(areas('Bunker')).toEqual(about(100, 121.6))
    expect(areas('restriction').concat(areas('area'))).toEqual(about(Math.PI * 22 * 18))
    // A block of 10 by 8 m; the one that is twice as long comes first in the file.
    expect(areas('Tee')).toEqual(about(80, 160))
    // Inside of their control points, which are ellipses of 471 and 330 square metres.
    const [small = 0, large = 0] = areas('Green')
    expect(areas('Green')).toHaveLength(2)
    expect([small > 280 && small < 340, large > 400 && large < 484]).toEqual([true, true])
  })

  test('counts the kinds that are not read', () => expect(ignored).toEqual({ 'DXF MLINE': 1 }))
})

test('a GPX holds the lines of the course, and the pin of a hole that has a line is left out', () => {
  const { format, features, refused, ignored } = preview('course.gpx')
  expect([format, refused]).toEqual(['gpx', []])
  expect(countsOf(features)).toEqual({ hole: 3, road: 1 })
  expect(ignored).toEqual({ 'a tee or green that is a point': 1 })
  expect(farthestM(features.flatMap(cornersOf), drawnCorners)).toBeLessThan(0.01)
})

describe.each([
  ['ownExport.geojson', 'geojson'],
  ['ownExport.kml', 'kml'],
])('%s, which the product itself wrote', (file, format) => {
  const read = preview(file)

  test('is read whole, with its types by their names', () => {
    expect([read.format, read.refused]).toEqual([format, []])
    expect(countsOf(read.features)).toEqual({ ...WHOLE_COURSE, garage: 1, markedArea: 1, note: 1, radius: 1, wc: 1 })
  })

  test('keeps every property that a person set', () => {
    const byTitle = new Map(read.features.map(feature => [featureTitle(feature), feature]))
    const hole = byTitle.get('Hole 2')
    expect(hole?.properties).toMatchObject({ par: 3, rating: 7, pass: 11, isActive: false })
    expect(byTitle.get('Green 2')?.properties).toMatchObject({
      holeId: hole?.id,
      hiddenForMower: true,
      rainModeRestricted: true,
    })
    expect(byTitle.get('Pond')?.properties).toMatchObject({ appliesTo: 'both' })
    expect(byTitle.get('Old oak')?.properties).toMatchObject({ appliesTo: 'mowers', radiusM: 6.5 })
  })
})
