/** Where a service of base maps has its list of layers, by what people paste. */
import { describe, expect, test } from 'vitest'
import { baseMapService, layerListAddress } from './baseMapService.ts'

const listOf = (pasted: string): string | undefined => {
  const service = baseMapService(pasted)
  return service === undefined ? undefined : layerListAddress(service)
}

describe('the list of layers', () => {
  test.each([
    ['https://w.example.org/wms', 'https://w.example.org/wms?SERVICE=WMS&REQUEST=GetCapabilities'],
    ['https://w.example.org/ows?service=WMS', 'https://w.example.org/ows?SERVICE=WMS&REQUEST=GetCapabilities'],
    [
      ' https://w.example.org/ows?map=/a/b.map&key=a%2Fb&request=GetMap&layers=aerial&BBOX={bbox-epsg-3857}&width=256 ',
      'https://w.example.org/ows?map=/a/b.map&key=a%2Fb&SERVICE=WMS&REQUEST=GetCapabilities',
    ],
    [
      'https://w.example.org/ows?request=GetTile&layer=a&tilematrixset=b&tilematrix={z}&tilerow={y}&tilecol={x}',
      'https://w.example.org/ows?SERVICE=WMTS&REQUEST=GetCapabilities',
    ],
    [
      'https://w.example.org/gwc/service/wmts?',
      'https://w.example.org/gwc/service/wmts?SERVICE=WMTS&REQUEST=GetCapabilities',
    ],
    [
      'https://w.example.org/1.0.0/WMTSCapabilities.xml?key=1',
      'https://w.example.org/1.0.0/WMTSCapabilities.xml?key=1',
    ],
  ])('of %s', (pasted, list) => {
    expect(listOf(pasted)).toBe(list)
  })

  test.each([
    'https://t.example.org/{z}/{x}/{y}.png',
    'https://w.example.org/wmts/aerial/{TileMatrix}/{TileRow}/{TileCol}.png',
    'https://f.example.org/course.pmtiles',
    'https://me@w.example.org/wms',
    'w.example.org/wms',
    '',
  ])('there is none of %s', pasted => {
    expect(listOf(pasted)).toBeUndefined()
  })
})
