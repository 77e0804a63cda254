import { expect, test } from 'vitest'
import { readBaseMap } from './baseMap.ts'
import { pictureAddress, tileAddress, tileAt } from './baseMapTiles.ts'

test('each scheme names a tile in its own way', () => {
  const place = { z: 3, x: 3, y: 5 }
  expect(tileAddress('https://t{0-3}.example.org/{z}/{x}/{y}.png', place)).toBe('https://t0.example.org/3/3/5.png')
  expect(tileAddress('https://{a-c}.example.org/{z}/{x}/{-y}.png', place)).toBe('https://c.example.org/3/3/2.png')
  expect(tileAddress('https://example.org/a{q}.jpeg', place)).toBe('https://example.org/a213.jpeg')
})

test.each([
  ['1.3.0', 'CRS', 'SRS'],
  ['1.1.1', 'SRS', 'CRS'],
])('a WMS %s is asked for a square of the map by %s', (version, says, saysNot) => {
  const read = readBaseMap(`https://w.example.org/ows?Key=aB&service=WMS&version=${version}&layers=aerial&bbox=1,2,3,4`)
  if (!read.ok || read.value.kind !== 'wms') throw new Error('is not a WMS')
  const address = new URL(pictureAddress(read.value, { z: 1, x: 1, y: 0 }))
  expect(address.origin + address.pathname).toBe('https://w.example.org/ows')
  const query = Object.fromEntries(address.searchParams)
  expect(query).toMatchObject({
    Key: 'aB',
    SERVICE: 'WMS',
    REQUEST: 'GetMap',
    VERSION: version,
    LAYERS: 'aerial',
    [says]: 'EPSG:3857',
    WIDTH: '512',
    HEIGHT: '512',
  })
  expect(query[saysNot]).toBeUndefined()
  const corners = (query.BBOX ?? '').split(',').map(Number)
  expect(corners.map(Math.round)).toEqual([0, 0, 20_037_508, 20_037_508])
})

test.each([
  [0, 0, 1, { z: 1, x: 1, y: 1 }],
  [-0.09, 51.5, 16, { z: 16, x: 32_751, y: 21_794 }],
  [180, -90, 3, { z: 3, x: 7, y: 7 }],
])('the position %s, %s is in its tile at zoom %s', (lon, lat, zoom, place) => {
  expect(tileAt(lon, lat, zoom)).toEqual(place)
})
