import { polygonXY } from '@greensward/domain'
import { areaM2, localFrame } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { preview, refusal } from '../../testing/importFile.ts'

const LON = -2.7
const LAT = 52.75
/** East and north of Wickerdale's corner in UTM zone 30, and of the same corner on the British grid. */
const UTM = [520_252, 5_844_400] as const

const collection = (member: string, version = '/3.2') =>
  `<?xml version="1.0"?><wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml${version}" xmlns:c="http://council.example" xmlns:xlink="http://www.w3.org/1999/xlink">${member}</wfs:FeatureCollection>`
const feature = (shape: string, name = 'Green 1') =>
  `<wfs:member><c:sport gml:id="sport.1"><c:name>${name}</c:name><c:shape>${shape}</c:shape></c:sport></wfs:member>`
const gml = (shape: string) => collection(feature(shape))
const polygon = (ring: string, srs: string) =>
  `<gml:Polygon srsName="${srs}"><gml:exterior>${ring}</gml:exterior></gml:Polygon>`
const posList = (places: readonly (readonly number[])[]) =>
  `<gml:LinearRing><gml:posList>${places.flat().join(' ')}</gml:posList></gml:LinearRing>`

const square = (east: number, north: number, side: number) => [
  [east, north],
  [east + side, north],
  [east + side, north + side],
  [east, north + side],
  [east, north],
]
const turned = (places: readonly (readonly number[])[]) => places.map(([x = 0, y = 0]) => [y, x])

const zoneOf = (file: string, options = {}) => {
  const { features, refused, format, coordinateSystems } = preview(file, options)
  expect(format).toBe('gml')
  expect(refused).toEqual([])
  const [zone] = features
  if (features.length !== 1 || zone?.geometry.type !== 'Polygon') throw new Error('not one zone')
  return { zone, geometry: zone.geometry, systems: coordinateSystems.map(({ name }) => name) }
}
const areaOf = (file: string) => {
  const { geometry } = zoneOf(file)
  const [[at = [0, 0] as const] = []] = geometry.coordinates
  return areaM2(polygonXY(localFrame(at), geometry))
}

describe('the order of axes', () => {
  const corner = (file: string, options = {}) => {
    const { geometry } = zoneOf(file, options)
    const ring = geometry.coordinates[0] ?? []
    return [Math.min(...ring.map(([lon]) => lon)), Math.min(...ring.map(([, lat]) => lat))]
  }
  const degrees = square(LON, LAT, 0.0005)

  test.each([
    ['urn:ogc:def:crs:EPSG::4326', true],
    ['urn:x-ogc:def:crs:EPSG:6.9:4326', true],
    ['http://www.opengis.net/def/crs/EPSG/0/4326', true],
    ['urn:ogc:def:crs:EPSG::4258', true],
    ['EPSG:4326', false],
    ['http://www.opengis.net/gml/srs/epsg.xml#4326', false],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', false],
    ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', false],
  ])('%s has latitude first: %s', (srs, isLatFirst) => {
    const [lon = 0, lat = 0] = corner(gml(polygon(posList(isLatFirst ? turned(degrees) : degrees), srs)))
    expect(lon).toBeCloseTo(LON, 6)
    expect(lat).toBeCloseTo(LAT, 6)
  })

  test.each([
    // East first in the register, and in all that is not of the register.
    ['urn:ogc:def:crs:EPSG::32630', square(...UTM, 30)],
    ['EPSG:32630', square(...UTM, 30)],
    // Gauss-Krueger and the grid of Sweden count to the north first there.
    ['urn:ogc:def:crs:EPSG::3006', turned(square(666_000, 6_580_000, 30))],
    ['EPSG:3006', square(666_000, 6_580_000, 30)],
    ['http://www.opengis.net/def/crs/EPSG/0/31467', turned(square(3_500_000, 5_500_000, 30))],
    ['urn:adv:crs:DE_DHDN_3GK3', square(3_500_000, 5_500_000, 30)],
    ['urn:adv:crs:ETRS89_UTM32*DE_DHHN2016_NH', square(500_000, 5_500_000, 30)],
  ])('%s gives 900 square metres', (srs, places) => {
    // Grids are scaled by up to 8 in 10,000.
    expect(Math.abs(areaOf(gml(polygon(posList(places), srs))) - 900)).toBeLessThan(3)
  })

  test('a system that a person chose wins, in the order that the file says', () => {
    const file = gml(polygon(posList(turned(square(3_500_000, 5_500_000, 30))), 'urn:ogc:def:crs:EPSG::31467'))
    expect(zoneOf(file, { epsg: 31_467 }).systems).toEqual(['EPSG:31467'])
    expect(corner(file, { epsg: 31_467 })).toEqual(corner(file))
  })

  test('a system on the envelope of the collection counts where the shapes name none', () => {
    const bounds = `<gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"/></gml:boundedBy>`
    const file = collection(bounds + feature(polygon(posList(turned(degrees)), '').replace(' srsName=""', '')))
    expect(corner(file)[0]).toBeCloseTo(LON, 6)
  })

  test('an unknown system, and metres without one, ask for the code', () => {
    const places = posList(square(...UTM, 30))
    expect(refusal(gml(polygon(places, 'urn:council:grid')))).toMatchObject({
      reason: 'needsProjection',
      code: 'unknownSrsName',
      params: { name: 'urn:council:grid' },
    })
    expect(refusal(gml(polygon(places, '')))).toMatchObject({ reason: 'needsProjection', code: 'noProjection' })
    expect(zoneOf(gml(polygon(places, '')), { epsg: 32_630 }).systems).toEqual(['EPSG:32630'])
  })
})

describe('shapes', () => {
  const SRS = 'urn:ogc:def:crs:EPSG::32630'
  const [east, north] = UTM
  const at = (x: number, y: number) => `${east + x} ${north + y}`
  const curve = (...segments: readonly string[]) =>
    `<gml:Ring><gml:curveMember><gml:Curve><gml:segments>${segments.join('')}</gml:segments></gml:Curve></gml:curveMember></gml:Ring>`
  const arcs = (name: string, ...places: readonly string[]) =>
    `<gml:${name} interpolation="circularArc3Points"><gml:posList>${places.join(' ')}</gml:posList></gml:${name}>`
  const scale = 0.9996 ** 2

  test('of GML 2, with coordinates and other separators', () => {
    const two = (coordinates: string) =>
      collection(
        feature(
          `<gml:Polygon srsName="EPSG:32630"><gml:outerBoundaryIs><gml:LinearRing>${coordinates}</gml:LinearRing></gml:outerBoundaryIs></gml:Polygon>`,
        ),
        '',
      )
    const places = square(...UTM, 30)
    const plain = two(`<gml:coordinates>${places.map(place => place.join(',')).join(' ')}</gml:coordinates>`)
    const odd = two(
      `<gml:coordinates cs=" " ts=";" decimal=",">${places.map(place => place.map(one => `${one},0`).join(' ')).join(';')}</gml:coordinates>`,
    )
    const single = two(places.map(([x, y]) => `<gml:coord><gml:X>${x}</gml:X><gml:Y>${y}</gml:Y></gml:coord>`).join(''))
    for (const file of [plain, odd, single]) expect(areaOf(file)).toBeCloseTo(900 / scale, 0)
  })

  test('with heights, as the dimension or the number of their coordinates says', () => {
    const places = square(...UTM, 30).map(place => [...place, 41.5])
    const withSize = polygon(posList(places), SRS).replace('<gml:Polygon', '<gml:Polygon srsDimension="3"')
    for (const one of [withSize, polygon(posList(places), SRS)]) expect(areaOf(gml(one))).toBeCloseTo(900 / scale, 0)
  })

  test('of a surface in patches become its areas', () => {
    const patch = (x: number) =>
      `<gml:PolygonPatch><gml:exterior>${posList(square(east + x, north, 20))}</gml:exterior></gml:PolygonPatch>`
    const { features } = preview(
      gml(`<gml:Surface srsName="${SRS}"><gml:patches>${patch(0)}${patch(50)}</gml:patches></gml:Surface>`),
    )
    expect(features).toHaveLength(2)
  })

  test.each([
    [
      'two half circles',
      curve(arcs('Arc', at(40, 0), at(0, 40), at(-40, 0)), arcs('Arc', at(-40, 0), at(0, -40), at(40, 0))),
    ],
    ['an arc string', curve(arcs('ArcString', at(40, 0), at(0, 40), at(-40, 0), at(0, -40), at(40, 0)))],
    ['a circle by three points', curve(arcs('Circle', at(40, 0), at(0, 40), at(-40, 0)))],
    ['a circle by three points that runs clockwise', curve(arcs('Circle', at(40, 0), at(0, -40), at(-24, 32)))],
    [
      'a circle around a point',
      curve(
        `<gml:CircleByCenterPoint numArc="1"><gml:pos>${at(0, 0)}</gml:pos><gml:radius uom="m">40</gml:radius></gml:CircleByCenterPoint>`,
      ),
    ],
  ])('of %s are a circle within 5 cm', (_, ring) => {
    const { geometry } = zoneOf(gml(polygon(ring, SRS)))
    const [ring0 = []] = geometry.coordinates
    const xs = ring0.map(([lon]) => lon)
    const middle = (Math.min(...xs) + Math.max(...xs)) / 2
    const lats = ring0.map(([, lat]) => lat)
    const frame = localFrame([middle, (Math.min(...lats) + Math.max(...lats)) / 2])
    const local = ring0.map(place => frame.toLocal(place))
    const radius = 40 / 0.9996
    const far = local.flatMap(([x, y], i) => {
      const [nextX, nextY] = local[i + 1] ?? [x, y]
      return [Math.hypot(x, y), Math.hypot((x + nextX) / 2, (y + nextY) / 2)].map(one => Math.abs(one - radius))
    })
    expect(Math.max(...far)).toBeLessThan(0.05)
    expect(local.length).toBeLessThan(300)
  })

  test.each([
    ['latitude first, from north clockwise', 'urn:ogc:def:crs:EPSG::4326', '52 -2', [0, 30, 135, 270]],
    ['longitude first, from east counter-clockwise', 'EPSG:4326', '-2 52', [90, 60, -45, -180]],
    ['longitude first, clockwise', 'urn:ogc:def:crs:OGC:1.3:CRS84', '-2 52', [-270, -300, -405, -540]],
  ])('of arcs around a centre in degrees, %s, are as far from it as PROJ says', (_, srs, centre, angles) => {
    // `geod +ellps=WGS84` of PROJ 9.1.1: 1 km from 52N 2W to the azimuths 0, 30, 135 and 270.
    const known = [
      [-2, 52.008_987_355_3],
      [-1.992_718_387_1, 52.007_783_053_7],
      [-1.989_705_488, 51.993_644_522],
      [-2.014_560_7, 51.999_999_100_1],
    ] as const
    const arc = (from: number, to: number) =>
      `<gml:ArcByCenterPoint><gml:pos>${centre}</gml:pos><gml:radius uom="km">1</gml:radius><gml:startAngle>${from}</gml:startAngle><gml:endAngle>${to}</gml:endAngle></gml:ArcByCenterPoint>`
    const [a = 0, b = 0, c = 0, d = 0] = angles
    const arcs = [arc(a, b), arc(b, c), arc(c, d)].join('')
    const line = `<gml:Curve srsName="${srs}"><gml:segments>${arcs}</gml:segments></gml:Curve>`
    const [path] = preview(collection(feature(line, 'Path'))).features
    if (path?.geometry.type !== 'LineString') throw new Error('not a line')
    const ring = path.geometry.coordinates
    for (const place of known) {
      const frame = localFrame(place)
      expect(Math.min(...ring.map(one => Math.hypot(...frame.toLocal(one))))).toBeLessThan(0.005)
    }
  })

  test.each([
    ['degrees', '', 0, 90],
    ['radians', 'urn:ogc:def:uom:EPSG::9101', 0, Math.PI / 2],
    ['gon', 'gon', 0, 100],
  ])('of an arc whose angles are in %s end where they say', (_, unit, from, to) => {
    const angle = (name: string, value: number) => `<gml:${name} uom="${unit}">${value}</gml:${name}>`
    const arc = `<gml:ArcByCenterPoint><gml:pos>${at(0, 0)}</gml:pos><gml:radius uom="[ft_i]">100</gml:radius>${angle('startAngle', from)}${angle('endAngle', to)}</gml:ArcByCenterPoint>`
    const corner = `<gml:LineStringSegment><gml:posList>${at(0, 30.48)} ${at(0, 0)} ${at(30.48, 0)}</gml:posList></gml:LineStringSegment>`
    // Chords cut 2 cm off at most.
    expect(areaOf(gml(polygon(curve(arc, corner), SRS))) * scale - (Math.PI * 30.48 ** 2) / 4).toBeGreaterThan(-1)
    expect(areaOf(gml(polygon(curve(arc, corner), SRS))) * scale - (Math.PI * 30.48 ** 2) / 4).toBeLessThan(0)
  })

  test.each([
    ['CubicSpline', curve(`<gml:CubicSpline><gml:posList>${at(0, 0)}</gml:posList></gml:CubicSpline>`)],
    ['BSpline', curve(`<gml:BSpline><gml:posList>${at(0, 0)}</gml:posList></gml:BSpline>`)],
  ])('of a %s are refused by its name', (type, ring) => {
    const { features, refused } = preview(gml(polygon(ring, SRS)))
    expect(features).toEqual([])
    expect(refused).toMatchObject([
      { source: 'sport.1', reason: 'unreadableShape', code: 'shapeUnsupported', params: { type }, repaired: false },
    ])
  })

  test.each([
    ['a solid', '<gml:Solid/>', 'shapeUnsupported'],
    ['a link', '<gml:MultiSurface><gml:surfaceMember xlink:href="#p1"/></gml:MultiSurface>', 'linkedShape'],
    [
      'words for numbers',
      polygon('<gml:LinearRing><gml:posList>a b</gml:posList></gml:LinearRing>', SRS),
      'unreadableShape',
    ],
    [
      'an arc of four points',
      polygon(curve(arcs('ArcString', at(0, 0), at(1, 1), at(2, 0), at(3, 0))), SRS),
      'arcPlaces',
    ],
    [
      'a radius in furlongs',
      polygon(
        curve(
          `<gml:CircleByCenterPoint><gml:pos>${at(0, 0)}</gml:pos><gml:radius uom="[fur_us]">1</gml:radius></gml:CircleByCenterPoint>`,
        ),
        SRS,
      ),
      'radiusUnit',
    ],
    [
      'an arc around a centre without angles',
      polygon(
        curve(
          `<gml:ArcByCenterPoint><gml:pos>${at(0, 0)}</gml:pos><gml:radius uom="m">9</gml:radius></gml:ArcByCenterPoint>`,
        ),
        SRS,
      ),
      'unreadableShape',
    ],
  ])('of %s are refused, and the rest of the file is read', (_, shape, code) => {
    const file = collection(feature(shape) + feature(polygon(posList(square(...UTM, 30)), SRS), 'Green 2'))
    const { features, refused } = preview(file)
    expect(features).toHaveLength(1)
    expect(refused).toMatchObject([{ code, becomes: 'Green 1' }])
  })

  test('with a point for the label beside the area give one thing, and the report counts the other', () => {
    const label = `</c:shape><c:label><gml:Point srsName="${SRS}"><gml:pos>${at(9, 9)}</gml:pos></gml:Point></c:label><c:shape>`
    const { features, ignored } = preview(gml(label + polygon(posList(square(...UTM, 30)), SRS)))
    expect(features).toHaveLength(1)
    expect(ignored).toEqual({ 'second shape of a feature': 1 })
  })
})

test('a collection without features, and the error message of a server, are refused in words', () => {
  expect(refusal(collection(''))).toMatchObject({ code: 'gmlEmpty' })
  const error = `<?xml version="1.0"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1"><ows:Exception exceptionCode="InvalidParameterValue"><ows:ExceptionText>No layer
  called greens</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`
  expect(refusal(error)).toMatchObject({ code: 'mapServerError', params: { text: 'No layer called greens' } })
  expect(refusal(`<ServiceExceptionReport>Layer not defined</ServiceExceptionReport>`)).toMatchObject({
    code: 'mapServerError',
  })
})
