/** Services of base maps that are wrong, dead, slow or huge, each a real server. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BodyOf, ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { readBaseMap } from '@greensward/domain'
import { PNG } from 'pngjs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { tryBaseMap } from './tryBaseMap.ts'

const PAGE = 'https://course.example.org'
const PLACE = { centerLon: -0.09, centerLat: 51.5, defaultZoom: 16.4, minNativeZoom: 13, maxNativeZoom: 21 }

/** @param colourOf red, green, blue and alpha of a column, 0..255 */
const pngOf = (side: number, colourOf: (x: number) => readonly number[]): Buffer => {
  const png = new PNG({ width: side, height: side })
  for (let pixel = 0; pixel < side * side; pixel++) png.data.set(colourOf(pixel % side), pixel * 4)
  return PNG.sync.write(png)
}
const PICTURE = pngOf(256, x => [x, 90, 20, 255])

/** Of a white JPEG of 256 px, as an encoder wrote it, up to its packed pixels. */
const JPEG_HEAD = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjL/wAARCAEAAQADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AA==',
  'base64',
)
const jpegOf = (pixels: readonly number[]): Buffer =>
  Buffer.concat([JPEG_HEAD, Buffer.from([0xbf, 0x80, ...pixels, 0xff, 0xd9])])

/** @param bounds west, south, east, north */
const fileHeader = (tileType: number, bounds = [-1, 51, 1, 52]): Buffer => {
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  header[99] = tileType
  for (const [index, degrees] of bounds.entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * index)
  return header
}

let service: Server | undefined
const asked: string[] = []
afterEach(() => {
  asked.length = 0
  service?.closeAllConnections()
  service?.close()
})
const serve = async (listener: RequestListener): Promise<string> => {
  const opened = createServer((request, answer) => {
    asked.push(request.url ?? '')
    listener(request, answer)
  })
  service = opened
  await new Promise<void>(done => opened.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(opened.address() as AddressInfo).port}`
}
type Options = Partial<Parameters<typeof tryBaseMap>[2]>
const ask = (address: string, options: Options = {}): Promise<ResultOf<typeof lateCalls.baseMap.test>> => {
  const read = readBaseMap(address)
  if (!read.ok) throw new Error(read.error.code)
  const fields = { ...PLACE, baseMapUrl: address }
  return tryBaseMap(read.value, fields, { allowsPrivate: true, pageOrigin: PAGE, timeoutMs: 20_000, ...options })
}
const answering =
  (body: Buffer | string, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_, answer) =>
    void answer.writeHead(status, headers).end(body)

const XYZ = '/{z}/{x}/{y}.png'
const WMS = '/ows?service=WMS&layers=aerial'
const WMTS = '/wmts?service=WMTS&request=GetTile&layer=aerial&tilematrixset=GoogleMapsCompatible'
const FILE = '/course.pmtiles'

test('a picture is reported with its kind, size and time, of the middle of the course', async () => {
  const found = await ask((await serve(answering(PICTURE, { 'content-type': 'text/plain' }))) + XYZ)
  expect(found).toMatchObject({
    problem: null,
    zoom: 16,
    picture: { type: 'png', widthPx: 256, heightPx: 256, bytes: PICTURE.length, isPlain: false },
  })
  expect(found.picture?.ms).toBeGreaterThanOrEqual(0)
  expect(asked).toEqual(['/16/32751/21794.png'])
})

test('a WMS is asked for the same square as the map asks', async () => {
  const found = await ask((await serve(answering(PICTURE))) + WMS)
  expect(found.problem).toBeNull()
  const [, query = ''] = (asked[0] ?? '').split('?')
  expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
    LAYERS: 'aerial',
    CRS: 'EPSG:3857',
    WIDTH: '512',
  })
})

const wmsReport = (code: string, text: string): string =>
  `<?xml version='1.0'?><ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc">
   <ServiceException code="${code}">\n${text}\n</ServiceException></ServiceExceptionReport>`
const owsReport = (code: string, locator: string, text: string): string =>
  `<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1"><ows:Exception exceptionCode="${code}" locator="${locator}">
   <ows:ExceptionText>${text}</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`

describe('a report of a service in place of a picture', () => {
  test.each([
    [
      WMS,
      200,
      wmsReport('LayerNotDefined', 'Invalid layer(s) &lt;aerial&gt;'),
      'unknownLayer',
      'Invalid layer(s) <aerial>',
    ],
    [WMS, 200, wmsReport('', 'Could not find layer aerial'), 'unknownLayer', 'Could not find layer aerial'],
    [WMS, 400, wmsReport('InvalidCRS', 'no such CRS'), 'wrongProjection', 'no such CRS'],
    [WMS, 200, wmsReport('NoApplicableCode', 'Out of memory'), 'serviceException', 'Out of memory'],
    [
      WMS,
      200,
      wmsReport('StyleNotDefined', 'Style (x) not defined on layer.'),
      'serviceException',
      'Style (x) not defined on layer.',
    ],
    [WMTS, 400, owsReport('InvalidParameterValue', 'LAYER', 'aerial?'), 'unknownLayer', 'aerial?'],
    [WMTS, 400, owsReport('InvalidParameterValue', 'TILEMATRIXSET', 'which?'), 'unknownMatrixSet', 'which?'],
    [WMTS, 400, owsReport('TileOutOfRange', 'TILECOL', 'range 5 to 9'), 'outside', 'range 5 to 9'],
  ])('%s with status %s', async (path, status, report, problem, detail) => {
    const found = await ask((await serve(answering(report, { 'content-type': 'text/xml' }, status))) + path)
    expect(found).toMatchObject({ problem, detail, picture: null })
    if (path === WMTS) expect(found.params).toMatchObject({ layer: 'aerial', matrixSet: 'GoogleMapsCompatible' })
    else expect(found.params).toMatchObject({ layer: 'aerial' })
  })
})

test.each([
  ['InvalidParameterValue', 'Layer', 'Layer town is not known'],
  ['InvalidParameterValue', 'TileMatrixSet', 'Set GoogleMapsCompatible is not known'],
])('a report %s of %s is of some part of a template that has them in its path', async (code, locator, text) => {
  const origin = await serve(answering(owsReport(code, locator, text), { 'content-type': 'text/xml' }, 404))
  const found = await ask(`${origin}/wmts/town/default/GoogleMapsCompatible/{TileMatrix}/{TileRow}/{TileCol}.png`)
  expect(found).toMatchObject({ problem: 'unknownPart', detail: text, picture: null })
})

test.each(['<Exception>', '<script>', '<!--'])('megabytes of %s without an end are not searched', async tag => {
  const origin = await serve(answering(tag.repeat(300_000), { 'content-type': 'text/xml' }))
  expect(await ask(origin + XYZ)).toMatchObject({ problem: 'notAPicture', picture: null })
})

describe('an answer without a picture for the map', () => {
  test.each<[string, RequestListener, string, Record<string, string>]>([
    [
      'a page',
      answering('<html><title>Sign in</title></html>', { 'content-type': 'text/html; charset=utf-8' }),
      'notAPicture',
      { type: 'text/html' },
    ],
    [
      'a picture that no browser draws',
      answering(
        Buffer.from(
          'II*\0\x08\0\0\0\x02\0\0\x01\x03\0\x01\0\0\0\x10\0\0\0\x01\x01\x03\0\x01\0\0\0\x10\0\0\0\0\0\0\0',
          'latin1',
        ),
      ),
      'notAPicture',
      { type: 'tiff' },
    ],
    ['nothing', answering(''), 'noPicture', { status: '200' }],
    ['204', answering('', {}, 204), 'noPicture', { status: '204' }],
    ['404', answering('Not here', {}, 404), 'noPicture', { status: '404', zoom: '16' }],
    ['403', answering('No key', {}, 403), 'keyRefused', { status: '403' }],
    ['503', answering('Busy', {}, 503), 'httpStatus', { status: '503' }],
    ['a transparent picture', answering(pngOf(256, () => [0, 0, 0, 0])), 'emptyPicture', { zoom: '16' }],
    [
      'a picture for its own pages',
      answering(PICTURE, { 'cross-origin-resource-policy': 'same-origin' }),
      'otherPagesRefused',
      {},
    ],
  ])('%s', async (_, listener, problem, params) => {
    const found = await ask((await serve(listener)) + XYZ)
    expect(found).toMatchObject({ problem, params, picture: null })
  })

  test.each([
    ['a white PNG', pngOf(256, () => [255, 255, 255, 255]), true],
    ['a white JPEG', jpegOf(Array.from({ length: 383 }, () => 0)), true],
    ['a JPEG of a landscape', jpegOf(Array.from({ length: 383 }, (_, i) => (i * i * 31 + i * 7) % 251)), false],
  ])('%s is a picture, and is marked where it has one colour', async (_, picture, isPlain) => {
    const found = await ask((await serve(answering(picture))) + XYZ)
    expect(found).toMatchObject({ problem: null, picture: { widthPx: 256, isPlain } })
  })
})

describe('a server', () => {
  test('that does not exist, or refuses, differs from one that is silent', async () => {
    expect(await ask(`http://no-such-host.invalid${XYZ}`)).toMatchObject({
      problem: 'hostNotFound',
      params: { host: 'no-such-host.invalid' },
    })
    const origin = await serve(() => undefined)
    expect(await ask(origin + XYZ, { timeoutMs: 150 })).toMatchObject({ problem: 'tooSlow' })
    service?.closeAllConnections()
    await new Promise(done => service?.close(done))
    expect(await ask(origin + XYZ)).toMatchObject({ problem: 'connectionRefused' })
  })

  test('that answers without an end is cut off', async () => {
    let sentBytes = 0
    const part = Buffer.alloc(256 * 1024, 1)
    const origin = await serve((_, answer) => {
      const more = (): void => {
        while (!answer.destroyed && sentBytes < 200_000_000) {
          sentBytes += part.length
          if (!answer.write(part)) return void answer.once('drain', more)
        }
        answer.end()
      }
      more()
    })
    expect(await ask(origin + XYZ)).toMatchObject({ problem: 'tooLarge' })
    expect(sentBytes).toBeLessThan(50_000_000)
  })

  test('that redirects is not followed, and in a private network it is not asked', async () => {
    const origin = await serve(answering('', { location: 'http://169.254.169.254/latest' }, 302))
    expect(await ask(origin + XYZ)).toMatchObject({
      problem: 'redirected',
      params: { to: 'http://169.254.169.254/latest' },
    })
    expect(asked).toHaveLength(1)
    expect(await ask(origin + XYZ, { allowsPrivate: false })).toMatchObject({ problem: 'forbiddenAddress', detail: '' })
    expect(asked).toHaveLength(1)
  })
})

describe('a file of tiles', () => {
  const cors = { 'access-control-allow-origin': '*' }

  test('is asked for its header alone, as a page asks', async () => {
    let headers: Record<string, unknown> = {}
    const origin = await serve((request, answer) => {
      headers = request.headers
      answer.writeHead(206, cors).end(fileHeader(2))
    })
    expect(await ask(origin + FILE)).toMatchObject({
      problem: null,
      picture: { type: 'png', widthPx: null, bytes: 127 },
    })
    expect(headers).toMatchObject({ range: 'bytes=0-126', origin: PAGE })
  })

  test.each<[string, RequestListener, string]>([
    ['without ranges, and longer', answering(Buffer.concat([fileHeader(2), Buffer.alloc(100_000)]), cors), 'noRanges'],
    ['without ranges, and short', answering(fileHeader(2), cors), 'noRanges'],
    ['without leave for other pages', answering(fileHeader(2), {}, 206), 'otherPagesRefused'],
    [
      'for another page',
      answering(fileHeader(2), { 'access-control-allow-origin': 'https://a.org' }, 206),
      'otherPagesRefused',
    ],
    ['of vector tiles', answering(fileHeader(1), cors, 206), 'vectorTiles'],
    ['of another place', answering(fileHeader(2, [10, 51, 11, 52]), cors, 206), 'outside'],
    ['that is another', answering('<html>', cors, 206), 'notPmtiles'],
    ['that is missing', answering('', cors, 404), 'noFile'],
  ])('%s', async (_, listener, problem) => {
    expect(await ask((await serve(listener)) + FILE)).toMatchObject({ problem, picture: null })
  })

  test('on the host of the page needs no leave', async () => {
    const origin = await serve(answering(fileHeader(3), {}, 206))
    expect(await ask(origin + FILE, { pageOrigin: origin })).toMatchObject({ problem: null })
  })
})

describe('the call', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ config: { outgoingPrivate: true } })
  })
  afterAll(() => server?.close())

  test('is for those who may edit the settings, and stores nothing', async () => {
    const body: BodyOf<typeof lateCalls.baseMap.test> = {
      ...PLACE,
      baseMapUrl: (await serve(answering(PICTURE))) + XYZ,
    }
    expect((await server.call('ROLE_MANAGER', lateCalls.baseMap.test, { body })).result.problem).toBeNull()
    expect((await server.call('ROLE_GREENKEEPER', lateCalls.baseMap.test, { body })).status).toBe(403)
    expect(asked).toHaveLength(1)
    const noAddress = { ...body, baseMapUrl: 'https://w.example.org/wms?service=WMS' }
    expect((await server.call('ROLE_MANAGER', lateCalls.baseMap.test, { body: noAddress })).error).toMatchObject({
      fields: { 'body.baseMapUrl': { code: 'baseMapLayer' } },
    })
  })
})
