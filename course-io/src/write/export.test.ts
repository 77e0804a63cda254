import { DatabaseSync } from 'node:sqlite'
import type { ExportFormat } from '@greensward/contract'
import {
  type CourseFeature,
  FEATURE_KINDS,
  type FeatureKind,
  type Position,
  polygonXY,
  type ZoneType,
} from '@greensward/domain'
import { areaM2, localFrame } from '@greensward/geometry'
import { unzipSync } from 'fflate'
import { parseDbf, parseShp } from 'shpjs'
import { describe, expect, test } from 'vitest'
import { readImport } from '../read/readImport.ts'
import { COURSE, idOf, odd, TYPE } from '../testing/everyKind.ts'
import { courseNames } from './flatFeature.ts'
import { writeCourse } from './writeCourse.ts'

const write = (format: ExportFormat, features = COURSE): Uint8Array =>
  writeCourse({ format, features, courseName: odd, changedAt: '2026-05-01T06:00:00.000Z' }, courseNames(COURSE, [TYPE]))
const read = (bytes: Uint8Array, zoneTypes: readonly ZoneType[] = [TYPE]) => {
  let next = 1_000
  const answer = readImport({
    bytes: new Uint8Array(bytes).buffer,
    options: { mapping: {} },
    zoneTypes,
    today: [],
    noteBy: { author: 'Other', time: '2027-01-01T00:00:00.000Z' },
    newId: () => idOf(next++),
  })
  if (!answer.ok) throw new Error(answer.error.code)
  expect(answer.value.refused).toEqual([])
  return answer.value.features
}
/** Ids are new; what refers to a hole refers to the new one. */
const withoutIds = (features: readonly CourseFeature[]) => {
  const holes = new Map(features.flatMap(({ kind, id }) => (kind === 'hole' ? [[id, 'the hole'] as const] : [])))
  return features
    .map(({ kind, geometry, properties }) => ({
      kind,
      geometry,
      properties:
        'holeId' in properties && properties.holeId !== null
          ? { ...properties, holeId: holes.get(properties.holeId) }
          : properties,
    }))
    .toSorted((a, b) => JSON.stringify([a.kind, a.geometry]).localeCompare(JSON.stringify([b.kind, b.geometry])))
}

test('the course of these tests has every kind of thing', () => {
  expect(new Set(COURSE.map(({ kind }) => kind))).toEqual(new Set(FEATURE_KINDS))
})

describe('out and in again', () => {
  test.each(['geojson', 'kml', 'gpkg'] as const)('%s brings back the same course', format => {
    expect(withoutIds(read(write(format)))).toEqual(withoutIds(COURSE))
  })

  test.each(['geojson', 'kml', 'gpkg'] as const)('%s finds the zone types of another course by their names', format => {
    const other = { ...TYPE, id: '7d1c3f0e-0000-4000-8000-00000000000f' }
    const zone = read(write(format), [other]).find(({ kind }) => kind === 'zone')
    expect(zone).toMatchObject({ properties: { zoneTypeId: other.id } })
  })

  test('GeoJSON of before, with the kind beside the properties, is the same course still', () => {
    const types = [{ id: TYPE.id, name: TYPE.name }]
    const bytes = new TextEncoder().encode(
      JSON.stringify({ type: 'FeatureCollection', zoneTypes: types, features: COURSE }),
    )
    expect(withoutIds(read(bytes))).toEqual(withoutIds(COURSE))
    const other = { ...TYPE, id: '7d1c3f0e-0000-4000-8000-00000000000f' }
    expect(read(bytes, [other]).find(({ kind }) => kind === 'zone')).toMatchObject({
      properties: { zoneTypeId: other.id },
    })
  })

  test('in GeoJSON the kind, and names beside ids, are among the properties', () => {
    const { features }: { features: { properties: Record<string, unknown> }[] } = JSON.parse(
      new TextDecoder().decode(write('geojson')),
    )
    expect(features.map(({ properties }) => properties.kind)).toEqual(COURSE.map(({ kind }) => kind))
    expect(features.find(({ properties }) => properties.kind === 'zone')?.properties).toMatchObject({
      zoneType: TYPE.name,
      hole: odd,
      areaM2: expect.any(Number),
    })
  })

  test('a Shapefile brings back the same course, with eight decimals', () => {
    const withEight = (features: readonly CourseFeature[]): unknown =>
      JSON.parse(JSON.stringify(withoutIds(features)), (_, value) =>
        typeof value === 'number' ? Math.round(value * 1e8) / 1e8 : value,
      )
    expect(withEight(read(write('shapefile')))).toEqual(withEight(COURSE))
  })

  test('GPX brings back the roads with their types, and the notes', () => {
    const roads = COURSE.filter(({ kind }) => kind === 'road')
    const features = read(write('gpx'))
    expect(withoutIds(features.filter(({ kind }) => kind === 'road'))).toEqual(withoutIds(roads))
    expect(features.filter(({ kind }) => kind === 'note')).toMatchObject([
      { properties: { label: odd, author: 'Other' } },
    ])
  })
})

test('outlines run counter-clockwise and holes clockwise in GeoJSON, however they were drawn', () => {
  const turned = COURSE.map(feature =>
    feature.geometry.type === 'Polygon'
      ? {
          ...feature,
          geometry: { ...feature.geometry, coordinates: feature.geometry.coordinates.map(ring => ring.toReversed()) },
        }
      : feature,
  ) as readonly CourseFeature[]
  const areaOf = (ring: readonly Position[]): number =>
    ring.slice(1).reduce((sum, [x, y], i) => sum + ((ring[i]?.[0] ?? 0) - x) * ((ring[i]?.[1] ?? 0) + y), 0)
  for (const features of [COURSE, turned]) {
    const written: { features: CourseFeature[] } = JSON.parse(new TextDecoder().decode(write('geojson', features)))
    const rings = written.features.flatMap(({ geometry }) =>
      geometry.type === 'Polygon' ? [geometry.coordinates] : [],
    )
    expect(rings.some(([, hole]) => hole !== undefined)).toBe(true)
    for (const [outer = [], ...holes] of rings) {
      expect(areaOf(outer)).toBeGreaterThan(0)
      for (const hole of holes) expect(areaOf(hole)).toBeLessThan(0)
    }
  }
})

describe('Shapefile and DXF', () => {
  const kinds = (features: readonly CourseFeature[]) => features.map(({ kind }) => kind)
  const numbersOf = ({ geometry }: CourseFeature) => [geometry.coordinates].flat(4) as number[]
  /** Whether a feature has the same corners; a ring may begin at another one and run the other way. */
  const isIn = (features: readonly CourseFeature[], wanted: CourseFeature): boolean =>
    features.map(numbersOf).some(numbers => {
      const corners = numbersOf(wanted)
      return numbers.length === corners.length && corners.every(value => numbers.some(n => Math.abs(n - value) < 1e-8))
    })

  test('a Shapefile brings back every line and area to the eighth decimal, with its table', () => {
    const files = unzipSync(write('shapefile'))
    expect(Object.keys(files).filter(name => name.endsWith('.shp'))).toHaveLength(FEATURE_KINDS.length)
    const features = read(write('shapefile'))
    for (const kind of ['road', 'restriction'] as const)
      for (const feature of COURSE.filter(one => one.kind === kind))
        expect([feature.id, isIn(features, feature)]).toEqual([feature.id, true])
    expect(features.find(({ kind }) => kind === 'zone')).toMatchObject({
      properties: { zoneTypeId: TYPE.id },
    })
    const [row] = parseDbf(files['zone.dbf'] ?? new Uint8Array(), 'UTF-8')
    expect(row).toMatchObject({
      id: idOf(2),
      zoneType: 'Rough & more',
      hiddenForM: true,
      areaM2: expect.closeTo(575, -1),
    })
  })

  test('outer rings of a Shapefile run clockwise, holes the other way', () => {
    const [shape] = parseShp(unzipSync(write('shapefile'))['zone.shp'] ?? new Uint8Array()) as {
      coordinates: Position[][]
    }[]
    // The library makes GeoJSON of it: one outer ring with its hole, found by their direction.
    expect(shape?.coordinates).toHaveLength(2)
  })

  test('a DXF has every outline within a millimetre, on a layer of its type, with its holes', () => {
    const features = read(write('dxf'))
    const count = (kind: FeatureKind): number => kinds(features).filter(one => one === kind).length
    expect((['zone', 'missionArea', 'markedArea', 'area', 'garage'] as const).map(count)).toEqual([1, 1, 1, 1, 1])
    // What a radius keeps free is a circle in a drawing.
    expect(count('restriction')).toBe(2)
    const zone = features.find(({ kind }) => kind === 'zone')
    expect(zone?.geometry.coordinates).toHaveLength(2)
    for (const feature of COURSE.filter(({ kind }) => kind === 'road' || kind === 'restriction'))
      expect([feature.id, isIn(features, feature)]).toEqual([feature.id, true])
  })
})

test('a DXF of greens that fill the holes of their rough comes back with every green, and no hole at a wrong outline', () => {
  const frame = localFrame([-2.8137, 52.741])
  const at = (eastM: number, northM: number): Position => [...frame.toLonLat([eastM, northM])]
  const greenAt = (eastM: number, fromCorner: number): Position[] =>
    Array.from({ length: 41 }, (_, i) => {
      const angle = (((i + fromCorner) % 40) / 40) * 2 * Math.PI
      return at(eastM + 12 * Math.cos(angle), 12 * Math.sin(angle))
    })
  const box = ([west, south, east, north]: readonly number[]): Position[] =>
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ].map(([x = 0, y = 0]) => at(x, y))
  const rough: ZoneType = { ...TYPE, id: idOf(900), name: 'Rough', allowsIntersection: true }
  const green: ZoneType = { ...TYPE, id: idOf(901), name: 'Green' }
  const zone = (n: number, zoneTypeId: string, coordinates: Position[][]): CourseFeature => ({
    type: 'Feature',
    id: idOf(n),
    kind: 'zone',
    geometry: { type: 'Polygon', coordinates },
    properties: {
      ...{ title: `Zone ${n}`, zoneTypeId, holeId: null },
      ...{ hiddenForMower: false, hiddenForBuggy: false, rainModeRestricted: false },
    },
  })
  const places = Array.from({ length: 12 }, (_, i) => 60 * i)
  const wood: CourseFeature = {
    type: 'Feature',
    id: idOf(800),
    kind: 'restriction',
    // Larger than a green, and over half of the first one: no hole of the rough is in it.
    geometry: { type: 'Polygon', coordinates: [box([-40, 0, 40, 35])] },
    properties: { title: 'Wood', appliesTo: 'carts' },
  }
  const given = [
    ...places.map((eastM, i) => zone(i + 1, green.id, [greenAt(eastM, 0)])),
    zone(500, rough.id, [box([-50, -40, 720, 40]), ...places.map((eastM, i) => greenAt(eastM, 10 + i).toReversed())]),
    wood,
  ]
  const types = [green, rough]
  const bytes = writeCourse(
    { format: 'dxf', features: given, courseName: odd, changedAt: '2026-05-01T06:00:00.000Z' },
    courseNames(given, types),
  )
  const areas = (features: readonly CourseFeature[]): number[] =>
    features
      .flatMap(({ geometry }) => (geometry.type === 'Polygon' ? [areaM2(polygonXY(frame, geometry))] : []))
      .toSorted((a, b) => a - b)
  const found = areas(read(bytes, types))
  expect(found).toHaveLength(given.length)
  for (const [i, area] of areas(given).entries()) expect(Math.abs((found[i] ?? 0) - area)).toBeLessThan(0.1)
})

describe('GeoPackage', () => {
  const open = (): DatabaseSync => {
    const db = new DatabaseSync(':memory:')
    db.deserialize(write('gpkg'))
    return db
  }
  const pragma = (db: DatabaseSync, name: string): unknown => db.prepare(`pragma ${name}`).get()?.[name]

  test('it says that it is one, and is whole', () => {
    const db = open()
    expect(pragma(db, 'application_id')).toBe(0x47504b47)
    expect(pragma(db, 'user_version')).toBe(10_300)
    expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(db.prepare('pragma foreign_key_check').all()).toEqual([])
    expect(
      db
        .prepare('select srs_id from gpkg_spatial_ref_sys order by srs_id')
        .all()
        .map(row => row.srs_id),
    ).toEqual([-1, 0, 4326])
    const tables = db.prepare('select table_name, data_type, srs_id from gpkg_contents').all()
    expect(tables.map(row => row.table_name).sort()).toEqual([...FEATURE_KINDS].sort())
    expect(new Set(tables.map(row => `${row.data_type} ${row.srs_id}`))).toEqual(new Set(['features 4326']))
    db.close()
  })

  test.each(COURSE.map(feature => [feature.kind, feature] as const))(
    'a %s is a row with its geometry',
    (kind: FeatureKind, feature) => {
      const db = open()
      const row = db.prepare(`select * from "${kind}" where id = ?`).get(feature.id)
      expect(row === undefined ? undefined : geometryOf(row.geom as Uint8Array)).toEqual(feature.geometry)
      const column = db.prepare('select * from gpkg_geometry_columns where table_name = ?').get(kind)
      expect(column).toMatchObject({
        column_name: 'geom',
        geometry_type_name: feature.geometry.type.toUpperCase(),
        srs_id: 4326,
        z: 0,
        m: 0,
      })
      db.close()
    },
  )

  test('a zone has its type, its hole and its size in columns', () => {
    const db = open()
    expect(db.prepare('select * from zone').get()).toMatchObject({
      title: odd,
      zoneType: 'Rough & more',
      hole: odd,
      hiddenForMower: 1,
      areaM2: expect.closeTo(575, -1),
    })
    db.close()
  })
})

/** Reads the standard's blob: header, envelope of x and y, well-known binary. */
const geometryOf = (blob: Uint8Array): unknown => {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  expect([view.getUint8(0), view.getUint8(1), view.getUint8(2)]).toEqual([0x47, 0x50, 0])
  expect(view.getInt32(4, true)).toBe(4326)
  let offset = 40
  expect(view.getUint8(offset)).toBe(1)
  const code = view.getUint32(offset + 1, true)
  offset += 5
  const count = (): number => {
    offset += 4
    return view.getUint32(offset - 4, true)
  }
  const position = (): Position => {
    offset += 16
    return [view.getFloat64(offset - 16, true), view.getFloat64(offset - 8, true)]
  }
  const line = (): Position[] => Array.from({ length: count() }, position)
  if (code === 1) return { type: 'Point', coordinates: position() }
  if (code === 2) return { type: 'LineString', coordinates: line() }
  return { type: 'Polygon', coordinates: Array.from({ length: count() }, line) }
}
