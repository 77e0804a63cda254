import { describe, expect, test } from 'vitest'
import { baseMapOrigins, quadkeyOf, readBaseMap } from './baseMap.ts'

const read = (address: string) => {
  const found = readBaseMap(address)
  if (!found.ok) throw new Error(`${found.error.code} ${JSON.stringify(found.error.params)}: ${address}`)
  return found.value
}

describe('addresses of tiles', () => {
  test.each([
    ['https://t.example.org/{z}/{x}/{y}.png', 'xyz', 'https://t.example.org/{z}/{x}/{y}.png'],
    ['  https://{s}.t.example.org/{zoom}/{x}/{y}{r}.png ', 'xyz', 'https://{a-c}.t.example.org/{z}/{x}/{y}.png'],
    ['https://t.example.org/{z}/{x}/{-y}.png', 'tms', 'https://t.example.org/{z}/{x}/{-y}.png'],
    ['https://t{0-3}.example.net/a{quadkey}.jpeg?g=1', 'quadkey', 'https://t{0-3}.example.net/a{q}.jpeg?g=1'],
    [
      'https://w.example.org/1.0.0/aerial/default/3857/{TileMatrix}/{TileRow}/{TileCol}.jpg',
      'wmts',
      'https://w.example.org/1.0.0/aerial/default/3857/{z}/{y}/{x}.jpg',
    ],
  ])('%s', (address, kind, url) => {
    expect(read(address)).toMatchObject({ kind, url })
  })

  test('a WMTS by its parameters, with the names of matrices as the server has them', () => {
    const service = 'https://w.example.org/wmts?key=a%2Fb&SERVICE=WMTS&Layer=aerial'
    const own = 'service=WMTS&request=GetTile&version=1.0.0&style=&format=image/png'
    expect(read(`${service}&TileMatrixSet=GoogleMapsCompatible&TileMatrix=17&TileRow=3&TileCol=4`)).toEqual({
      kind: 'wmts',
      url: `https://w.example.org/wmts?${own}&key=a%2Fb&Layer=aerial&TileMatrixSet=GoogleMapsCompatible&tilematrix={z}&tilerow={y}&tilecol={x}`,
      layer: 'aerial',
      matrixSet: 'GoogleMapsCompatible',
    })
    for (const matrix of ['&TileMatrix=EPSG:900913:7', '&TileMatrix=EPSG:900913:{TileMatrix}', ''])
      expect(read(`${service}&TileMatrixSet=EPSG:900913${matrix}`).url).toContain('&tilematrix=EPSG:900913:{z}&')
  })
})

describe('addresses of pictures and files', () => {
  test('a WMS by a request that was copied, without the part that it showed', () => {
    expect(
      read(
        'https://w.example.org/ows?map=club&service=WMS&version=1.1.1&request=GetMap&layers=aerial%202024,roads&styles=&srs=EPSG:3857&bbox=1,2,3,4&width=256&height=256&format=image/jpeg',
      ),
    ).toEqual({
      kind: 'wms',
      url: 'https://w.example.org/ows',
      version: '1.1.1',
      layer: 'aerial 2024,roads',
      format: 'image/jpeg',
      params: {
        map: 'club',
        LAYERS: 'aerial 2024,roads',
        STYLES: '',
        FORMAT: 'image/jpeg',
        TRANSPARENT: 'TRUE',
        VERSION: '1.1.1',
      },
    })
  })

  test('a WMS by the address of its service and a layer', () => {
    expect(read('https://w.example.org/geoserver/wms?layers=aerial')).toMatchObject({
      kind: 'wms',
      version: '1.3.0',
      format: 'image/png',
    })
  })

  test.each([
    'https://w.example.org/ows?LAYERS=aerial',
    'https://w.example.org/cgi-bin/mapserv?map=/club.map&layers=aerial',
    'https://w.example.org/ows?layers=aerial&bbox={bbox-epsg-3857}&width=256&height=256&srs=EPSG:3857',
  ])('a WMS by a list of layers alone: %s', address => {
    expect(read(address)).toMatchObject({ kind: 'wms', layer: 'aerial', format: 'image/png', version: '1.3.0' })
    expect(read(address).url).toMatch(/^https:\/\/w\.example\.org\/(ows|cgi-bin\/mapserv)$/)
  })

  test('a WMS by its layers keeps its other parameters, and tiles with layers stay tiles', () => {
    expect(read('https://w.example.org/ows?map=club&layers=a')).toMatchObject({ params: { map: 'club', LAYERS: 'a' } })
    expect(read('https://t.example.org/t?layers=a&z={z}&x={x}&y={y}').kind).toBe('xyz')
  })

  test('a file of tiles', () => {
    expect(read('https://f.example.org/course.pmtiles?token=1')).toEqual({
      kind: 'pmtiles',
      url: 'https://f.example.org/course.pmtiles?token=1',
    })
  })
})

test.each([
  ['nonsense', 'notAnAddress', {}],
  ['ftp://t.example.org/{z}/{x}/{y}.png', 'notAnAddress', {}],
  ['https://a;script-src,b/{z}/{x}/{y}.png', 'notAnAddress', {}],
  ['https://user:word@example.org/{z}/{x}/{y}.png', 'nameInAddress', {}],
  ['https://t.example.org/tiles', 'tileAddress', {}],
  ['https://t.example.org/{z}/{x}.png', 'tileAddress', {}],
  ['https://a.example.org/MapServer/export?layers=show:0&bbox=1,2,3,4', 'tileAddress', {}],
  ['https://w.example.org/ows?layers=a&crs=EPSG:25832', 'baseMapProjection', { name: 'EPSG:25832' }],
  ['https://w.example.org/ows?layers=a&token={key}', 'baseMapPart', { name: '{key}' }],
  ['https://t.example.org/{Style}/{z}/{x}/{y}.png', 'baseMapPart', { name: '{Style}' }],
  ['https://w.example.org/wms?service=WMS&request=GetCapabilities', 'baseMapLayer', { part: 'LAYERS' }],
  ['https://w.example.org/wms', 'baseMapLayer', { part: 'LAYERS' }],
  ['https://w.example.org/wms?layers=a&crs=EPSG:25832', 'baseMapProjection', { name: 'EPSG:25832' }],
  ['https://w.example.org/wms?layers=a&format=application/pdf', 'baseMapFormat', { name: 'application/pdf' }],
  ['https://w.example.org/?service=WMS&layers={layer}', 'baseMapPart', { name: '{layer}' }],
  ['https://w.example.org/?service=WMTS&request=GetCapabilities', 'baseMapLayer', { part: 'LAYER' }],
  ['https://w.example.org/?service=WMTS&layer=a', 'baseMapLayer', { part: 'TILEMATRIXSET' }],
  ['https://w.example.org/?service=WMTS&layer=a&tilematrixset=UTM32', 'baseMapProjection', { name: 'UTM32' }],
  [
    'https://w.example.org/?service=WMTS&layer=a&tilematrixset=PM&format=text/xml',
    'baseMapFormat',
    { name: 'text/xml' },
  ],
  ['https://v.example.org/{z}/{x}/{y}.pbf', 'baseMapFormat', { name: '.pbf' }],
  ['https://w.example.org/1.0.0/WMTSCapabilities.xml', 'baseMapFormat', { name: '.xml' }],
])('%s is refused, and says why', (address, code, params) => {
  expect(readBaseMap(address)).toEqual({ ok: false, error: { code, params } })
})

test('a page may ask the hosts of its base map and no other', () => {
  for (const [address, pictures, data] of [
    ['https://T.example.org/{z}/{x}/{y}.png', ['https://t.example.org'], []],
    ['http://[::1]:8080/{z}/{x}/{y}.png', ['http://[::1]:8080'], []],
    ['https://e.t{0-2}.example.net/{q}.png', [0, 1, 2].map(n => `https://e.t${n}.example.net`), []],
    ['https://{s}.example.net/{z}/{x}/{y}.png', ['a', 'b', 'c'].map(n => `https://${n}.example.net`), []],
    ['https://w.example.org/wms?layers=a', ['https://w.example.org'], []],
    ['https://f.example.org/a.pmtiles', [], ['https://f.example.org']],
    ['https://a;script-src,b/{z}/{x}/{y}.png', [], []],
    ['https://{c-a}.example.net/{z}/{x}/{y}.png', [], []],
    ['https://user:word@example.org/{z}/{x}/{y}.png', [], []],
    ['', [], []],
  ] as const)
    expect([address, baseMapOrigins(address)]).toEqual([address, { pictures, data }])
})

test('the quadkey of a tile is the one in the description of the scheme', () => {
  expect(quadkeyOf(3, 3, 5)).toBe('213')
  expect(quadkeyOf(1, 0, 0)).toBe('0')
})
