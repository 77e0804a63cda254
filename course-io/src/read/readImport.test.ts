import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CourseFeature, type FeatureOf, featureTitle } from '@greensward/domain'
import { at } from '@greensward/domain/testing'
import { englishText } from '@greensward/messages/english'
import { cpuTimeMs } from '@greensward/testing/cpuTime'
import { fixture } from '@greensward/testing/fixtures'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { FAIRWAY, GREEN, idOf, preview, refusal } from '../testing/importFile.ts'
import { kml, kmlRing, line, placemark } from '../testing/kmlText.ts'
import { rectangle } from '../testing/rectangle.ts'

const DRAWING = kml(
  placemark('Green 7', kmlRing(rectangle(0, 0, 20, 20)[0])) +
    placemark('9. Grün', kmlRing(rectangle(100, 0, 20, 20)[0])) +
    placemark('Depot', kmlRing(rectangle(200, 0, 20, 20)[0])) +
    `<Folder><name>Cart paths</name>${placemark('North', line(at(0, 50), at(90, 50)))}</Folder>` +
    placemark('Sprinkler', `<Point><coordinates>${at(5, 5).join(',')}</coordinates></Point>`),
)

describe('KML', () => {
  test('a drawing becomes what its names say, else what its shapes are', () => {
    const { format, features, groups } = preview(DRAWING)
    expect(format).toBe('kml')
    expect(features.map(feature => [feature.kind, featureTitle(feature)])).toEqual([
      ['zone', 'Green 7'],
      ['zone', '9. Grün'],
      ['area', 'Depot'],
      ['road', 'North'],
      ['note', 'Sprinkler'],
    ])
    expect(groups.map(({ by, label, shape, count, target }) => [by, label, shape, count, target])).toEqual([
      ['word', 'green', 'area', 2, `zone:${GREEN.id}`],
      ['shape', '', 'area', 1, 'area'],
      ['word', 'path', 'line', 1, 'road:cartPath'],
      ['shape', '', 'point', 1, 'note'],
    ])
    expect(features[4]?.properties).toMatchObject({ author: 'Greta', time: '2026-05-01T05:30:00.000Z' })
  })

  test('another target makes another thing of a whole group', () => {
    const key = preview(DRAWING).groups.find(({ by }) => by === 'word')?.key ?? ''
    const { features, groups } = preview(DRAWING, { mapping: { [key]: `zone:${FAIRWAY.id}` } })
    const zones = features.filter((feature): feature is FeatureOf<'zone'> => feature.kind === 'zone')
    expect(zones.map(({ properties }) => properties.zoneTypeId)).toEqual([FAIRWAY.id, FAIRWAY.id])
    expect(groups[0]).toMatchObject({ key, target: `zone:${FAIRWAY.id}` })
    expect(preview(DRAWING, { mapping: { [key]: 'ignore' } }).counts.zone).toBeUndefined()
    expect(preview(DRAWING, { mapping: { [key]: 'restriction:both' } }).counts.restriction).toBe(2)
  })

  test('a KMZ is its document', () => {
    const kmz = zipSync({ 'files/icon.png': new Uint8Array(10), 'doc.kml': strToU8(DRAWING) })
    expect(preview(kmz)).toEqual(preview(DRAWING))
  })

  test('text in another encoding is read as its declaration says', () => {
    const latin = Buffer.from(DRAWING.replace('UTF-8', 'ISO-8859-1'), 'latin1')
    expect(preview(latin).features.map(featureTitle)).toContain('9. Grün')
    const utf16 = Buffer.from(`\ufeff${DRAWING.replace('UTF-8', 'UTF-16')}`, 'utf16le')
    expect(preview(utf16).features.map(featureTitle)).toContain('9. Grün')
  })
})

describe('GPX', () => {
  const gpx = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="${at(0, 0)[1]}" lon="${at(0, 0)[0]}"><name>Leak</name><desc>at the valve</desc></wpt>
    <rte><name>Service road</name>${[at(0, 10), at(50, 10)].map(([lon, lat]) => `<rtept lat="${lat}" lon="${lon}"/>`).join('')}</rte>
    <trk><name>Monday</name><trkseg>${[at(0, 20), at(50, 20), at(60, 30)].map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')}</trkseg></trk></gpx>`

  test('tracks and routes become roads, waypoints become notes', () => {
    const { format, features } = preview(gpx)
    expect(format).toBe('gpx')
    expect(features.map(feature => [feature.kind, featureTitle(feature)])).toEqual([
      ['road', 'Monday'],
      ['road', 'Service road'],
      ['note', 'Leak: at the valve'],
    ])
  })

  const RECORDED = join(import.meta.dirname, '../../../../shared/data/trackers/gpxpy-car-around-visnjan.gpx')
  const expectOneRoad = (file: string): void => {
    const { features, refused } = preview(readFileSync(file))
    expect(refused).toEqual([])
    expect(features.map(({ kind }) => kind)).toEqual(['road'])
  }

  test('the track of an invented drive is a road', () => expectOneRoad(fixture('trackers/drive.gpx')))

  test.skipIf(!existsSync(RECORDED))('the track of a real device is a road (skipped where it is absent)', () =>
    expectOneRoad(RECORDED),
  )
})

describe('hostile files', () => {
  const bomb = zipSync({ 'a.kml': new Uint8Array(64 * 1024 * 1024) }, { level: 9 })
  const liar = (() => {
    // The directory says one byte where a megabyte lies.
    const zip = zipSync({ 'a.kml': new Uint8Array(1024 * 1024).fill(0x20) })
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
    for (let at = 0; at + 28 < zip.length; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1, true)
    return zip
  })()

  test.each([
    ['a zip bomb', bomb, /would grow to 67108864 bytes/],
    ['a zip that lies about its size', liar, /zip cannot be read|is empty|not well-formed|neither/],
    ['a zip cut short', bomb.slice(0, 200), /zip cannot be read/],
    ['a zip of nothing that is read here', zipSync({ 'a.txt': strToU8('x') }), /holds no \.shp/],
    ['a zip in a zip', zipSync({ 'a.kml': zipSync({ 'b.kml': strToU8(DRAWING) }) }), /is a zip itself/],
    [
      'six hundred files in a zip',
      zipSync(Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`${i}.kml`, new Uint8Array()]))),
      /more than 500 files/,
    ],
    [
      'an entity that names a file',
      `<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>${DRAWING.slice(38)}`,
      /DOCTYPE/,
    ],
    ['a billion laughs in GPX', '<!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><gpx>&b;</gpx>', /DOCTYPE/],
    ['folders in folders without end', kml('<Folder>'.repeat(5_000)), /nested more than 64/],
    ['KML that ends too early', DRAWING.slice(0, 400), /not well-formed XML.*line 1/],
    ['an unknown encoding', '<?xml version="1.0" encoding="x-klingon"?><kml/>', /x-klingon/],
    ['bytes that are not UTF-8', Buffer.from('<kml>\xe4\xff</kml>', 'latin1'), /neither UTF-8 text/],
    ['other XML', '<svg/>', /root element is <svg>/],
    ['JSON in JSON without end', `{"a":${'['.repeat(5_000)}`, /nested more than 64/],
    // It is not valid JSON either: the limit is checked before the text is parsed.
    ['a ring of too many corners', `{"coordinates":[[${'[1,2],'.repeat(100_001)}`, /more than 100000 items or corners/],
  ])('%s is refused with the reason', (_, content, message) => {
    expect(englishText(refusal(content))).toMatch(message)
  })

  test.each([
    ['NaN', 'NaN,NaN 1,1 2,2'],
    ['numbers beyond the earth', '1e400,0 0,1e300 1,1'],
    ['no numbers', 'a,b c,d'],
    ['nothing', ''],
  ])('coordinates of %s are refused thing by thing', (_, coordinates) => {
    const { features, refused } = preview(
      kml(
        placemark(
          'Green 1',
          `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>`,
        ) + placemark('Green 2', kmlRing(rectangle(0, 0, 9, 9)[0])),
      ),
    )
    expect(features.map(featureTitle)).toEqual(['Green 2'])
    expect(refused.length).toBeLessThanOrEqual(1)
  })
})

describe('GeoJSON of one feature a line', () => {
  const feature = (n: number) =>
    JSON.stringify({
      type: 'Feature',
      properties: { golf: 'green' },
      geometry: { type: 'Polygon', coordinates: rectangle(n * 50, 0, 20, 20) },
    })

  test('is read without separators, with empty lines at its end', () => {
    expect(preview(`${feature(1)}\n${feature(2)}\r\n\n`)).toMatchObject({ format: 'geojson', counts: { zone: 2 } })
  })

  test('names the fault of a line that is not JSON', () => {
    expect(refusal(`${feature(1)}\n${feature(2).slice(0, 40)}`)).toMatchObject({ reason: 'json', line: 2 })
    const records = `\u001e${feature(1)}\n\u001e{"type":\n"Feature"\n"id":1}\n`
    expect(refusal(records)).toMatchObject({ reason: 'json', line: 4 })
  })

  test('names no line of a whole file where its parser names none', () => {
    const whole = (id: string) => `{"type":"FeatureCollection",\n"features":[],\n"id":${id}}\n\n\n`
    expect(preview(whole('1')).format).toBe('geojson')
    expect(refusal(whole('x')).line).toBeUndefined()
  })
})

describe('what is there already', () => {
  const [green] = preview(DRAWING).features
  const today: CourseFeature[] = green === undefined ? [] : [{ ...green, id: idOf(77) }]

  test('the same thing drawn again is set apart, and the rest can be added as it is', () => {
    const { features, standing, counts } = preview(DRAWING, {}, today)
    expect(standing).toMatchObject([{ existingId: idOf(77), title: 'Green 7', reason: 'duplicate', addable: false }])
    expect(features.map(featureTitle)).toEqual(['9. Grün', 'Depot', 'North', 'Sprinkler'])
    expect(counts.zone).toBe(1)
  })
})

describe('the date line', () => {
  const hole = (west: number, east: number) =>
    `{"type":"Feature","properties":{"golf":"hole"},"geometry":{"type":"LineString","coordinates":[[${west},-17],[${east},-17.002]]}}`
  const course = (...features: readonly string[]) => `{"type":"FeatureCollection","features":[${features.join(',')}]}`

  test('a course on both sides of it is refused at once, by its reason', () => {
    const since = cpuTimeMs()
    expect(refusal(course(hole(179.999, -179.999), hole(179.998, 179.999)))).toMatchObject({
      code: 'courseAcrossDateLine',
    })
    expect(cpuTimeMs() - since).toBeLessThan(1_000)
  })

  test('a course beside it is read', () => {
    expect(preview(course(hole(179.99, 179.992))).counts).toEqual({ hole: 1 })
  })
})

describe('a file made to hold the reader', () => {
  /** The same files took a minute and more when they were judged by one expression. */
  const SOON_MS = 2_000
  const inTime = (text: string): string => {
    const since = cpuTimeMs()
    const { reason } = refusal(text)
    expect(cpuTimeMs() - since).toBeLessThan(SOON_MS)
    return reason
  }

  test('is refused at once: comments and spaces before no root', () => {
    expect(inTime(`${'<!---->'.repeat(60)}!`)).toBeDefined()
    expect(inTime(`${'<!-->-->'.repeat(2_400)}!`)).toBeDefined()
    expect(inTime(`${'<? > '.repeat(4_000)}!`)).toBeDefined()
    expect(inTime(`<!--${' '.repeat(19_000)}`)).toBeDefined()
    expect(inTime(`${'<!DOCTYPE >'.repeat(1_800)}!`)).toBeDefined()
  })

  test('is refused at once: empty comments of a drawing that never begins', () => {
    expect(inTime(`${'999\n\n\n\n\n\n\n'.repeat(300)}X`)).toBe('unknownFormat')
  })

  test('is still known by its root after declaration, comments and empty lines', () => {
    const body = DRAWING.slice(DRAWING.indexOf('<kml'))
    expect(preview(`<?xml version="1.0"?>\n<!-- a > b --> <!---->\n\n${body}`).format).toBe('kml')
  })
})
