/** Our exports as GDAL reads them, and as it writes them again in each format: the course stays the course. */
import { type CourseFeature, featureTitle, polygonXY } from '@greensward/domain'
import { areaM2, localFrame } from '@greensward/geometry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readImport } from '../read/readImport.ts'
import { COURSE, TYPE } from '../testing/everyKind.ts'
import { type Gdal, hasGdal, openGdal } from '../testing/gdal.ts'
import { preview } from '../testing/importFile.ts'
import { courseNames } from './flatFeature.ts'
import { writeCourse } from './writeCourse.ts'

const skipped = hasGdal ? '' : ' (skipped: this machine has no GDAL)'
const NAMES = courseNames(COURSE, [TYPE])
const write = (format: 'geojson' | 'gpkg' | 'kml' | 'shapefile') =>
  writeCourse({ format, features: COURSE, courseName: 'Course', changedAt: '2026-05-01T06:00:00.000Z' }, NAMES)

const read = (bytes: Uint8Array<ArrayBuffer>) => {
  let next = 1_000
  const answer = readImport({
    bytes: bytes.buffer,
    options: { mapping: {} },
    zoneTypes: [TYPE],
    today: [],
    noteBy: { author: 'Other', time: '2027-01-01T00:00:00.000Z' },
    newId: () => `00000000-0000-4000-8000-${(next++).toString(16).padStart(12, '0')}`,
  })
  if (!answer.ok) throw new Error(answer.error.code)
  expect(answer.value.refused).toEqual([])
  return answer.value.features
}

/** Kind, name, size in steps, as shifts of a datum change it a little, and what a person set; times only by their day, which is all that a Shapefile keeps. */
const meant = (features: readonly CourseFeature[]) =>
  features
    .map(feature => {
      const { kind, geometry, properties } = feature
      const { holeId, view, until, time, ...rest } = properties as Record<string, unknown>
      const area = geometry.type === 'Polygon' ? areaM2(polygonXY(localFrame([-2.7, 52.75]), geometry)) : 0
      const set = { ...rest, hasHole: typeof holeId === 'string', day: String(until ?? time ?? '').slice(0, 10) }
      return { kind, title: featureTitle(feature), sizeM2: Math.floor((area + 10) / 25) * 25, set, view: view === null }
    })
    .toSorted((a, b) => JSON.stringify([a.kind, a.title]).localeCompare(JSON.stringify([b.kind, b.title])))

describe.skipIf(!hasGdal)(`GDAL${skipped}`, () => {
  let gdal: Gdal
  let paths: Readonly<Record<'gpkg' | 'geojson' | 'kml' | 'shapefile', string>>
  beforeAll(() => {
    gdal = openGdal()
    paths = {
      gpkg: gdal.put('own.gpkg', write('gpkg')),
      geojson: gdal.put('own.geojson', write('geojson')),
      kml: gdal.put('own.kml', write('kml')),
      shapefile: `/vsizip/${gdal.put('own.zip', write('shapefile'))}`,
    }
  })
  afterAll(() => gdal?.close())

  test.each([
    ['gpkg', 'GPKG', 'a.gpkg', []],
    ['gpkg', 'GPKG', 'utm.gpkg', ['-t_srs', 'EPSG:32630']],
    ['gpkg', 'GPKG', 'parts.gpkg', ['-nlt', 'PROMOTE_TO_MULTI', '-dim', 'XYZ']],
    ['gpkg', 'KML', 'a.kml', []],
    ['gpkg', 'ESRI Shapefile', 'shapes', []],
    ['gpkg', 'ESRI Shapefile', 'grid', ['-t_srs', 'EPSG:27700', '-dim', 'XYZ']],
    ['shapefile', 'GPKG', 'ofShapes.gpkg', []],
    ['geojson', 'GeoJSON', 'a.geojson', []],
    ['geojson', 'GeoJSON', 'utm.geojson', ['-t_srs', 'EPSG:32630']],
    ['geojson', 'GeoJSONSeq', 'a.geojsons', []],
    ['geojson', 'GPKG', 'mixed.gpkg', []],
    ['geojson', 'KML', 'mixed.kml', []],
    ['geojson', 'LIBKML', 'lib.kml', []],
    ['kml', 'LIBKML', 'lib.kmz', []],
  ] as const)('of our %s it makes %s, %s, which is the same course', (from, format, name, options) => {
    expect(meant(read(gdal.to(format, name, paths[from], ...options)))).toEqual(meant(COURSE))
  })

  test.each(['road', 'restriction', 'wc'] as const)('the layer %s that it saves as GeoJSON is the same layer', kind => {
    const layer = read(gdal.to('GeoJSON', `${kind}.geojson`, paths.gpkg, kind))
    expect(meant(layer)).toEqual(meant(COURSE.filter(feature => feature.kind === kind)))
  })

  test('the units of the drawings that it writes are not believed where a course would be as small as a green', () => {
    const corners = (east: number): number[][] => [
      [520_000 + east, 5_845_000],
      [520_030 + east, 5_845_000],
      [520_030 + east, 5_845_040],
      [520_000 + east, 5_845_000],
    ]
    const features = [0, 900].map(east => ({
      type: 'Feature',
      properties: { Layer: 'GREEN' },
      geometry: { type: 'Polygon', coordinates: [corners(east)] },
    }))
    const source = gdal.put('greens.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
    const { drawingUnit, features: found } = preview(gdal.to('DXF', 'a.dxf', source), { epsg: 32_630 })
    expect(drawingUnit).toEqual({ name: 'metres', source: 'assumed' })
    expect(meant(found).map(({ kind, sizeM2 }) => [kind, sizeM2])).toEqual([
      ['zone', 600],
      ['zone', 600],
    ])
  })
})
