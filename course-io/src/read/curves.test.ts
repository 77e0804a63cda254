/** Curved shapes of GeoPackage and GML, judged by GDAL where the machine has it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type CourseFeature, featureTitle } from '@greensward/domain'
import { distanceToLineM, localFrame, type XY } from '@greensward/geometry'
import { fixture } from '@greensward/testing/fixtures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Gdal, hasGdal, openGdal } from '../testing/gdal.ts'
import { preview } from '../testing/importFile.ts'

const CURVES = fixture('course/curves.gpkg')
const ALLOWED_M = 0.05
const frame = localFrame([-2.7, 52.75])

type Lines = readonly (readonly XY[])[]

const linesOf = (geometry: { readonly type: string; readonly coordinates: unknown }): Lines => {
  const local = (line: unknown) => (line as [number, number][]).map(place => frame.toLocal([place[0], place[1]]))
  const coordinates = geometry.coordinates as unknown[]
  switch (geometry.type) {
    case 'LineString':
      return [local(coordinates)]
    case 'Polygon':
    case 'MultiLineString':
      return coordinates.map(local)
    default:
      return (coordinates as unknown[][]).flat().map(local)
  }
}

/** All lines of what has a name: an area of several parts has become several. */
const byTitle = (features: readonly CourseFeature[]): Map<string, Lines> => {
  const lines = new Map<string, Lines>()
  for (const feature of features) {
    const title = featureTitle(feature).replace(/ \(\d\)$/, '')
    lines.set(title, [...(lines.get(title) ?? []), ...linesOf(feature.geometry)])
  }
  return lines
}

const farthestM = (from: Lines, to: Lines): number =>
  Math.max(...from.flat().map(point => Math.min(...to.map(line => distanceToLineM(line, point)))))

/** Middles of the chords as well as their ends. */
const dense = (lines: Lines): Lines =>
  lines.map(line =>
    line.flatMap(([x, y], i): XY[] => {
      const [nextX, nextY] = line[i + 1] ?? [x, y]
      return [
        [x, y],
        [(x + nextX) / 2, (y + nextY) / 2],
      ]
    }),
  )

describe('a GeoPackage with curves', () => {
  const { features, refused, ignored } = preview(new Uint8Array(readFileSync(CURVES)))
  const lines = byTitle(features)
  const round = (title: string, ring: number, sides: number) => {
    const line = lines.get(title)?.[ring] ?? []
    const box = [0, 1].map(i => {
      const values = line.map(point => point[i] ?? 0)
      return Math.max(...values) - Math.min(...values)
    })
    for (const side of box) expect(Math.abs(side - sides)).toBeLessThan(ALLOWED_M)
  }

  test('holds its areas and lines', () => {
    expect([...lines.keys()].toSorted()).toEqual(['Fairway 1', 'Green 1', 'Green 2', 'Path one', 'Path two'])
    expect(lines.get('Green 1')).toHaveLength(2)
    expect(lines.get('Green 2')).toHaveLength(2)
    expect(lines.get('Path two')).toHaveLength(2)
    // True metres of circles of 40 and 10 m on a grid of 0.9996.
    round('Green 1', 0, 80 / 0.9996)
    round('Green 1', 1, 20 / 0.9996)
  })

  test('reports the kind that it cannot read', () => {
    expect(refused).toMatchObject([
      {
        becomes: 'Bank',
        reason: 'unreadableShape',
        code: 'shapeUnsupported',
        params: { type: 'TIN' },
        repaired: false,
      },
    ])
    expect(ignored).toEqual({})
  })
})

const skipped = hasGdal ? '' : ' (skipped: this machine has no GDAL)'

describe.skipIf(!hasGdal)(`against GDAL${skipped}`, () => {
  let gdal: Gdal
  beforeAll(() => {
    gdal = openGdal()
  })
  afterAll(() => gdal?.close())

  const run = (...options: readonly string[]): Buffer =>
    execFileSync('ogr2ogr', ['--config', 'OGR_ARC_STEPSIZE', '0.1', ...options], {
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e8,
    })

  /** What GDAL makes of the arcs of a file, with chords of a tenth of a degree: before it converts, as it would convert three places of an arc. */
  const judged = (file: string, system: string): Map<string, Lines> => {
    run('-f', 'GPKG', `${file}.linear`, file, '-nlt', 'CONVERT_TO_LINEAR', '-a_srs', system)
    const out = run(
      '-f',
      'GeoJSON',
      '/vsistdout/',
      `${file}.linear`,
      '-t_srs',
      'EPSG:4326',
      '-lco',
      'COORDINATE_PRECISION=10',
    )
    const { features } = JSON.parse(out.toString()) as {
      features: readonly { properties: { name: string }; geometry: { type: string; coordinates: unknown } }[]
    }
    return new Map(
      features.flatMap(({ properties: { name }, geometry }) => (name === 'Bank' ? [] : [[name, linesOf(geometry)]])),
    )
  }

  test.each([
    ['GeoPackage', 'GPKG', 'curves.gpkg', 'EPSG:32630', []],
    ['GML 3.1', 'GML', 'curves31.gml', 'EPSG:32630', ['-dsco', 'FORMAT=GML3']],
    ['GML 3.2', 'GML', 'curves32.gml', 'EPSG:32630', ['-dsco', 'FORMAT=GML3.2']],
    [
      'GML 3.2 of a grid that has north first',
      'GML',
      'laea.gml',
      'EPSG:3035',
      ['-dsco', 'FORMAT=GML3.2', '-t_srs', 'EPSG:3035'],
    ],
  ])('%s has its arcs within 5 cm', (_, format, name, system, options) => {
    const bytes = gdal.to(format, name, CURVES, ...options)
    const { features, refused } = preview(bytes)
    expect(refused).toMatchObject([{ becomes: 'Bank', reason: 'unreadableShape' }])
    const ours = byTitle(features)
    const theirs = judged(gdal.put(`judged-${name}`, bytes), system)
    expect([...ours.keys()].toSorted()).toEqual([...theirs.keys()].toSorted())
    for (const [title, lines] of theirs) {
      expect(farthestM(lines, ours.get(title) ?? []), title).toBeLessThan(ALLOWED_M)
      expect(farthestM(dense(ours.get(title) ?? []), lines), title).toBeLessThan(ALLOWED_M)
    }
  })

  const arcsByCentre = (system: string, centres: readonly string[]): string => {
    const arc = (centre: string, radius: number, from: number, to: number): string =>
      `<gml:ArcByCenterPoint numArc="1"><gml:pos>${centre}</gml:pos><gml:radius uom="m">${radius}</gml:radius><gml:startAngle uom="deg">${from}</gml:startAngle><gml:endAngle uom="deg">${to}</gml:endAngle></gml:ArcByCenterPoint>`
    const circle = (centre: string, radius: number): string =>
      `<gml:CircleByCenterPoint numArc="1"><gml:pos>${centre}</gml:pos><gml:radius uom="m">${radius}</gml:radius></gml:CircleByCenterPoint>`
    const line = (name: string, segment: string): string =>
      `<gml:featureMember><c:sport gml:id="a${name.replaceAll(' ', '')}"><c:name>${name}</c:name><c:shape><gml:Curve srsName="${system}"><gml:segments>${segment}</gml:segments></gml:Curve></c:shape></c:sport></gml:featureMember>`
    const [a = '', b = '', c = '', d = ''] = centres
    return `<?xml version="1.0"?><gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:c="http://council.example">${[
      line('Path 1', arc(a, 250, 20, 300)),
      line('Path 2', arc(b, 40, 200, -20)),
      line('Path 3', arc(c, 90, -30, 30)),
      line('Path 4', circle(d, 60)),
    ].join('')}</gml:FeatureCollection>`
  }

  test.each([
    ['EPSG:32630', ['520600 5844400', '521500 5844400', '522200 5844400', '523000 5844400']],
    // North first.
    ['EPSG:3035', ['3350600 3480400', '3350600 3481500', '3350600 3482200', '3350600 3483000']],
  ])('arcs around a centre in GML of %s are within 5 cm', (system, centres) => {
    const file = arcsByCentre(`urn:ogc:def:crs:${system.replace(':', '::')}`, centres)
    const { features, refused } = preview(file)
    expect(refused).toEqual([])
    const ours = byTitle(features)
    const theirs = judged(gdal.put(`centres-${system.slice(5)}.gml`, file), system)
    expect([...ours.keys()].toSorted()).toEqual([...theirs.keys()].toSorted())
    for (const [title, lines] of theirs) {
      expect(farthestM(lines, ours.get(title) ?? []), title).toBeLessThan(ALLOWED_M)
      expect(farthestM(dense(ours.get(title) ?? []), lines), title).toBeLessThan(ALLOWED_M)
    }
  })

  test.each(
    ['GML2', 'GML3', 'GML3.2'].flatMap(format =>
      ['EPSG:4326', 'EPSG:4258', 'EPSG:32630', 'EPSG:3035', 'EPSG:3857'].map(system => [format, system] as const),
    ),
  )('%s in %s is the course of the GeoJSON', (format, system) => {
    const course = fixture('course/course.geojson')
    const name = `course-${format}-${system.slice(5)}.gml`
    const read = preview(gdal.to('GML', name, course, '-dsco', `FORMAT=${format}`, '-t_srs', system))
    const whole = preview(new Uint8Array(readFileSync(course)))
    expect(read.counts).toEqual(whole.counts)
    expect(read.refused.map(({ code }) => code)).toEqual(whole.refused.map(({ code }) => code))
    const [ours, theirs] = [byTitle(read.features), byTitle(whole.features)]
    for (const [title, lines] of theirs) expect(farthestM(lines, ours.get(title) ?? []), title).toBeLessThan(0.01)
  })
})
