/** Lists of layers as services write them, each from a real server: standards, habits and nonsense. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lateCalls } from '@greensward/contract/late'
import { baseMapService, readBaseMap } from '@greensward/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { listBaseMapLayers } from './listBaseMapLayers.ts'

const PLACE = { centerLon: -0.09, centerLat: 51.5 }

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
const answering =
  (body: Buffer | string, status = 200, type = 'text/xml'): RequestListener =>
  (_, answer) =>
    void answer.writeHead(status, { 'content-type': type }).end(body)
const list = async (address: string, timeoutMs = 5_000, allowsPrivate = true) => {
  const found = baseMapService(address)
  if (found === undefined) throw new Error(`No list: ${address}`)
  return listBaseMapLayers(found, { baseMapUrl: address, ...PLACE }, { allowsPrivate, timeoutMs })
}

const wms130 = (
  layers: string,
  formats = ['image/tiff', 'image/jpeg', 'image/png; mode=8bit'],
): string => `<?xml version="1.0"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
  <Service><Name>WMS</Name><Title>County</Title><Abstract>${'Much ado. '.repeat(200)}</Abstract></Service>
  <Capability>
    <Request><GetMap>${formats.map(format => `<Format>${format}</Format>`).join('')}
      <DCPType><HTTP><Get><OnlineResource xlink:href="http://inner.local/ows?"/></Get></HTTP></DCPType></GetMap></Request>
    ${layers}
  </Capability>
</WMS_Capabilities>`
const box = (west: number, south: number, east: number, north: number): string =>
  `<EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude><eastBoundLongitude>${east}</eastBoundLongitude>
   <southBoundLatitude>${south}</southBoundLatitude><northBoundLatitude>${north}</northBoundLatitude></EX_GeographicBoundingBox>`

describe('a WMS', () => {
  test('1.3.0: each layer has what is around it, and those of the course come first', async () => {
    const origin = await serve(
      answering(
        wms130(`<Layer><Title>Root</Title><CRS>EPSG:4326</CRS><CRS>EPSG:3857</CRS>${box(-10, 40, 10, 60)}
          <Attribution><Title>Survey of the county</Title></Attribution>
          <Layer><Name>far</Name><Title>Far &amp; away</Title>${box(20, 40, 30, 60)}</Layer>
          <Layer><Title>Group</Title><Layer><Name>a b</Name><Title>Aerial</Title><Style><Name>x</Name><Title>No</Title></Style>
            <Attribution><Title>Flight of 2026</Title></Attribution></Layer></Layer>
        </Layer>
        <Layer><Name>local</Name><CRS>EPSG:25832</CRS></Layer>`),
      ),
    )
    const found = await list(`${origin}/ows?map=/a.map&service=WMS&request=GetMap&layers=old&crs=EPSG:25832`)
    expect(asked).toEqual(['/ows?map=/a.map&SERVICE=WMS&REQUEST=GetCapabilities'])
    const address = (name: string): string =>
      `${origin}/ows?map=/a.map&SERVICE=WMS&REQUEST=GetMap&VERSION=1.3.0&FORMAT=image%2Fpng&LAYERS=${name}`
    expect(found).toEqual({
      ...{ problem: null, params: {}, detail: '', total: 2 },
      layers: [
        { name: 'a b', title: 'Aerial', address: address('a%20b'), isHere: true, attribution: 'Flight of 2026' },
        {
          name: 'far',
          title: 'Far & away',
          address: address('far'),
          isHere: false,
          attribution: 'Survey of the county',
        },
      ],
    })
    const read = readBaseMap(found.layers[0]?.address ?? '')
    expect(read.ok && read.value).toMatchObject({ kind: 'wms', version: '1.3.0', layer: 'a b', format: 'image/png' })
  })

  test('1.1.1: with a document type, several projections in one element and letters of one byte', async () => {
    const text = `<?xml version='1.0' encoding="ISO-8859-1" standalone="no" ?>
<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd" [ <!ELEMENT VendorSpecificCapabilities EMPTY> ]>
<WMT_MS_Capabilities version="1.1.1"><Service><Name>OGC:WMS</Name></Service><Capability>
  <Request><GetMap><Format>image/jpeg</Format></GetMap></Request>
  <Layer><Title>Alles</Title><SRS>EPSG:31467 EPSG:3857</SRS><Layer queryable="0"><Name>luft</Name><Title>Plätze</Title>
  <LatLonBoundingBox minx="170" miny="-20" maxx="-170" maxy="60"/></Layer></Layer></Capability></WMT_MS_Capabilities>`
    const origin = await serve(answering(Buffer.from(text, 'latin1')))
    const { layers } = await list(`${origin}/wms`)
    // Its area goes over the date line and not to the course.
    expect(layers).toMatchObject([{ name: 'luft', title: 'Plätze', isHere: false, attribution: '' }])
    expect(layers[0]?.address).toContain('VERSION=1.1.1&FORMAT=image%2Fjpeg&LAYERS=luft')
  })

  test('whose layers have another projection, or no picture that browsers draw, has none that fits', async () => {
    const other = '<Layer><Name>local</Name><CRS>EPSG:25832</CRS></Layer>'
    for (const text of [wms130(other), wms130('<Layer><Name>a</Name><CRS>EPSG:3857</CRS></Layer>', ['image/tiff'])]) {
      const found = await list(`${await serve(answering(text))}/wms`)
      expect(found).toMatchObject({ problem: 'noFittingLayer', layers: [], total: 0 })
    }
  })
})

const matrix = (name: string, zoom: number, more = '<TileWidth>256</TileWidth><TileHeight>256</TileHeight>'): string =>
  `<TileMatrix><ows:Identifier>${name}</ows:Identifier><ScaleDenominator>${559_082_264.0287178 / 2 ** zoom}</ScaleDenominator>
   <TopLeftCorner>-20037508.3428 20037508.3428</TopLeftCorner>${more}</TileMatrix>`
const matrixSet = (name: string, crs: string, matrices: string): string =>
  `<TileMatrixSet><ows:Identifier>${name}</ows:Identifier><ows:SupportedCRS>${crs}</ows:SupportedCRS>${matrices}</TileMatrixSet>`
const wmts = (contents: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
  <ows:ServiceProvider><ows:ProviderName>Survey</ows:ProviderName></ows:ServiceProvider>
  <ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="http://tiles.example.org/wmts?"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
  <Contents>${contents}</Contents></Capabilities>`
const MERCATOR = 'urn:ogc:def:crs:EPSG::3857'
const SETS =
  matrixSet('EPSG:900913', 'urn:ogc:def:crs:EPSG::900913', matrix('EPSG:900913:0', 0) + matrix('EPSG:900913:1', 1)) +
  matrixSet('google', MERCATOR, matrix('10', 10) + matrix('11', 11)) +
  matrixSet('shifted', MERCATOR, matrix('0', 1) + matrix('1', 2)) +
  matrixSet('large', MERCATOR, matrix('0', 0, '<TileWidth>512</TileWidth><TileHeight>512</TileHeight>')) +
  matrixSet('degrees', 'urn:ogc:def:crs:OGC:1.3:CRS84', matrix('0', 0))
const layer = (name: string, sets: readonly string[], more = ''): string =>
  `<Layer><ows:Title>Title of ${name}</ows:Title><ows:Identifier>${name}</ows:Identifier>
   <Style><ows:Identifier>other</ows:Identifier></Style><Style isDefault="true"><ows:Identifier>plain</ows:Identifier></Style>
   <Format>image/jpeg</Format>${sets.map(set => `<TileMatrixSetLink><TileMatrixSet>${set}</TileMatrixSet></TileMatrixSetLink>`).join('')}${more}</Layer>`
const templated = (template: string): string =>
  `<ResourceURL format="image/jpeg" resourceType="tile" template="${template}"/>`

describe('a WMTS', () => {
  test('gives the template of each layer whose tiles are those of the map, with all in it but the tile', async () => {
    const dimension =
      '<Dimension><ows:Identifier>Time</ows:Identifier><Default>2026</Default><Value>2026</Value></Dimension>'
    const path = 'https://t.example.org/{Style}/{Time}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.jpg'
    const origin = await serve(
      answering(
        wmts(
          layer('aerial', ['degrees', 'google'], dimension + templated(path)) +
            layer(
              'old',
              ['EPSG:900913'],
              templated('https://t.example.org/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}'),
            ) +
            layer('unset', ['google'], templated(path)) +
            layer('shifted', ['shifted', 'large', 'degrees'], templated(path)) +
            SETS,
        ),
      ),
    )
    const { layers, total } = await list(`${origin}/1.0.0/WMTSCapabilities.xml`)
    expect(asked).toEqual(['/1.0.0/WMTSCapabilities.xml'])
    expect([total, layers.map(({ name }) => name)]).toEqual([2, ['aerial', 'old']])
    expect(layers[0]).toMatchObject({
      ...{ title: 'Title of aerial', isHere: null, attribution: 'Survey' },
      address: 'https://t.example.org/plain/2026/google/{TileMatrix}/{TileRow}/{TileCol}.jpg',
    })
    const read = readBaseMap(layers[1]?.address ?? '')
    expect(read.ok && read.value).toMatchObject({
      kind: 'wmts',
      url: 'https://t.example.org/EPSG%3A900913/EPSG:900913:{z}/{y}/{x}',
    })
  })

  test('without templates gives requests, at the address that was pasted or at the one that its file names', async () => {
    const area =
      '<ows:WGS84BoundingBox><ows:LowerCorner>-1 51</ows:LowerCorner><ows:UpperCorner>1 52</ows:UpperCorner></ows:WGS84BoundingBox>'
    const origin = await serve(answering(wmts(layer('a', ['EPSG:900913'], area) + SETS)))
    const own = `SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=a&STYLE=plain&TILEMATRIXSET=EPSG%3A900913&FORMAT=image%2Fjpeg`
    const place = '&TILEMATRIX=EPSG%3A900913%3A{TileMatrix}&TILEROW={TileRow}&TILECOL={TileCol}'
    const { layers } = await list(`${origin}/wmts?key=1`)
    expect(layers).toMatchObject([{ isHere: true, address: `${origin}/wmts?key=1&${own}${place}` }])
    const read = readBaseMap(layers[0]?.address ?? '')
    expect(read.ok && read.value).toMatchObject({ kind: 'wmts', layer: 'a', matrixSet: 'EPSG:900913' })
    expect(read.ok && read.value.url).toContain('&tilematrix=EPSG%3A900913%3A{z}&')
    expect((await list(`${origin}/wmts.xml`)).layers).toMatchObject([
      { address: `http://tiles.example.org/wmts?${own}${place}` },
    ])
  })
})

const manyAttributes = Array.from({ length: 100 }, (_, i) => `a${i}=""`).join(' ')

describe('what is not a list', () => {
  test.each<[string, RequestListener, string, object]>([
    ['a page', answering('<html><body>Sign in</body></html>', 200, 'text/html'), 'noList', {}],
    ['nothing', answering(''), 'noList', {}],
    ['half a list', answering(wms130('<Layer>').slice(0, 900)), 'noList', {}],
    ['layers in layers without an end', answering(wms130('<Layer>'.repeat(100_000))), 'noList', {}],
    [
      'a report',
      answering('<ServiceExceptionReport><ServiceException>No such map</ServiceException></ServiceExceptionReport>'),
      'noList',
      { detail: 'No such map' },
    ],
    ['an element of many attributes', answering(`<WMS_Capabilities ${manyAttributes}/>`), 'noList', {}],
    ['an entity', answering('<!DOCTYPE a [<!ENTITY b "c">]><WMS_Capabilities>&b;</WMS_Capabilities>'), 'noList', {}],
    ['404', answering('Not here', 404), 'httpStatus', { params: { status: '404' } }],
    ['403', answering('No key', 403), 'keyRefused', { params: { status: '403' } }],
    ['no answer', () => undefined, 'tooSlow', {}],
  ])('%s', async (_, listener, problem, more) => {
    expect(await list(`${await serve(listener)}/wms`, 700)).toMatchObject({ problem, layers: [], total: 0, ...more })
  })

  test('a redirect is not followed, and a private network not asked', async () => {
    const origin = await serve((_, answer) => void answer.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    expect(await list(`${origin}/wms`)).toMatchObject({ problem: 'redirected' })
    expect(await list(`${origin}/wms`, 700, false)).toMatchObject({ problem: 'forbiddenAddress' })
    expect(asked).toHaveLength(1)
  })
})

test('thousands of layers are cut to those of the course first, and the count says how many there are', async () => {
  const many = Array.from({ length: 1_500 }, (_, i) => `<Layer><Name>n${i}</Name>${box(20, 40, 30, 60)}</Layer>`)
  const here = `<Layer><Name>here</Name>${box(-1, 51, 1, 52)}</Layer>`
  const origin = await serve(answering(wms130(`<Layer><CRS>EPSG:3857</CRS>${many.join('')}${here}</Layer>`)))
  const { layers, total } = await list(`${origin}/wms`)
  expect([total, layers.length, layers[0]?.name]).toEqual([1_501, 500, 'here'])
})

describe('the call', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ config: { outgoingPrivate: true } })
  })
  afterAll(() => server?.close())

  test('is for those who may change the settings, and names the field of an address without a list', async () => {
    const origin = await serve(answering(wms130('<Layer><Name>a</Name><CRS>EPSG:3857</CRS></Layer>')))
    const body = { baseMapUrl: `${origin}/wms`, ...PLACE }
    const { layers } = lateCalls.baseMap
    expect((await server.call('ROLE_MANAGER', layers, { body })).result).toMatchObject({ problem: null, total: 1 })
    expect((await server.call('ROLE_GREENKEEPER', layers, { body })).status).toBe(403)
    const tiles = { ...body, baseMapUrl: 'https://t.example.org/{z}/{x}/{y}.png' }
    expect((await server.call('ROLE_MANAGER', layers, { body: tiles })).error.fields).toEqual({
      'body.baseMapUrl': { code: 'baseMapNoList', params: {} },
    })
    expect(asked).toHaveLength(1)
  })
})
