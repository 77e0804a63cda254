/** DXF of release 12, which every CAD program reads: outlines in metres of the course's UTM zone, zipped with its .prj. */
import type { CourseFeature, Position } from '@greensward/domain'
// Not by the package's index: the GeoTIFF library in it does not start in a thread.
import { systemOfEpsg } from '@greensward/raster/coordinates'
import { strToU8, zipSync } from 'fflate'
import type { CourseNames } from './flatFeature.ts'
import { utmEsri } from './prj.ts'

/** Release 12 knows letters, digits and few signs in the names of layers. */
const layerName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w$-]+/g, '_')
    .slice(0, 31)
    .toUpperCase() || '0'

/** Holes of areas, which CAD knows as outlines only. */
const ISLANDS = 'ISLANDS'

const layerOf = (feature: CourseFeature, { zoneTypes }: CourseNames): string =>
  layerName(feature.kind === 'zone' ? (zoneTypes.get(feature.properties.zoneTypeId)?.name ?? 'zone') : feature.kind)

type Group = readonly [code: number, value: string | number]
type ToXY = (position: Position) => readonly [number, number]

const placeGroups = ([x, y]: readonly [number, number]): Group[] => [
  [10, x.toFixed(4)],
  [20, y.toFixed(4)],
  [30, '0.0'],
]

const polyline = (line: readonly Position[], layer: string, isClosed: boolean, to: ToXY): Group[] => [
  [0, 'POLYLINE'],
  [8, layer],
  [66, 1],
  ...placeGroups([0, 0]),
  [70, isClosed ? 1 : 0],
  // A closed line ends where it begins, without that corner.
  ...(isClosed ? line.slice(0, -1) : line).flatMap((position): Group[] => [
    [0, 'VERTEX'],
    [8, layer],
    ...placeGroups(to(position)),
  ]),
  [0, 'SEQEND'],
  [8, layer],
]

const groupsOf = (feature: CourseFeature, names: CourseNames, to: ToXY): Group[] => {
  const { geometry } = feature
  const layer = layerOf(feature, names)
  switch (geometry.type) {
    case 'Point':
      return feature.kind === 'radius'
        ? [[0, 'CIRCLE'], [8, layer], ...placeGroups(to(geometry.coordinates)), [40, feature.properties.radiusM]]
        : [[0, 'POINT'], [8, layer], ...placeGroups(to(geometry.coordinates))]
    case 'LineString':
      return polyline(geometry.coordinates, layer, false, to)
    case 'Polygon':
      return geometry.coordinates.flatMap((ring, i) => polyline(ring, i === 0 ? layer : ISLANDS, true, to))
  }
}

const firstOf = ({ geometry }: CourseFeature): Position | undefined =>
  geometry.type === 'Point'
    ? geometry.coordinates
    : geometry.type === 'LineString'
      ? geometry.coordinates[0]
      : geometry.coordinates[0]?.[0]

/** The zone of the first feature: a course is never so wide that another one fits better. */
const utmAt = ([lon, lat]: Position) => {
  const zone = Math.min(60, Math.max(1, Math.floor((lon + 180) / 6) + 1))
  const isSouth = lat < 0
  return { zone, isSouth, system: systemOfEpsg((isSouth ? 32_700 : 32_600) + zone) }
}

export const writeDxf = (features: readonly CourseFeature[], names: CourseNames, changedAt: string): Uint8Array => {
  const { zone, isSouth, system } = utmAt((features[0] && firstOf(features[0])) ?? [0, 0])
  const to: ToXY = ([lon, lat]) => system?.fromLonLat(lon, lat) ?? [lon, lat]
  const layers = [...new Set([...features.map(feature => layerOf(feature, names)), ISLANDS])]
  const groups: Group[] = [
    [0, 'SECTION'],
    [2, 'HEADER'],
    [9, '$ACADVER'],
    [1, 'AC1009'],
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'TABLES'],
    [0, 'TABLE'],
    [2, 'LAYER'],
    [70, layers.length],
    ...layers.flatMap((layer): Group[] => [
      [0, 'LAYER'],
      [2, layer],
      [70, 0],
      [62, 7],
      [6, 'CONTINUOUS'],
    ]),
    [0, 'ENDTAB'],
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'ENTITIES'],
    ...features.flatMap(feature => groupsOf(feature, names, to)),
    [0, 'ENDSEC'],
    [0, 'EOF'],
  ]
  const text = groups.map(([code, value]) => `${code}\n${value}\n`).join('')
  return zipSync({ 'course.dxf': strToU8(text), 'course.prj': strToU8(utmEsri(zone, isSouth)) }, { mtime: changedAt })
}
